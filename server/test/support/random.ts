import { type RandomBelow, randomFrom } from "@flower-war/rules/bots";

/** Returns a generator that draws the same numbers each time for the same seed. */
export function seededRandom(seed: number): RandomBelow {
  return randomFrom(seed.toString(16).padStart(64, "0"));
}
