import { type Language, LANGUAGES as TAGS } from "@flower-war/client-sdk/texts";
import { i18n } from "@lingui/core";
import { browserStorage } from "../base/storage.ts";
import type { Catalog, Part } from "./parts.ts";

/** The languages of the page, by their own names. */
export const LANGUAGES = Object.fromEntries(
  TAGS.map((tag) => {
    const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
    return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
  }),
) as Readonly<Record<Language, string>>;

export type { Language };

const STORED = "flower-war/language";

/** Returns the language that the page has. */
export const currentLanguage = (): Language => i18n.locale as Language;

/** The language that the player chose, else the first of the browser's that we have, else English. */
export function preferredLanguage(): Language {
  const wanted = [browserStorage.read(STORED), ...navigator.languages];
  const known = wanted.map((tag) => tag?.split("-")[0]).find((tag) => tag !== undefined && tag in LANGUAGES);
  return (known as Language | undefined) ?? "en";
}

/** The language that was asked for last. */
let wanted: Language | null = null;

/** What else has to be loaded before the page has a language. */
const loaders = new Set<(language: Language) => Promise<unknown>>();

/** Adds something that is loaded in a language before that becomes the page's. */
export function loadBeforeLanguage(load: (language: Language) => Promise<unknown>): void {
  loaders.add(load);
}

/**
 * Loads a language's texts and makes it the page's language, unless another one has been asked for meanwhile. Rejects if
 * something cannot be loaded; the page then keeps its language.
 */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  try {
    await Promise.all([loadOwn(language), ...[...loaders].map((load) => load(language))]);
  } catch (error) {
    if (wanted === language) throw error;
  }
  if (wanted !== language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Activates a language as `activateLanguage`, for this visit and the next ones. */
export async function chooseLanguage(language: Language): Promise<void> {
  await activateLanguage(language);
  if (wanted === language) browserStorage.write(STORED, language);
}

/** A module of `languages`: the texts that every page has, and how those of parts are loaded. */
interface LanguageTexts extends Catalog {
  readonly load: (part: Part) => Promise<Catalog> | undefined;
}

const TEXTS = import.meta.glob<LanguageTexts>("./languages/*.ts");

const textsIn = (language: Language): Promise<LanguageTexts> | undefined =>
  TEXTS[`./languages/${language}.ts`]?.();

async function loadOwn(language: Language): Promise<void> {
  i18n.load(language, (await textsIn(language))?.messages ?? {});
}

/** Loads the texts of a part of the page in a language, before anything of it is drawn. */
export async function addTexts(part: Part, language: Language): Promise<void> {
  const catalog = await (await textsIn(language))?.load(part);
  if (catalog !== undefined) i18n.load(language, catalog.messages);
}

/**
 * Loads modules of the page that are not loaded with it, and the texts of all that they import
 * (web/test/lazy-texts.test.ts finds those that are missing).
 */
export async function loadWithTexts<Loaded>(
  load: () => Promise<Loaded>,
  language: Language,
  ...parts: readonly Part[]
): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), ...parts.map((part) => addTexts(part, language))]);
  return loaded;
}

/** Loads a catalogue. */
type Load = () => Promise<Catalog>;

/** Loads texts of a page in a language. @param english those of English @param others by their files, `./messages/<language>.po` */
export async function loadCatalog(
  language: Language,
  english: Load,
  others: Readonly<Record<string, Load>>,
): Promise<void> {
  const load = language === "en" ? english : others[`./messages/${language}.po`];
  if (load !== undefined) i18n.load(language, (await load()).messages);
}

export { i18n };
