import { ChanceReader } from "../chance.ts";
import type { GameTypes } from "../game.ts";

/** Returns an integer from 0 to `n` - 1. */
export type RandomBelow = (n: number) => number;

/** Returns whether there is time for one more thought. A bot that thinks calls it after each of them. */
export type MayThink = () => boolean;

/**
 * Plays a seat without a person: sees what the seat may see, is called only while the seat is awaited, and returns a
 * legal command. It keeps no memory and draws only from the given source. Its first thought is free; a bot that needs
 * no second one never calls `mayThink`.
 */
export type Bot<T extends GameTypes> = (
  view: T["view"],
  random: RandomBelow,
  mayThink: MayThink,
) => T["command"];

/** Allows `count` thoughts in all, at least one. */
export function limitThoughts(count: number): MayThink {
  let had = 1;
  return () => had++ < count;
}

/** Returns a source of chance for a bot: a stream of its own (`STREAM`), from a seed of 64 lower-case hex digits. */
export function randomFrom(seed: string): RandomBelow {
  const reader = new ChanceReader(seed);
  return (n) => reader.below(n);
}

/** Returns a fast source of chance, seeded by one draw from another; good enough for sampling (mulberry32). */
export function quickRandom(random: RandomBelow): RandomBelow {
  let state = random(2 ** 32);
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

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
