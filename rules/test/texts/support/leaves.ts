import { format, type Plural, type Text } from "../../../src/texts/index.ts";

/** A text with its place in the texts of a language, e.g. `"cards.omen.short"`. */
export interface Leaf {
  readonly path: string;
  readonly text: Text;
}

/** Returns every text of a language, in order. */
export function leavesOf(texts: object, path = ""): readonly Leaf[] {
  return Object.entries(texts).flatMap(([key, value]: readonly [string, unknown]): readonly Leaf[] => {
    const here = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string" || isPlural(value)) return [{ path: here, text: value }];
    if (typeof value === "object" && value !== null) return leavesOf(value, here);
    throw new TypeError(`${here} is no text`);
  });
}

function isPlural(value: unknown): value is Plural {
  return typeof value === "object" && value !== null && "by" in value && "one" in value && "other" in value;
}

/** Returns the forms of a text. */
export function formsOf(text: Text): readonly string[] {
  return typeof text === "string" ? [text] : [text.one, text.other];
}

/** Returns the numbers that a text states in digits, sorted; thousands may have a comma. Slots are none. */
export function numbersIn(text: Text): readonly number[] {
  const words = formsOf(text).map((form) => form.replaceAll(/\{\w+\}/g, "_"));
  const numbers = words.map((form) =>
    [...form.matchAll(/\d+(?:,\d{3})*/g)].map(([digits]) => Number(digits.replaceAll(",", ""))),
  );
  return (numbers.at(-1) ?? []).toSorted((a, b) => a - b);
}

/** Returns how many words a text has: what stands between spaces. */
export function wordCount(text: string): number {
  return text.split(" ").length;
}

/** Returns the slots that a finished sentence still has. */
export function openSlots(sentence: { readonly text: Text; readonly values: object }, language: string) {
  const values = Object.fromEntries(Object.entries(sentence.values));
  return format(sentence.text, values, language).match(/\{\w+\}|undefined|NaN|null|\[object/g) ?? [];
}
