import { createRequire } from "node:module";
import type * as openskill from "openskill";
import type * as models from "openskill/models";
import type { StoredRating } from "./store/history-store.ts";

type OpenSkill = Pick<typeof openskill, "rate"> & Pick<typeof models, "plackettLuce">;

/** The first rating of each player: OpenSkill's 25 ± 25/3, 40 points for each of its units, around 1200 (docs/ratings.md). */
export const NEW_RATING: StoredRating = { value: 1200, deviation: 1000 / 3 };

/** How much one match depends on chance, in points: OpenSkill's default, half the deviation of a new rating. */
const CHANCE = NEW_RATING.deviation / 2;

/** How much a player may change between two matches, in points: no rating stops to move, however many matches it has. */
const DRIFT = NEW_RATING.deviation / 100;

const OPTIONS = {
  mu: NEW_RATING.value,
  sigma: NEW_RATING.deviation,
  beta: CHANCE,
  tau: DRIFT,
};

let loaded: OpenSkill | null = null;

/** Loads the model with the first match that is rated: all of ramda comes along (docs/performance.md, "What is installed"). */
function openSkill(): OpenSkill {
  if (loaded !== null) return loaded;
  const require = createRequire(import.meta.url);
  loaded = { ...require("openskill"), ...require("openskill/models") } as OpenSkill;
  return loaded;
}

/** Returns a rating that has moved a part of the way. @param weight 0 to 1 */
export function blend(before: StoredRating, after: StoredRating, weight: number): StoredRating {
  const between = (from: number, to: number) => from + weight * (to - from);
  return {
    value: between(before.value, after.value),
    deviation: between(before.deviation, after.deviation),
  };
}

/**
 * Returns the ratings after a match of several players, each for themselves.
 * @param players their ratings before, and the order in which they ended: 1 is the best, equals are drawn
 */
export function rate(
  players: readonly { readonly rating: StoredRating; readonly place: number }[],
): readonly StoredRating[] {
  const teams = players.map(({ rating: { value, deviation } }) => [{ mu: value, sigma: deviation }]);
  const { rate: rateWith, plackettLuce } = openSkill();
  const rank = players.map(({ place }) => place);
  const rated = rateWith(teams, { ...OPTIONS, model: plackettLuce, rank });
  return rated.map(([after]) => {
    if (!after) throw new Error("openskill returned no rating");
    return { value: after.mu, deviation: after.sigma };
  });
}
