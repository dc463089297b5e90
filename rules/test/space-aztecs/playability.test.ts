import { expect, test } from "vitest";
import { defaultsOf } from "../../src/options.ts";
import { spaceAztecs } from "../../src/space-aztecs/index.ts";
import { playMatch } from "../../src/trials/matches.ts";
import { anyAnswerOf } from "../../src/trials/any-command.ts";

/**
 * The canon's figures come from 2,000 other matches. These matches are fewer and always the same, so they only come
 * near them.
 */
test.each([
  { seats: 2, rounds: 18.1, score: 43 },
  { seats: 3, rounds: 12.5, score: 23 },
  { seats: 4, rounds: 9.6, score: 15 },
  { seats: 5, rounds: 10.2, score: 13 },
  { seats: 6, rounds: 8.7, score: 9 },
])("section 15: matches of $seats random players have the canon's figures", ({ seats, rounds, score }) => {
  const options = defaultsOf(spaceAztecs);
  const played: number[] = [];
  const scored: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const seed = n.toString(16).padStart(64, "0");
    const setting = { game: spaceAztecs, seats, options, seed, players: seed };
    const { state } = playMatch(setting, anyAnswerOf(spaceAztecs));
    played.push(state.table.round);
    scored.push(...(state.table.outcome?.standings ?? []).map((standing) => standing.score.total));
  }
  expect(mean(played)).toBeGreaterThan(0.93 * rounds);
  expect(mean(played)).toBeLessThan(1.07 * rounds);
  expect(mean(scored)).toBeGreaterThan(score - 3);
  expect(mean(scored)).toBeLessThan(score + 3);
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
