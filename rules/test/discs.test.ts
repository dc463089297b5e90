import { describe, expect, test } from "vitest";
import { sacrificesLeft } from "../src/flower-war/index.ts";
import type { God, SpaceId } from "../src/flower-war/vocabulary.ts";
import { battleOf, fight } from "./support/fight.ts";
import { only, play, refusal, space, tribe, types } from "./support/playing.ts";
import { position, type Wanted } from "./support/position.ts";

/** The ways in which east holds a disc: earned or as a copy. */
const holdings = (disc: SpaceId): readonly [string, Wanted][] => [
  ["earned", { discs: { [disc]: "east" } }],
  ["a copy", { tribes: { east: { copies: [disc] } } }],
  ["both, which counts once", { discs: { [disc]: "east" }, tribes: { east: { copies: [disc, disc] } } }],
];

const east = (wanted: Wanted, more: NonNullable<Wanted["tribes"]>["east"]): Wanted => ({
  ...wanted,
  tribes: { ...wanted.tribes, east: { ...wanted.tribes?.east, ...more } },
});

describe("section 8, movement: may lengthen each roll by 1", () => {
  describe.each(["ehecatl", "cuetzpalin", "mazatl", "olin"] as const)("%s", (disc) => {
    test.each(holdings(disc))("%s", (_, held) => {
      const rolled = play(
        position(east({ ...held, racks: { atl: 5 }, dice: [3] }, { on: "miquiztli" })),
        "east",
        {
          type: "roll",
        },
      ).state;
      expect(rolled.table.awaiting).toEqual({ seat: "east", decision: "move" });
      expect(refusal(rolled, "east", { type: "move", steps: 2 })).toBe("bad-steps");
      expect(refusal(rolled, "east", { type: "move", steps: 5 })).toBe("bad-steps");
      expect(refusal(rolled, "east", { type: "roll" })).toBe("wrong-phase");
      expect(tribe(play(rolled, "east", { type: "move", steps: 4 }).state, "east").space).toBe(10);
    });
  });

  test("bonuses of different discs add up, to +2 at most", () => {
    const discs = { ehecatl: "east", cuetzpalin: "east", mazatl: "east", olin: "east" } as const;
    const rolled = play(position({ discs, dice: [3] }), "east", { type: "roll" }).state;
    expect(refusal(rolled, "east", { type: "move", steps: 5 })).toBeNull();
    expect(refusal(rolled, "east", { type: "move", steps: 6 })).toBe("bad-steps");
  });

  test("without one the seat moves without a decision", () => {
    const { events } = play(position({ dice: [3], racks: { calli: 5 } }), "east", { type: "roll" });
    expect(types(events).slice(0, 2)).toEqual(["rolled", "moved"]);
  });
});

describe("section 8, collect: +1 skull when collecting", () => {
  describe.each(["cipactli", "tochtli", "cozcacuauhtli"] as const)("%s", (disc) => {
    test.each(holdings(disc))("%s", (_, held) => {
      const { state } = play(
        position(east({ ...held, racks: { acatl: 5 }, dice: [1] }, { on: "malinalli" })),
        "east",
        {
          type: "roll",
        },
      );
      expect(tribe(state, "east").skulls).toBe(2);
      expect(space(state, "acatl").rack).toBe(3);
    });
  });

  test.each([
    { rack: 5, skulls: 3, earned: false },
    { rack: 3, skulls: 3, earned: true },
    { rack: 2, skulls: 2, earned: true },
  ])("all three, to +2 at most, as far as the rack of $rack goes", ({ rack, skulls, earned }) => {
    const discs = { cipactli: "east", tochtli: "east", cozcacuauhtli: "east" } as const;
    const { state } = play(
      position({ discs, racks: { acatl: rack }, tribes: { east: { on: "malinalli" } }, dice: [1] }),
      "east",
      { type: "roll" },
    );
    expect(tribe(state, "east").skulls).toBe(skulls);
    expect(space(state, "acatl").disc).toBe(earned ? "east" : null);
  });
});

describe("section 8, attack and defense", () => {
  describe.each(["miquiztli", "ocelotl", "cuauhtli"] as const)("%s: +1 when attacking", (disc) => {
    test.each(holdings(disc))("%s", (_, held) => {
      const hands = { east: ["omen"], north: ["omen"] };
      const state = fight({ dice: [3, 3], ...hands, more: held });
      expect(battleOf(state).totals).toEqual({ attacker: 4, defender: 3 });
      expect(battleOf(fight({ dice: [3, 3], ...hands })).totals).toEqual({ attacker: 3, defender: 3 });
    });
  });

  describe.each(["calli", "itzcuintli", "malinalli"] as const)("%s: +1 when defending", (disc) => {
    test("the defender's does", () => {
      const state = fight({ dice: [3, 3], east: ["omen"], more: { discs: { [disc]: "north" } } });
      expect(battleOf(state).totals).toEqual({ attacker: 3, defender: 4 });
    });

    test("the attacker's does not", () => {
      const state = fight({ dice: [3, 3], east: ["omen"], more: { discs: { [disc]: "east" } } });
      expect(battleOf(state).totals).toEqual({ attacker: 3, defender: 3 });
    });
  });

  test("three discs of one kind add 2", () => {
    const discs = {
      miquiztli: "east",
      ocelotl: "east",
      cuauhtli: "east",
      calli: "north",
      itzcuintli: "north",
      malinalli: "north",
    } as const;
    const state = fight({ dice: [3, 3], east: ["omen"], more: { discs } });
    expect(battleOf(state).totals).toEqual({ attacker: 5, defender: 5 });
  });
});

describe("section 8, range: may challenge one seat one space away", () => {
  describe.each(["ozomahtli", "acatl"] as const)("%s", (disc) => {
    test.each(holdings(disc))("%s", (_, held) => {
      const near = east({ ...held, racks: { tecpatl: 5 }, dice: [1] }, { on: "olin" });
      const before = position({ ...near, tribes: { ...near.tribes, west: { on: "quiahuitl" } } });
      const { state } = play(before, "east", { type: "roll" });
      expect(state.table.awaiting).toEqual({ seat: "east", decision: "challenge" });
      expect(types(play(state, "east", { type: "challenge", seat: "west" }).events)).toContain(
        "battle-began",
      );
    });
  });
});

describe("section 8, free offerings", () => {
  const offer = (god: God) => ({ type: "sacrifice", god }) as const;
  const poor = (held: Wanted, supply = 10) =>
    position(east({ ...held, supply, asks: "sacrifice" }, { on: "tecpatl", skulls: 0, hand: ["omen"] }));

  describe.each([
    ["coatl", "tlaloc", "huitzilopochtli"],
    ["atl", "tlaloc", "huitzilopochtli"],
    ["quiahuitl", "tlaloc", "huitzilopochtli"],
    ["tecpatl", "huitzilopochtli", "tlaloc"],
  ] as const)("%s: the first to %s", (disc, god, other) => {
    test.each(holdings(disc))("%s", (_, held) => {
      const before = poor(held);
      expect(sacrificesLeft(before.table)).toBe(1);
      expect(refusal(before, "east", offer(other))).toBe("no-skulls");
      const { state, events } = play(before, "east", offer(god));
      expect(only(events, "sacrificed")).toEqual([{ type: "sacrificed", seat: "east", god, free: true }]);
      expect(types(events)).toContain("card-drawn");
      expect(state.table.supply).toBe(9);
      expect(state.table.lake[god]).toBe(1);
      expect(refusal(state, "east", offer(god))).toBe("no-skulls");
      expect(sacrificesLeft(state.table)).toBe(0);
    });
  });

  test.each(["tlaloc", "huitzilopochtli"] as const)("xochitl: the first of the turn, also to %s", (god) => {
    const before = poor({ discs: { xochitl: "east" } });
    expect(sacrificesLeft(before.table)).toBe(1);
    const { state } = play(before, "east", offer(god));
    for (const next of ["tlaloc", "huitzilopochtli"] as const) {
      expect(refusal(state, "east", offer(next))).toBe("no-skulls");
    }
  });

  test("xochitl and coatl: the first to Huitzilopochtli, then the first to Tlaloc", () => {
    const before = poor({ discs: { xochitl: "east", coatl: "east" } });
    expect(sacrificesLeft(before.table)).toBe(2);
    const { state } = play(before, "east", offer("huitzilopochtli"));
    expect(sacrificesLeft(state.table)).toBe(1);
    expect(only(play(state, "east", offer("tlaloc")).events, "sacrificed")[0]?.free).toBe(true);
    const spent = play(before, "east", offer("tlaloc")).state;
    expect(refusal(spent, "east", offer("huitzilopochtli"))).toBe("no-skulls");
  });

  test("free offerings do not add up: coatl and atl give one", () => {
    const { state } = play(poor({ discs: { coatl: "east", atl: "east" } }), "east", offer("tlaloc"));
    expect(refusal(state, "east", offer("tlaloc"))).toBe("no-skulls");
  });

  test("with an empty supply the seat's own skull goes, and the turn's first sacrifice is made", () => {
    const before = poor({ discs: { coatl: "east" } }, 0);
    expect(refusal(before, "east", offer("tlaloc"))).toBe("no-skulls");
    const own = position({
      asks: "sacrifice",
      supply: 0,
      discs: { coatl: "east" },
      tribes: { east: { skulls: 1 } },
    });
    expect(only(play(own, "east", offer("tlaloc")).events, "sacrificed")[0]?.free).toBe(false);
  });

  test("a seat without skulls or cards is awaited if it can offer", () => {
    const before = position({ discs: { coatl: "east" }, racks: { cipactli: 0 }, supply: 14, dice: [1] });
    const { state } = play(before, "east", { type: "roll" });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });
});

describe("section 8, tribute and signs", () => {
  test("a copy gets tribute like the earned disc; a seat with both gets it once", () => {
    const before = position({
      tribes: {
        east: { on: "acatl", skulls: 9 },
        north: { copies: ["ocelotl", "ocelotl"] },
        west: { copies: ["ocelotl"] },
      },
      racks: { ocelotl: 5 },
      discs: { ocelotl: "west" },
      dice: [1],
    });
    const { events } = play(before, "east", { type: "roll" });
    expect(only(events, "tribute-paid")).toEqual([
      { type: "tribute-paid", from: "east", to: "north", skulls: 1 },
      { type: "tribute-paid", from: "east", to: "west", skulls: 1 },
    ]);
  });

  test("copies stay when the disc is earned, and are gone when their seat is out", () => {
    const before = position({
      tribes: { east: { on: "acatl" }, north: { copies: ["ocelotl"] } },
      racks: { ocelotl: 1 },
      discs: { ocelotl: "north" },
      dice: [1],
    });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(only(events, "disc-earned")).toEqual([
      { type: "disc-earned", seat: "east", disc: "ocelotl", from: "north" },
    ]);
    expect(tribe(state, "north").copies).toEqual(["ocelotl"]);
    expect(tribe(play(state, "north", { type: "concede" }).state, "north").copies).toEqual([]);
  });

  test("standings count copies too", () => {
    const before = position({
      seats: 3,
      turn: { number: 2600 },
      asks: "sacrifice",
      discs: { atl: "west" },
      tribes: { east: { skulls: 3 }, north: { copies: ["atl", "olin"] } },
    });
    const { state } = play(before, "east", { type: "end-turn" });
    expect(state.table.outcome?.standings).toEqual([
      { seat: "north", place: 1 },
      { seat: "west", place: 2 },
      { seat: "east", place: 3 },
    ]);
  });
});
