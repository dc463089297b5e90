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
