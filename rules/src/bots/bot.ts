import { ChanceReader } from "../chance.ts";
import type { Accepted, Game, GameTypes } from "../game.ts";

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

/** Returns a seed for `randomFrom` or a match. */
export function drawSeed(random: RandomBelow): string {
  return Array.from({ length: 8 }, () =>
    random(2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
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

/** Ranks the legal commands of an awaited seat as a `Bot` judges them, the best first. */
export type Ranking<T extends GameTypes> = (
  view: T["view"],
  random: RandomBelow,
  mayThink: MayThink,
) => readonly T["command"][];

/** Returns the bot that plays the best command of a ranking. It throws if there is none. */
export function bestOf<T extends GameTypes>(rank: Ranking<T>): Bot<T> {
  return (...asked) => {
    const [best] = rank(...asked);
    if (best === undefined) throw new Error("an awaited seat must have a legal command");
    return best;
  };
}

/**
 * Returns commands by how they do on average over one or more tries, the best first; equal ones stay in order. A single command is not tried.
 * @param begin begins a try with a source of chance, and returns what judges each command in it
 */
export function rankByTries<C>(
  commands: readonly C[],
  random: RandomBelow,
  mayThink: MayThink,
  begin: (chance: RandomBelow) => (command: C) => number,
): readonly C[] {
  if (commands.length < 2) return commands;
  const chance = quickRandom(random);
  const trials = commands.map((command) => ({ command, worth: 0 }));
  do {
    const judge = begin(chance);
    for (const trial of trials) trial.worth += judge(trial.command);
  } while (mayThink());
  return byWorth(trials);
}

/** Returns commands by what they are worth, the most first; equal ones stay in order. */
export function byWorth<C>(judged: readonly { readonly command: C; readonly worth: number }[]): readonly C[] {
  return judged.toSorted((one, other) => other.worth - one.worth).map(({ command }) => command);
}

/** Decides a command that must be legal. @throws Error if it is refused */
export function decideLegal<T extends GameTypes>(
  decide: Game<T>["decide"],
  state: T["state"],
  seat: T["seat"],
  command: T["command"],
): Accepted<T> {
  const decided = decide(state, seat, command);
  if (decided.events === undefined)
    throw new Error(`${seat}'s ${command.type} is refused: ${decided.refused}`);
  return decided;
}

/** Decides a command of a game that must be legal. @throws Error if it is refused */
export function decideWith<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  seat: T["seat"],
  command: T["command"],
): Accepted<T> {
  return decideLegal<T>((...asked) => game.decide(...asked), state, seat, command);
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
