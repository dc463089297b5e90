import type { OptionWords } from "../face.ts";

const SETS: { readonly [set: string]: string | undefined } = {
  random: "one drawn at random",
  P: "pink: Villagers and Animals",
  Y: "yellow: Warriors",
  B: "blue: Superiors",
  G: "green: Agents",
};

/** A host option of Space Aztecs (canon section 1) and its values, in words. */
export function optionWords(name: string): OptionWords {
  switch (name) {
    case "removedSet":
      return { label: "Set left in the box, with 2 to 4 players", value: (value) => SETS[String(value)] };
    case "codex":
      return { label: "Codices", value: (value) => (value === true ? "played with" : "in the box") };
    default:
      return { label: name };
  }
}
