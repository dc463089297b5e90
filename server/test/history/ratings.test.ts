/** The rules of rating in numbers (docs/ratings.md). */
import { describe, expect, test } from "vitest";
import { NEW_RATING, rate } from "../../src/history/ratings.ts";

const rounded = (ratings: ReturnType<typeof rate>) =>
  ratings.map(({ value, deviation }) => [Math.round(value), Math.round(deviation)]);

describe("ratings", () => {
  test("begin with 1200 points and a deviation of 333", () => {
    expect(rounded([NEW_RATING])).toEqual([[1200, 333]]);
  });

  test.each([
    ["a match of two", [1, 2]],
    ["a draw of two", [1, 1]],
    ["a match of three", [1, 2, 3]],
    ["a match of three in which two share the last place", [1, 2, 2]],
    ["a match of six", [4, 2, 6, 1, 5, 3]],
  ])("of new players follow their places after %s, and are less uncertain", (_, places) => {
    const rated = rate(places.map((place) => ({ rating: NEW_RATING, place })));
    for (const [i, one] of rated.entries()) {
      expect(one.deviation).toBeLessThan(NEW_RATING.deviation);
      for (const [j, other] of rated.entries()) {
        const [a = 0, b = 0] = [places[i], places[j]];
        if (a < b) expect(one.value).toBeGreaterThan(other.value);
        if (a === b) expect(one.value).toBeCloseTo(other.value, 6);
      }
    }
    expect(rated.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1200 * places.length, 6);
  });

  test("are those of OpenSkill, 40 points for each of its units", () => {
    // Weng and Lin 2011, algorithm 4, for two new players: c = sqrt(2 * (sigma ** 2 + beta ** 2)), p = 1/2.
    const sigma = Math.hypot(25 / 3, 25 / 300);
    const c = Math.sqrt(2 * (sigma ** 2 + (25 / 6) ** 2));
    const gain = (sigma ** 2 / c) * 0.5;
    const spread = sigma * Math.sqrt(1 - (sigma / c) * (sigma ** 2 / c ** 2) * 0.25);
    const [winner, loser] = rate([1, 2].map((place) => ({ rating: NEW_RATING, place })));
    expect(winner?.value).toBeCloseTo(1200 + 40 * gain, 6);
    expect(loser?.value).toBeCloseTo(1200 - 40 * gain, 6);
    expect(winner?.deviation).toBeCloseTo(40 * spread, 6);
  });

  test("rise more by beating a better player, and fall more by losing to a weaker one", () => {
    const of = (value: number) => ({ value, deviation: 100 });
    const [upset] = rate([
      { rating: of(1100), place: 1 },
      { rating: of(1500), place: 2 },
    ]);
    const [expected] = rate([
      { rating: of(1500), place: 1 },
      { rating: of(1100), place: 2 },
    ]);
    expect((upset?.value ?? 0) - 1100).toBeGreaterThan((expected?.value ?? 0) - 1500);
    expect(expected?.value).toBeGreaterThan(1500);
  });

  test("still move after a thousand matches", () => {
    let players = [NEW_RATING, NEW_RATING];
    for (let i = 0; i < 1000; i += 1) {
      players = [...rate(players.map((rating, j) => ({ rating, place: 1 + ((i + j) % 2) })))];
    }
    const [before = NEW_RATING, other = NEW_RATING] = players;
    const [after] = rate([
      { rating: before, place: 1 },
      { rating: other, place: 2 },
    ]);
    expect((after?.value ?? 0) - before.value).toBeGreaterThan(5);
  });
});
