import { below } from "../chance.ts";
import type { GameTypes } from "../game.ts";

/** An integer from 0 to `n` - 1. */
export type RandomBelow = (n: number) => number;

/** Asked again and again by a bot that thinks: whether there is time for one more thought. */
export type MayThink = () => boolean;

/**
 * A player without a person: sees what its seat may see, is asked only while its seat is awaited, and answers with a
 * legal command. It keeps no memory and draws from nothing but the source it is given. Its first thought is free; one
 * that needs no second never asks for it.
 */
export type Bot<T extends GameTypes> = (
  view: T["view"],
  random: RandomBelow,
  mayThink: MayThink,
) => T["command"];

/** Time for so many thoughts altogether, at least one. */
export function thoughts(count: number): MayThink {
  let had = 1;
  return () => had++ < count;
}

/** A source of chance for a bot: a stream of its own (`STREAM`), from 64 lower-case hex digits. */
export function randomFrom(seed: string): RandomBelow {
  let position = 0;
  return (n) => {
    const drawn = below(seed, position, n);
    position = drawn.position;
    return drawn.value;
  };
}
