import { LANGUAGES } from "./languages.ts";

/**
 * Texts as data. Every text is a JSON value, so that a client in another language can use it too; the rest of this file
 * is what such a client has to do with one.
 */

/** A text with slots such as `{skulls}`, in one form, or in one form for 1 and another for all other numbers. */
export type Text = string | Plural;

/** A text with two forms. The form is that of the number in the slot `by`, by the language's plural rules (CLDR). */
export interface Plural {
  /** The name of a slot whose value is a number. */
  readonly by: string;
  readonly one: string;
  readonly other: string;
}

/** The values of a text's slots, by name. */
export interface Values {
  readonly [slot: string]: string | number;
}

/** A text and the values of its slots. */
export interface Sentence {
  readonly text: Text;
  readonly values: Values;
}

/** A piece of a formatted text: words, or the value of a slot, which a page may emphasise or link. */
export interface Part {
  readonly text: string;
  /** The name of the slot; `null` for the words around slots. */
  readonly slot: string | null;
}

/**
 * Fills the slots of a text. A slot without a value stays as it is, so that a mistake shows and breaks nothing.
 * @param language a BCP 47 tag, which the texts of each language name
 */
export function format(text: Text, values: Values, language: string): string {
  return formatParts(text, values, language)
    .map((part) => part.text)
    .join("");
}

/** Fills the slots of a text, and returns words and values one by one. */
export function formatParts(text: Text, values: Values, language: string): readonly Part[] {
  const pieces = formOf(text, values, language).split(/\{(\w+)\}/);
  return pieces
    .map((piece, index) =>
      index % 2 === 0
        ? { text: piece, slot: null }
        : { text: String(values[piece] ?? `{${piece}}`), slot: piece },
    )
    .filter((part) => part.text !== "");
}

/** Joins sentences to one paragraph. */
export function formatAll(sentences: readonly Sentence[], language: string): string {
  return sentences.map(({ text, values }) => format(text, values, language)).join(" ");
}

/** Returns a list in words: `"acatl, calli and olin"`, or with `disjunction` `"3, 4 or 5"`. */
export function formatList(
  items: readonly string[],
  language: string,
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat(language, { type }).format(items);
}

/** Returns the names of a text's slots, in the order of their first use; that of a plural's number is one of them. */
export function slotsOf(text: Text): readonly string[] {
  const forms = typeof text === "string" ? [text] : [text.one, text.other, `{${text.by}}`];
  const found = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot));
  return [...new Set(found)];
}

function formOf(text: Text, values: Values, language: string): string {
  if (typeof text === "string") return text;
  const number = Number(values[text.by]);
  return pluralRulesOf(language).select(number) === "one" ? text.one : text.other;
}

/** Making them takes far longer than using them. */
const PLURAL_RULES: ReadonlyMap<string, Intl.PluralRules> = new Map(
  LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]),
);

function pluralRulesOf(language: string): Intl.PluralRules {
  return PLURAL_RULES.get(language) ?? new Intl.PluralRules(language);
}
