import { type RandomBelow, randomFrom } from "@flower-war/rules/bots";

/** The same numbers each time for the same seed. */
export function randomOf(seed: number): RandomBelow {
  return randomFrom(seed.toString(16).padStart(64, "0"));
}
