import type { RandomBelow } from "./bot.ts";

/** Returns the values in a random order; the given list stays as it is. */
export function shuffle<V>(values: readonly V[], random: RandomBelow): V[] {
  const mixed: V[] = [];
  for (const value of values) {
    const at = random(mixed.length + 1);
    const displaced = mixed[at];
    if (displaced === undefined) mixed.push(value);
    else {
      mixed[at] = value;
      mixed.push(displaced);
    }
  }
  return mixed;
}
