import type { Command, Seat, Table } from "@flower-war/client-sdk/space-aztecs";
import { scoresOf } from "@flower-war/client-sdk/space-aztecs";
import { spaceAztecs } from "@flower-war/rules/space-aztecs";
import { describe, expect, test } from "vitest";
import { destination } from "../src/game-frame/board/ring-keys.ts";
import { printedPoints } from "../src/games/space-aztecs/card-art.ts";
import { cityOf, expectedEffect, scoreOf, withPlayed, worthsOf } from "../src/games/space-aztecs/cities.ts";
import { PLACE_COUNT, pointAt, saucerPoints } from "../src/games/space-aztecs/geometry.ts";
import { aimedCommand, choicesIn } from "../src/games/space-aztecs/handling.ts";
import { follow, partOfDay, revealOf } from "../src/games/space-aztecs/reveal.ts";
import { fixture, playMatch } from "./support/space-aztecs.ts";

describe("the sundial", () => {
  test("its places run clockwise from the top", () => {
    expect(pointAt(100, 0)).toEqual([0, -100]);
    expect(pointAt(100, 90)).toEqual([100, -0]);
  });

  test.each([
    ["ArrowRight", 8, 1],
    ["ArrowLeft", 1, 8],
    ["ArrowDown", 3, 4],
    ["Home", 2, 5],
  ])("%s leads from place %i to place %i", (key, from, to) => {
    expect(destination(key, from, { count: PLACE_COUNT, own: 5 })).toBe(to);
  });

  test("another key leads nowhere", () => {
    expect(destination("a", 1, { count: PLACE_COUNT, own: 1 })).toBeNull();
  });

  test.each([7, 9])("%i Saucers find room on the sun", (limit) => {
    const { points, width } = saucerPoints(limit);
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = points;
    expect(points).toHaveLength(limit);
    expect(Math.hypot(ax - bx, ay - by)).toBeGreaterThan(width * 0.8);
  });
});

test.each([
  ["P04", "3"],
  ["G06", "3+3"],
  ["Y01", "1–20"],
  ["B10", "10"],
  ["PS1", "+1"],
  ["C4", "≤8"],
  ["PT1", null],
])("on %s stands %s", (card, points) => {
  expect(printedPoints(card)).toBe(points);
});

test("the numbers on the cards of a city add up to its points", () => {
  for (const seats of [2, 4, 6]) {
    for (const { state } of playMatch(seats, seats)) {
      for (const { seat, score } of scoresOf(state.table)) {
        const sum = [...worthsOf(state.table, seat).values()].reduce((total, worth) => total + worth, 0);
        expect(sum).toBe(score.total - score.fewest);
      }
    }
  }
});

test("a card's effect as expected is a table that the rules could lead to", () => {
  const { view } = fixture("choose");
  const seat = view.seat ?? "0";
  for (const card of view.pile) {
    const after = withPlayed(view.table, seat, card, expectedEffect(view.table, seat, card));
    expect(scoreOf(after, seat).total).toBeTypeOf("number");
    expect(cityOf(after, seat)).not.toEqual(cityOf(view.table, seat));
  }
});

describe("the called times", () => {
  test("show for whole matches which card each seat played, and lead to the cities as they are", () => {
    for (const [seats, number] of [
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 4],
      [6, 5],
      [6, 6],
    ] as const) {
      checkMatch(seats, number);
    }
  });

  test("are not shown for tables that are more than a round apart", () => {
    const { view, before } = fixture("reveal");
    if (before === null) throw new Error("the fixture has no table before");
    const later: Table = { ...view.table, round: view.table.round + 1 };
    expect(revealOf(before.table, later)).toBeNull();
    expect(revealOf(before.table, before.table)).toBeNull();
  });

  test("leave out a seat that conceded before its card was played", () => {
    let state = spaceAztecs.setup({ removedSet: "random", codex: true }, 3, "c0".repeat(32));
    const play = (seat: Seat, command: Command) => {
      const decided = spaceAztecs.decide(state, seat, command);
      if (decided.refused !== undefined) throw new Error(decided.refused);
      state = decided.state;
    };
    while (state.table.chosen.length < 2) {
      const [awaited] = spaceAztecs.awaiting(state);
      if (awaited === undefined) throw new Error("no seat is awaited");
      play(awaited.seat, spaceAztecs.fallback(state, awaited.seat));
    }
    const before = state.table;
    const [out] = spaceAztecs.awaiting(state);
    if (out === undefined) throw new Error("all seats have chosen");
    play(out.seat, { type: "concede" });
    const shown = revealOf(before, state.table)?.cards.map(({ seat }) => seat);
    expect(shown?.toSorted()).toEqual(before.chosen);
  });

  test("are shown once, not again whenever a seat takes a pile", () => {
    const { view, before } = fixture("reveal");
    if (before === null) throw new Error("the fixture has no table before");
    const base = { table: before.table, base: before.table, own: null, reveal: null, from: 0 };
    const shown = follow(base, view.table, null);
    expect(shown.reveal?.round).toBe(before.table.round);
    const closed = { ...shown, reveal: null };
    expect(follow(closed, { ...view.table }, null).reveal).toBeNull();
  });

  test.each([
    ["piles", 2, 2],
    ["piles", 4, 10],
    ["saucers", 4, 1],
  ])("say from the first card on when empty piles end the match (it ends by %s)", (by, seats, number) => {
    let base: Table | null = null;
    let over: Table | null = null;
    const ending = new Set<number>();
    const goingOn = new Set<number>();
    for (const { before, state } of playMatch(seats, number)) {
      over = state.table;
      if (before.table.phase === "choose") base = before.table;
      const reveal = base === null ? null : revealOf(base, over);
      if (reveal !== null) (reveal.endsByPiles ? ending : goingOn).add(reveal.round);
    }
    expect(over?.outcome?.by).toBe(by);
    expect([...ending]).toEqual(by === "piles" ? [over?.round] : []);
    expect([...ending].filter((round) => goingOn.has(round))).toEqual([]);
  });

  test("stand on the bar of the day", () => {
    expect(partOfDay("00:00")).toBe(0);
    expect(partOfDay("18:00")).toBe(0.75);
  });
});

/** Compares what is shown for every round with what happened in it. */
function checkMatch(seats: number, number: number): void {
  let base: Table | null = null;
  let turned: { readonly seat: string; readonly card: string }[] = [];
  for (const { before, state, events } of playMatch(seats, number)) {
    if (before.table.phase === "choose") {
      base = before.table;
      turned = [];
    }
    for (const event of events) {
      if (event.type === "card-turned-up") turned.push({ seat: event.seat, card: event.card });
    }
    if (base === null || state.table.phase === "choose" || turned.length === 0) continue;
    if (before.table.phase === "take") continue;
    const reveal = revealOf(base, state.table);
    expect(reveal, `seed ${number}, round ${base.round}`).not.toBeNull();
    const open = reveal?.cards.filter(({ card }) => card !== null).map(({ seat, card }) => ({ seat, card }));
    expect(open, `seed ${number}, round ${base.round}`).toEqual(turned);
    const last = reveal?.cards.findLast(({ effect }) => effect !== null);
    if (state.table.phase === "abduct") continue;
    for (const { seat, after } of last?.points ?? []) {
      expect(after, `seed ${number}, round ${base.round}, ${seat}`).toBe(scoreOf(state.table, seat).total);
    }
  }
}

describe("what was pointed at", () => {
  const nothing = { place: null, card: null, targets: {} };

  test("a pile is taken when its place is selected", () => {
    const { legal } = fixture("take-first");
    expect(aimedCommand(legal, nothing)).toBeNull();
    expect(aimedCommand(legal, { ...nothing, place: 3 })).toEqual({ type: "take", place: 3 });
  });

  test("a card is chosen when it is picked, and only while that is legal", () => {
    const { view, legal } = fixture("choose");
    const card = view.pile[1] ?? "";
    expect(aimedCommand(legal, { ...nothing, card })).toEqual({ type: "choose", card });
    expect(aimedCommand([], { ...nothing, card })).toBeNull();
  });

  test("a Saucer takes when one Aztec is named of each city that has several", () => {
    const { view, legal } = fixture("abduct");
    const victims = choicesIn(view, legal);
    expect(victims.length).toBeGreaterThan(0);
    expect(aimedCommand(legal, nothing)).toBeNull();
    const targets = Object.fromEntries(victims.map(({ seat, aztecs }) => [seat, aztecs[1] ?? aztecs[0]]));
    expect(aimedCommand(legal, { ...nothing, targets })).toEqual({ type: "abduct", targets });
  });

  test("whether to shelter is never pointed at: it has buttons of its own", () => {
    expect(aimedCommand(fixture("shelter").legal, nothing)).toBeNull();
  });
});
