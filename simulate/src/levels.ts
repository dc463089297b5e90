import { randomFrom } from "@flower-war/rules/bots";
import { type Weights, WEIGHTS } from "../../rules/src/flower-war/bots/worth.ts";
import { deriveSeed } from "./seeds.ts";

/** A lower and a higher level of weights of the skilled bot of Flower War. */
export type Levels = { readonly [W in keyof Weights]?: readonly [number, number] };

/** The names of all weights. */
export const NAMES = Object.keys(WEIGHTS) as readonly (keyof Weights)[];

/** Half and twice of every weight. */
export const USUAL_LEVELS: Levels = Object.fromEntries(
  NAMES.map((name) => [name, [WEIGHTS[name] / 2, WEIGHTS[name] * 2]]),
);

/** Returns the weights that have levels. */
export const namesOf = (levels: Levels): readonly (keyof Weights)[] =>
  NAMES.filter((name) => levels[name] !== undefined);

/** Draws for the own side in a pair whether each weight that has levels is at the higher one; the other side has the opposite. */
export function drawLevels(levels: Levels, seed: string, pair: number): readonly boolean[] {
  const random = randomFrom(deriveSeed(seed, "weights", pair));
  return namesOf(levels).map(() => random(2) === 1);
}

/** Returns the usual weights, but for those that have levels. */
export function weightsAt(levels: Levels, high: readonly boolean[]): Weights {
  const drawn = namesOf(levels).map((name, index) => [name, levels[name]?.[Number(high[index])]]);
  return { ...WEIGHTS, ...Object.fromEntries(drawn) };
}
