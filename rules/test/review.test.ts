import { describe, expect, test } from "vitest";
import { type Review, randomFrom, review } from "../src/bots/index.ts";
import { firstsOf } from "../src/bots/chances.ts";
import { withNewChance as withNewDice } from "../src/flower-war/bots/new-chance.ts";
import { withNewChance as withNewCoins } from "../src/tieqchieq/bots/new-chance.ts";
import { type Game, type GameTypes, games } from "../src/index.ts";
import { easyRecord, type Parts } from "./support/records.ts";
import { SEED } from "./support/position.ts";

type Name = keyof typeof games;

/** Reviews a match in so many steps. Returns what is known after each. */
function reviewIn(name: Name, { header, entries, end }: Parts, steps: number): readonly Review[] {
  let step = 0;
  return [...review(name, { header, entries, end }, randomFrom(SEED), () => step++ / steps)];
}

describe.each(["flower-war", "space-aztecs", "tieqchieq"] as const)("a review of %s", (name) => {
  const parts = easyRecord(name, 2);
  const seats = parts.header.seats.map(({ seat }) => seat);
  const all = reviewIn(name, parts, 60);
  const last = all.at(-1);
  const game = games[name] as unknown as Game<GameTypes>;

  test("has positions from the beginning to the end, at each of which one seat comes first", () => {
    const positions = last?.positions ?? [];
    expect(positions.map(({ n }) => n)).toEqual(positions.map(({ n }) => n).toSorted((a, b) => a - b));
    expect([positions[0]?.n, positions.at(-1)?.n]).toEqual([0, parts.entries.length]);
    for (const { chances } of positions) {
      expect(Object.keys(chances)).toEqual(seats);
      expect(Object.values(chances).reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1);
    }
  });

  test("knows the end, and is less sure of all before", () => {
    const positions = last?.positions ?? [];
    const firsts = firstsOf(parts.end.outcome, seats);
    for (const seat of seats) {
      expect(positions.at(-1)?.chances[seat]).toEqual({ chance: firsts.get(seat), margin: 0 });
      expect(positions[0]?.chances[seat]?.margin).toBeGreaterThan(0.1);
    }
  });

  test("tells where a chance fell most, and which legal command a skilled bot would have given", () => {
    const swings = last?.swings ?? [];
    expect(swings.length).toBeGreaterThan(0);
    const falls = swings.map(({ before, after }) => before.chance - after.chance);
    expect(falls).toEqual(falls.toSorted((a, b) => b - a));
    expect(new Set(swings.map(({ from }) => from)).size).toBe(swings.length);
    let state = game.setup(parts.header.options, 2, parts.end.seed);
    const states = [state];
    for (const { events } of parts.entries) {
      state = (events as GameTypes["event"][]).reduce((before, event) => game.evolve(before, event), state);
      states.push(state);
    }
    for (const { seat, from, to, better } of swings) {
      if (better === null) continue;
      expect(better.n).toBeGreaterThan(from);
      expect(better.n).toBeLessThanOrEqual(to);
      const decided = game.decide(states[better.n - 1] ?? {}, seat, better.command);
      expect(decided.events).toEqual(better.events);
      expect(decided.command).not.toEqual(parts.entries[better.n - 1]?.command);
    }
  });
});

test("a review is the same with the same numbers, and gets surer with more time", () => {
  const parts = easyRecord("tieqchieq", 2);
  const marginIn = (steps: number) =>
    reviewIn("tieqchieq", parts, steps).at(-1)?.positions[0]?.chances["red"]?.margin ?? 1;
  expect(reviewIn("tieqchieq", parts, 120).at(-1)).toEqual(reviewIn("tieqchieq", parts, 120).at(-1));
  expect(marginIn(300)).toBeLessThan(marginIn(120));
});

test("a review plays each position on at least once, however short its time is", () => {
  const [first, ...more] = reviewIn("tieqchieq", easyRecord("tieqchieq", 2), 0).filter(
    ({ positions }) => positions.length > 0,
  );
  expect(first?.swings).toEqual([]);
  expect(more.at(-1)?.positions.every(({ chances }) => chances["red"]?.chance !== undefined)).toBe(true);
  expect(more.at(-1)?.swings.length).toBe(3);
});

test("a match that its people ended is open at its end", () => {
  const parts = easyRecord("tieqchieq", 2);
  const drawn = {
    ...parts,
    entries: parts.entries.slice(0, 40),
    end: { ...parts.end, outcome: { by: "draw", winner: null } },
  };
  const end = reviewIn("tieqchieq", drawn, 100).at(-1)?.positions.at(-1);
  expect(end?.n).toBe(40);
  expect(end?.chances["red"]?.margin).toBeGreaterThan(0);
});

test("seats that share the first place share it in a review", () => {
  const standings = [
    { seat: "0", place: 1 },
    { seat: "2", place: 1 },
    { seat: "1", place: 3 },
  ];
  expect([...firstsOf({ by: "piles", standings }, ["0", "1", "2"])]).toEqual([
    ["0", 0.5],
    ["1", 0],
    ["2", 0.5],
  ]);
  expect([...firstsOf({ by: "abort", winner: null }, ["red", "yellow"]).values()]).toEqual([0.5, 0.5]);
});

describe("new chance", () => {
  test.each([
    ["flower-war", withNewDice],
    ["tieqchieq", withNewCoins],
  ] as const)("in %s shows all seats what they saw, and brings other luck", (name, renew) => {
    const game = games[name] as unknown as Game<GameTypes>;
    const { header, end, entries } = easyRecord(name, 2);
    const start = game.setup(header.options, 2, end.seed);
    const middle = entries
      .slice(0, 60)
      .flatMap(({ events }) => events as GameTypes["event"][])
      .reduce((before, event) => game.evolve(before, event), start);
    const random = randomFrom(SEED);
    const others = Array.from({ length: 8 }, () => renew(middle as never, random));
    for (const viewer of [...header.seats.map(({ seat }) => seat), "public"]) {
      for (const other of others) expect(game.view(other, viewer)).toEqual(game.view(middle, viewer));
    }
    const futures = others.map((other) => {
      let state: object = other;
      for (let n = 0; n < 12; n += 1) {
        const [{ seat } = { seat: "" }] = game.awaiting(state);
        state = game.decide(state, seat, game.fallback(state, seat)).state ?? state;
      }
      return JSON.stringify(game.view(state, "public"));
    });
    expect(new Set(futures).size).toBeGreaterThan(1);
  });
});
