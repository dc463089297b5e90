import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import { FLOWER_WAR, MEXICA } from "../src/flower-war/presets.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
import { findFaults } from "./support/invariants.ts";
import { cardsOf, play, playAll, refusal, space, tribe, types } from "./support/playing.ts";
import { position, SEED } from "./support/position.ts";

describe("section 9, concede", () => {
  const before = position({
    tribes: {
      east: { on: "olin", skulls: 2 },
      south: { on: "atl", skulls: 5, hand: ["eagle", "mist", "4-xochitl"] },
    },
    stacks: { atl: ["1-calli"] },
    discs: { coatl: "south", olin: "south", calli: "east" },
    asks: "sacrifice",
  });

  test("skulls go to supply, cards onto the seat's own space in the order held, discs back to the board", () => {
    const { state, events } = play(before, "south", { type: "concede" });
    expect(types(events)).toEqual(["conceded", "asked"]);
    expect(state.table.supply).toBe(before.table.supply + 5);
    expect(state.hidden.stacks[8]).toEqual(["1-calli", "eagle", "mist", "4-xochitl"]);
    expect(space(state, "atl")).toMatchObject({ top: "4-xochitl", height: 4 });
    expect(cardsOf(state, "south")).toEqual([]);
    expect(["coatl", "olin", "calli"].map((id) => space(state, id as "coatl").disc)).toEqual([
      null,
      null,
      "east",
    ]);
    expect(tribe(state, "south")).toEqual({
      space: 9,
      skulls: 0,
      cards: { war: 0, rain: 0, day: 0 },
      copies: [],
      canoes: 0,
      out: 1,
    });
    expect(findFaults(state)).toEqual([]);
  });

  test("everything else goes on: the active seat is still awaited", () => {
    const { state } = play(before, "south", { type: "concede" });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
    expect(state.flow).toEqual(before.flow);
  });

  test.each(["roll", "sacrifice", "cards"] as const)(
    "the active seat's turn ends when it concedes, awaited for %s",
    (asks) => {
      const active = position({ asks, tribes: { east: { skulls: 3, hand: ["mist"] } } });
      const { state, events } = play(active, "east", { type: "concede" });
      expect(types(events)).toEqual(["conceded", "turn-began", "asked"]);
      expect(state.table.awaiting).toEqual({ seat: "north", decision: "roll" });
    },
  );

  test("a seat that has conceded is not seated", () => {
    const { state } = play(before, "south", { type: "concede" });
    for (const type of ["concede", "roll", "end-turn"])
      expect(refusal(state, "south", { type })).toBe("not-seated");
    expect(flowerWar.legal(flowerWar.view(state, "south"), "south")).toEqual([]);
  });

  test("the last seat wins, whatever the others held", () => {
    const { state, events } = playAll(before, [
      ["south", { type: "concede" }],
      ["north", { type: "concede" }],
      ["east", { type: "concede" }],
    ]);
    expect(types(events).at(-1)).toBe("ended");
    expect(state.table.outcome).toEqual({
      by: "last-tribe",
      winner: "west",
      standings: [
        { seat: "west", place: 1 },
        { seat: "east", place: 2 },
        { seat: "north", place: 3 },
        { seat: "south", place: 4 },
      ],
    });
    expect(flowerWar.outcome(state)).toBe(state.table.outcome);
  });

  test("after the end every command of every seat is refused match-over", () => {
    const { state } = play(position({ seats: 2 }), "west", { type: "concede" });
    for (const seat of ["east", "west", "north", null] as const) {
      for (const type of ["roll", "concede"]) expect(refusal(state, seat, { type })).toBe("match-over");
    }
    expect(flowerWar.legal(flowerWar.view(state, "east"), "east")).toEqual([]);
  });
});

describe("section 9, standings", () => {
  type Tribes = NonNullable<Parameters<typeof position>[0]>["tribes"];
  const standings = (tribes: Tribes, discs: Record<string, Seat> = {}) => {
    const before = position({
      turn: { number: 2600 },
      asks: "sacrifice",
      tribes: { ...tribes, east: { skulls: 1, ...tribes?.east } },
      discs,
    });
    const { state } = play(before, "east", { type: "end-turn" });
    return state.table.outcome?.standings.map(({ seat, place }) => `${place} ${seat}`);
  };

  test("different signs first, cards or discs; a second flower does not count", () => {
    expect(
      standings(
        {
          north: { hand: ["1-xochitl", "2-xochitl"] },
          south: { hand: ["eagle"] },
          west: { hand: ["2-xochitl"], skulls: 9 },
        },
        { coatl: "south" },
      ),
    ).toEqual(["1 south", "2 west", "3 north", "4 east"]);
  });

  test("then discs, then skulls, then cards in hand", () => {
    expect(
      standings(
        {
          north: { skulls: 1, hand: ["mist", "omen"] },
          south: { skulls: 2 },
          west: { skulls: 0 },
        },
        { atl: "west" },
      ),
    ).toEqual(["1 west", "2 south", "3 north", "4 east"]);
  });

  test("equals share a place", () => {
    expect(standings({ north: { skulls: 1 }, south: { skulls: 4 } })).toEqual([
      "1 south",
      "2 east",
      "2 north",
      "4 west",
    ]);
  });

  test("seats that conceded come last, the first of them lowest; the winner comes first", () => {
    const before = position({
      seats: 5,
      asks: "sacrifice",
      tribes: { east: { skulls: 1, hand: ["serpent", "3-xochitl"] }, west: { skulls: 30, hand: ["mist"] } },
      discs: { atl: "west" },
      draws: { war: ["eagle"] },
    });
    const { state } = playAll(before, [
      ["north", { type: "concede" }],
      ["topan", { type: "concede" }],
      ["east", { type: "sacrifice", god: "huitzilopochtli" }],
    ]);
    expect(state.table.outcome).toEqual({
      by: "signs",
      winner: "east",
      standings: [
        { seat: "east", place: 1 },
        { seat: "west", place: 2 },
        { seat: "south", place: 3 },
        { seat: "topan", place: 4 },
        { seat: "north", place: 5 },
      ],
    });
  });
});

describe("section 9, offerings that decide", () => {
  const OFFERINGS_DECIDE = { bestTribeWins: true, offeringsDecide: true } as const;

  test("the offered skull that triggers the apocalypse is none, the next one is; skulls of a trade are none", () => {
    const before = position({
      options: { ...MEXICA.options, ...OFFERINGS_DECIDE },
      turn: { seat: "south" },
      asks: "sacrifice",
      tribes: { south: { skulls: 9 } },
      offerings: { tlaloc: 200, huitzilopochtli: 59 },
    });
    const sacrifice = { type: "sacrifice", god: "tlaloc" } as const;
    const { state } = playAll(before, [["south", sacrifice]]);
    expect(state.table.apocalypse.state).toBe("running");
    expect(tribe(state, "south").offered).toBe(0);
    expect(tribe(play(state, "south", sacrifice).state, "south").offered).toBe(1);
    const ending = { ...before.table, apocalypse: state.table.apocalypse };
    const traded = play({ ...before, table: ending }, "south", { type: "trade" }).state;
    expect(tribe(traded, "south").offered).toBe(0);
  });

  test("no offering decides unless the best tribe wins", () => {
    for (const options of [{ offeringsDecide: true }, { bestTribeWins: true }]) {
      const { table } = flowerWar.setup({ ...FLOWER_WAR.options, ...options }, 4, SEED);
      for (const seat of table.seats) expect(table.tribes[seat]).not.toHaveProperty("offered");
    }
  });
});
