import { GAMES, type GameName } from "@flower-war/client-sdk";
import type { Event, God, Table, View } from "@flower-war/client-sdk/flower-war";
import type { View as SpaceAztecsView } from "@flower-war/client-sdk/space-aztecs";
import type { View as TieqchieqView } from "@flower-war/client-sdk/tieqchieq";
import { spaceAztecs } from "@flower-war/rules/space-aztecs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { motion } from "../src/games/flower-war/motion.ts";
import { motion as aztecs } from "../src/games/space-aztecs/motion.ts";
import { motion as tieqchieq } from "../src/games/tieqchieq/motion.ts";
import { fixture, withTable } from "./support/flower-war.ts";
import { MOTIONS, type PlayedEntry, RandomMatch } from "./support/pictured-match.ts";

/** Checks every entry of random matches of a game. */
function checkEntries(game: GameName, check: (entry: PlayedEntry) => void): void {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(), (table, seed) => {
      const match = new RandomMatch({ game, table, seed });
      for (let played = 0; played < 150; played += 1) {
        const entry = match.play();
        if (entry === null) return;
        check(entry);
      }
    }),
    { numRuns: 40 },
  );
}

/** What the events of an entry make of the view before it. */
const folded = (game: GameName, { before, events, after }: PlayedEntry): object =>
  events.reduce((view, event) => MOTIONS[game].fold(view, event, after), before);

/** What is seen to move: pawns, racks, purses, hands, discs, the lake, the apocalypse. */
const movable = ({ tribes, spaces, lake, apocalypse, turn }: Table) => ({
  tribes: Object.entries(tribes).map(([seat, { space, skulls, cards }]) => ({ seat, space, skulls, cards })),
  spaces: spaces.map(({ rack, disc, top }) => ({ rack, disc, top })),
  lake,
  apocalypse: [apocalypse.state, apocalypse.count, apocalypse.ruling],
  turn: [turn.number, turn.seat, turn.dice, turn.landings],
});

test.each(["flower-war", "mexica"] as const)("in %s what moves ends where the state has it", (game) => {
  checkEntries(game, (entry) => {
    // A concession changes things that nothing moves for.
    if (entry.events.some(({ type }) => type === "conceded")) return;
    const view = folded(game, entry) as View;
    expect(movable(view.table)).toEqual(movable((entry.after as View).table));
  });
});

test("in Tıeqchıeq what moves ends where the state has it", () => {
  checkEntries("tieqchieq", (entry) => {
    const { tokens, coins, tosses, turn, battle } = (folded("tieqchieq", entry) as TieqchieqView).table;
    expect((entry.after as TieqchieqView).table).toMatchObject({ tokens, coins, tosses, turn, battle });
  });
});

test("in Space Aztecs piles end where the state has them", () => {
  checkEntries("space-aztecs", (entry) => {
    const { places, out } = (folded("space-aztecs", entry) as SpaceAztecsView).table;
    expect((entry.after as SpaceAztecsView).table).toMatchObject({ places, out });
  });
});

test.each(GAMES)(
  "in %s an event that only a newer server knows changes nothing, and nothing moves",
  (game) => {
    const before = new RandomMatch({ game, table: 0, seed: 0 }).play()?.before;
    if (before === undefined) throw new Error("no move");
    const { fold, motionsOf } = MOTIONS[game];
    const event = { type: "of-a-newer-server", seat: "north" };
    expect(fold(before, event, before)).toEqual(before);
    expect(motionsOf(before, event)).toEqual([]);
  },
);

test("in Space Aztecs the pile of a seat that concedes goes back to its place", () => {
  const start = spaceAztecs.setup({ removedSet: "random", codex: true }, 3, "c0".repeat(32));
  const { starting } = start.table;
  const taken = spaceAztecs.decide(start, starting, { type: "take", place: 3 }).state ?? start;
  const { events = [], state = taken } = spaceAztecs.decide(taken, starting, { type: "concede" });
  const before = spaceAztecs.view(taken, "public");
  const { places, out } = events.reduce((view, event) => aztecs.fold(view, event, view), before).table;
  expect(state.table).toMatchObject({ places, out });
  expect(out).toEqual([starting]);
  expect(aztecs.motionsOf(before, { type: "conceded", seat: starting })).toMatchObject([
    { type: "fly", from: `[data-seat="${starting}"]` },
  ]);
});

/** A view of Flower War in which east stands on a space. */
function standing(space: number): View {
  const { view } = fixture("roll");
  const { east } = view.table.tribes;
  if (east === undefined) throw new Error("no player has east");
  return withTable(view, { tribes: { ...view.table.tribes, east: { ...east, space } } });
}

const moved = (space: number, steps: number | null): Event => ({
  type: "moved",
  seat: "east",
  space,
  steps,
  landing: true,
});

test("a pawn takes 140 ms a step, 840 at most, and passes every space in between", () => {
  const walkOf = (from: number, to: number, steps: number | null) => {
    const [walk] = motion.motionsOf(standing(from), moved(to, steps));
    if (walk?.type !== "walk") throw new Error("no pawn walks");
    return { what: walk.what, ms: walk.ms, points: walk.way.length };
  };
  expect(walkOf(19, 2, 3)).toEqual({ what: '[data-pawn="east"]', ms: 420, points: 4 });
  expect(walkOf(2, 19, 3)).toMatchObject({ ms: 420, points: 4 });
  expect(walkOf(1, 11, 10)).toMatchObject({ ms: 840, points: 11 });
  expect(walkOf(1, 18, null)).toMatchObject({ ms: 420, points: 4 });
  expect(motion.motionsOf(standing(4), moved(4, null))).toEqual([]);
});

test("water goes round the ring when it begins to rule, and not again at each tick", () => {
  const { view } = fixture("roll");
  const tick: Event = { type: "ticked", count: 2, ruling: "flood" };
  const ruled = withTable(view, { apocalypse: { ...view.table.apocalypse, ruling: "flood" } });
  const types = (before: View) => motion.motionsOf(before, tick).map(({ type, ms }) => [type, ms]);
  expect(types(view)).toEqual([
    ["appear", 320],
    ["sweep", 900],
  ]);
  expect(types(ruled)).toEqual([["appear", 320]]);
});

test("an offering is one more for the next comparison, and a catastrophe leaves its god none", () => {
  const { view } = fixture("flooded");
  const { apocalypse } = view.table;
  const start = withTable(view, {
    apocalypse: { ...apocalypse, unspent: { huitzilopochtli: 3, tlaloc: 1 } },
  });
  const leftAfter = (...events: readonly Event[]) =>
    events.reduce<View>((before, event) => motion.fold(before, event, start), start).table.apocalypse.unspent;
  const offering: Event = { type: "sacrificed", seat: "east", god: "tlaloc", free: false };
  expect(leftAfter(offering)).toEqual({ huitzilopochtli: 3, tlaloc: 2 });
  expect(leftAfter(offering, { type: "ticked", count: 5, ruling: "invasion" })).toEqual({
    huitzilopochtli: 0,
    tlaloc: 2,
  });
  expect(leftAfter({ type: "forestalled" })).toEqual({ huitzilopochtli: 3, tlaloc: 1 });
  expect(motion.fold(view, offering, view).table.apocalypse).not.toHaveProperty("unspent");
});

test("by atl's rule an offering to Tlaloc counts twice at once, and is one skull in the lake", () => {
  const { view } = fixture("flooded");
  const { apocalypse } = view.table;
  const start = withTable(view, {
    apocalypse: { ...apocalypse, discs: ["atl"], unspent: { huitzilopochtli: 3, tlaloc: 1 } },
  });
  const after = (god: God) =>
    motion.fold(start, { type: "sacrificed", seat: "east", god, free: false }, start).table;
  const { offerings, lake } = start.table;
  expect(after("tlaloc").offerings.tlaloc).toBe(offerings.tlaloc + 2);
  expect(after("tlaloc").apocalypse.unspent).toEqual({ huitzilopochtli: 3, tlaloc: 3 });
  expect(after("tlaloc").lake.tlaloc).toBe(lake.tlaloc + 1);
  expect(after("huitzilopochtli").offerings.huitzilopochtli).toBe(offerings.huitzilopochtli + 1);
  expect(after("huitzilopochtli").apocalypse.unspent).toEqual({ huitzilopochtli: 4, tlaloc: 1 });
});

test("who watches sees a bead come out of the god's slot and roll to its place in the lake", () => {
  const { view } = fixture("spectator");
  expect(view.seat).toBeNull();
  const beadOf = (god: God) => {
    const [bead] = motion.motionsOf(view, { type: "sacrificed", seat: "east", god, free: false });
    if (bead?.type !== "roll") throw new Error("no bead rolls");
    return { ...bead, side: Math.sign(bead.way.at(-1)?.[0] ?? 0) };
  };
  const drawing = { sheet: "marks", id: "bead" };
  expect(beadOf("tlaloc")).toMatchObject({ drawing, ms: 480, side: -1 });
  expect(beadOf("huitzilopochtli")).toMatchObject({ drawing, ms: 480, side: 1 });
});

test("a token walks its colour's squares, 140 ms each", () => {
  const view = {} as TieqchieqView;
  const [walk] = tieqchieq.motionsOf(view, { type: "moved", seat: "red", from: "a1", to: "a3" });
  expect(walk).toMatchObject({ type: "walk", what: '[data-token="red-a3"]' });
  if (walk?.type === "walk") expect(walk.ms).toBe(140 * (walk.way.length - 1));
});
