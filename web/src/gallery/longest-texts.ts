import { loadTexts as loadFlowerWar } from "@flower-war/client-sdk/flower-war";
import { loadTexts as loadSpaceAztecs } from "@flower-war/client-sdk/space-aztecs";
import { loadGuide } from "@flower-war/client-sdk/texts";
import { loadTexts as loadTieqchieq } from "@flower-war/client-sdk/tieqchieq";
import type { AllMessages, Messages as CompiledMessages } from "@lingui/core";
import { activateLanguage, addTexts, i18n, type Language, LANGUAGES } from "../texts/index.ts";
import { PARTS } from "../texts/parts.ts";

/** Stands in each word of a text after its first letter. It has no width. */
const MARK = "\u2063";

/** Keys of what is no text. */
const NO_TEXTS: ReadonlySet<string> = new Set(["by", "canon", "language"]);

/** What the rules say of each game. */
const GAME_TEXTS: readonly ((language: Language) => Promise<object>)[] = [
  loadFlowerWar,
  loadSpaceAztecs,
  loadTieqchieq,
  (language) => loadGuide("flower-war", language),
  (language) => loadGuide("space-aztecs", language),
  (language) => loadGuide("tieqchieq", language),
];

/** A slot of a text as Lingui compiles it: its name, its kind, and texts for its values. */
type Slot = readonly [name: string, kind?: string | undefined, forms?: Readonly<Record<string, Message>>];

/** A text of a catalogue as Lingui compiles it. */
type Message = string | readonly (string | Slot)[];

type Messages = Readonly<Record<string, Message>>;

/**
 * Gives a language, which is not English, the longest translation of each text, with an invisible mark in each word, and makes it the page's: one look at a state is
 * about the texts of all languages, and words without a mark come from no catalogue.
 */
export async function speakLongest(language: Language): Promise<void> {
  const others = (Object.keys(LANGUAGES) as Language[]).filter((each) => each !== "en" && each !== language);
  const catalogs: Messages[] = [];
  for (const each of [...others, language]) {
    await Promise.all([activateLanguage(each), ...PARTS.map((part) => addTexts(part, each))]);
    catalogs.push({ ...(i18n.messages as Messages) });
  }
  const longest = (id: string, own: Message): Message =>
    markMessage([own, ...catalogs.map((catalog) => catalog[id] ?? "")].toSorted(byLength)[0] ?? own);
  const load = i18n.load.bind(i18n);
  // Parts of the page load their texts again when they are first drawn.
  i18n.load = (all: string | AllMessages, messages?: CompiledMessages): void => {
    if (typeof all !== "string" || all !== language) return load(all as string, messages as CompiledMessages);
    const altered = Object.entries(messages as Messages).map(([id, own]) => [id, longest(id, own)]);
    load(language, Object.fromEntries(altered) as CompiledMessages);
  };
  i18n.load(language, i18n.messages);
  await Promise.all(
    GAME_TEXTS.map(async (loadTexts) => {
      const [own, ...translated] = await Promise.all([language, ...others].map(loadTexts));
      if (own !== undefined) Object.assign(own, longestIn([own, ...translated]));
    }),
  );
}

const byLength = (a: Message, b: Message): number => lengthOf(b) - lengthOf(a);

/** How many letters a message has at most, without what is in its slots. */
function lengthOf(message: Message): number {
  if (typeof message === "string") return message.length;
  const lengths = message.map((part) =>
    typeof part === "string" ? part.length : Math.max(0, ...Object.values(part[2] ?? {}).map(lengthOf)),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

function markMessage(message: Message): Message {
  if (typeof message === "string") return markText(message);
  return message.map((part) => {
    if (typeof part === "string") return markText(part);
    const [name, kind, forms] = part;
    if (forms === undefined) return part;
    return [
      name,
      kind,
      Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, markForm(text)])),
    ] as const;
  });
}

/** Marks a form of a message; what is no text, an offset, stays. */
const markForm = (form: Message): Message =>
  typeof form === "string" || Array.isArray(form) ? markMessage(form) : form;

/** Returns a game's texts, each the longest of those at the same place and marked. */
function longestIn(all: readonly unknown[]): unknown {
  const [own] = all;
  if (typeof own === "string")
    return markText(all.filter((text) => typeof text === "string").toSorted(byLength)[0] ?? own);
  if (typeof own !== "object" || own === null) return own;
  const objects = all.filter((each) => typeof each === "object" && each !== null) as Record<
    string,
    unknown
  >[];
  const entries = Object.entries(own).map(([key, value]) => [
    key,
    NO_TEXTS.has(key) ? value : longestIn(objects.map((each) => each[key])),
  ]);
  return Array.isArray(own) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** Marks each word, but for the slots of games' texts: `{who}`. */
const markText = (text: string): string =>
  text.includes(MARK)
    ? text
    : text.replaceAll(/\{\w+\}|(?<!\p{L})\p{L}/gu, (part) => (part.startsWith("{") ? part : part + MARK));
