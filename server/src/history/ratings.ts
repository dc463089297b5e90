import type { StoredRating } from "./store/history-store.ts";

/** The first rating of each player: OpenSkill's 25 ± 25/3, 40 points for each of its units, around 1200 (docs/ratings.md). */
export const NEW_RATING: StoredRating = { value: 1200, deviation: 1000 / 3 };

/** How much one match depends on chance, in points: OpenSkill's default, half the deviation of a new rating. */
const CHANCE = NEW_RATING.deviation / 2;

/** How much a player may change between two matches, in points: no rating stops to move, however many matches it has. */
const DRIFT = NEW_RATING.deviation / 100;

/** The least part of a variance that a match leaves. OpenSkill's default. */
const LEAST_PART = 1e-4;

/** Returns a rating that has moved a part of the way. @param weight 0 to 1 */
export function blend(before: StoredRating, after: StoredRating, weight: number): StoredRating {
  const between = (from: number, to: number) => from + weight * (to - from);
  return {
    value: between(before.value, after.value),
    deviation: between(before.deviation, after.deviation),
  };
}

/**
 * Returns the ratings after a match of several players, each for themselves: the model of Plackett and Luce as OpenSkill has it (Weng and
 * Lin, 2011, algorithm 4). Its package would add 75 ms to each start of a server.
 * @param players their ratings before, and the order in which they ended: 1 is the best, equals are drawn
 */
export function rate(
  players: readonly { readonly rating: StoredRating; readonly place: number }[],
): readonly StoredRating[] {
  const drifted = players.map(({ rating: { value, deviation }, place }) => ({
    value,
    variance: deviation ** 2 + DRIFT ** 2,
    place,
  }));
  const spread = Math.sqrt(drifted.reduce((sum, { variance }) => sum + variance + CHANCE ** 2, 0));
  const strengthOf = ({ value }: { readonly value: number }) => Math.exp(value / spread);
  const ranked = drifted.map((player) => ({
    place: player.place,
    drawn: drifted.filter(({ place }) => place === player.place).length,
    strength: drifted
      .filter(({ place }) => place >= player.place)
      .reduce((sum, other) => sum + strengthOf(other), 0),
  }));
  return drifted.map((player, i) => {
    let [gain, certainty] = [0, 0];
    for (const [j, { place, drawn, strength }] of ranked.entries()) {
      if (place > player.place) continue;
      const chance = strengthOf(player) / strength;
      gain += (i === j ? 1 - chance : -chance) / drawn;
      certainty += (chance * (1 - chance)) / drawn;
    }
    const { value, variance } = player;
    const part = 1 - (Math.sqrt(variance) / spread) * certainty * (variance / spread ** 2);
    return {
      value: value + gain * (variance / spread),
      deviation: Math.sqrt(variance * Math.max(part, LEAST_PART)),
    };
  });
}
