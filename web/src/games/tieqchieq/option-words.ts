import type { OptionWords } from "../face.ts";

const FIRSTS: { readonly [first: string]: string | undefined } = {
  random: "whom a coin chooses",
  red: "Red",
  yellow: "Yellow",
};

/** A host option of Tıeqchıeq (canon section 1) and its values, in words. */
export function optionWords(name: string): OptionWords {
  if (name !== "first") return { label: name };
  return { label: "Who begins", value: (value) => FIRSTS[String(value)] };
}
