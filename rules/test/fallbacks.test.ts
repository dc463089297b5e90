/** What is played for players who do not answer: every game has a fallback for every decision. */
import { describe, expect, test } from "vitest";
import { type Game, type GameTypes, games, readOptions } from "../src/index.ts";

/** More commands than any match has, so that a match without players must end before. */
const MOST = 10_000;

const SEEDS = ["0".repeat(64), "5".repeat(64), "a".repeat(64)];
const MATCHES = Object.values<Game<GameTypes>>(games as never).flatMap((game) =>
  [game.seats.min, game.seats.max].flatMap((seats) => SEEDS.map((seed) => ({ game, seats, seed }))),
);

describe.each(MATCHES)("$game.name of $seats seats, seed $seed", ({ game, seats, seed }) => {
  test("ends though no player ever answers, by fallbacks that the rules accept", () => {
    const { options } = readOptions(game, {});
    if (options === undefined) throw new Error("the game has no defaults");
    let state = game.setup(options, seats, seed);
    let n = 0;
    for (; game.outcome(state) === null && n < MOST; n++) {
      const awaiting = game.awaiting(state);
      expect(awaiting.length).toBeGreaterThan(0);
      const decided = awaiting.map(({ seat }) => game.decide(state, seat, game.fallback(state, seat)));
      expect(decided.map(({ refused }) => refused)).toEqual(awaiting.map(() => undefined));
      state = decided[0]?.state ?? state;
    }
    expect(n).toBeLessThan(MOST);
  });
});
