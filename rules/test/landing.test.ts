import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import { lakeShares } from "../src/flower-war/landing.ts";
import { only, play, playAll, refusal, space, tribe, types } from "./support/playing.ts";
import { position } from "./support/position.ts";

describe("section 4, landing", () => {
  test.each([
    { rackSize: 13, rack: 13, draws: true },
    { rackSize: 13, rack: 12, draws: false },
    { rackSize: 6, rack: 6, draws: true },
    { rackSize: 6, rack: 5, draws: false },
  ])("[4.1] a rack of $rack of $rackSize makes a first landing: $draws", ({ rackSize, rack, draws }) => {
    const racks = { cipactli: rack };
    const { state, events } = play(position({ options: { rackSize }, racks, supply: 0, dice: [1] }), "east", {
      type: "roll",
    });
    expect(only(events, "day-card-drawn")).toHaveLength(draws ? 1 : 0);
    expect(space(state, "cipactli").rack).toBe(rack - 1);
  });

  test("[4.2] a disc that another seat earned last changes hands, and is not picked up", () => {
    const before = position({ racks: { cipactli: 1 }, discs: { cipactli: "south" }, dice: [1] });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(only(events, "disc-earned")).toEqual([
      { type: "disc-earned", seat: "east", disc: "cipactli", from: "south" },
    ]);
    expect(types(events)).not.toContain("tribute-paid");
    expect(state.table.apocalypse.state).toBe("none");
  });

  test("[4.2] a seat's own disc stays where it is", () => {
    const before = position({ racks: { cipactli: 1 }, discs: { cipactli: "east" }, dice: [1] });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(types(events)).not.toContain("disc-earned");
    expect(space(state, "cipactli")).toMatchObject({ disc: "east", rack: 13 });
  });

  test.each([
    { supply: 5, lake: { huitzilopochtli: 4, tlaloc: 2 }, rack: 11, left: { huitzilopochtli: 0, tlaloc: 0 } },
    {
      supply: 11,
      lake: { huitzilopochtli: 3, tlaloc: 2 },
      rack: 13,
      left: { huitzilopochtli: 2, tlaloc: 1 },
    },
    {
      supply: 12,
      lake: { huitzilopochtli: 3, tlaloc: 3 },
      rack: 13,
      left: { huitzilopochtli: 3, tlaloc: 2 },
    },
    { supply: 0, lake: { huitzilopochtli: 0, tlaloc: 0 }, rack: 0, left: { huitzilopochtli: 0, tlaloc: 0 } },
  ])("[4.2] an empty rack, supply $supply, lake $lake", ({ supply, lake, rack, left }) => {
    const before = position({ racks: { cipactli: 1 }, supply, lake, dice: [1] });
    const { state } = play(before, "east", { type: "roll" });
    expect(space(state, "cipactli").rack).toBe(rack);
    expect(state.table.supply).toBe(0);
    expect(state.table.lake).toEqual(left);
    expect(state.table.offerings).toEqual(lake);
  });

  test("[4.2] a rack left at 0 gives nothing, and the refill is tried again at the next landing", () => {
    const before = position({ racks: { cipactli: 0 }, supply: 4, dice: [1] });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(types(events)).toEqual(["rolled", "moved", "refilled", "turn-began", "asked"]);
    expect(space(state, "cipactli")).toMatchObject({ rack: 4, disc: null });
    expect(tribe(state, "east").skulls).toBe(0);
  });

  test("[4.2] the refill goes skull by skull from the fuller half, Tlaloc's when equal", () => {
    expect(lakeShares({ huitzilopochtli: 5, tlaloc: 9 }, 3)).toEqual({ huitzilopochtli: 0, tlaloc: 3 });
    expect(lakeShares({ huitzilopochtli: 5, tlaloc: 9 }, 5)).toEqual({ huitzilopochtli: 0, tlaloc: 5 });
    expect(lakeShares({ huitzilopochtli: 5, tlaloc: 9 }, 6)).toEqual({ huitzilopochtli: 1, tlaloc: 5 });
    expect(lakeShares({ huitzilopochtli: 1, tlaloc: 0 }, 6)).toEqual({ huitzilopochtli: 1, tlaloc: 0 });
  });

  test.each([
    { rack: 0, skulls: 0, paid: 0 },
    { rack: 5, skulls: 0, paid: 1 },
    { rack: 5, skulls: 4, paid: 1 },
  ])(
    "[4.4] tribute to the holder of the space's disc, rack $rack and skulls $skulls",
    ({ rack, skulls, paid }) => {
      const before = position({
        tribes: { east: { skulls } },
        racks: { cipactli: rack },
        supply: 0,
        discs: { cipactli: "south" },
        dice: [1],
      });
      const { state } = play(before, "east", { type: "roll" });
      expect(tribe(state, "south").skulls).toBe(paid);
      expect(tribe(state, "east").skulls).toBe(skulls + Math.min(rack, 1) - paid);
    },
  );

  test("[4.5] every other seat on the space is battled, one after the other in turn order", () => {
    const before = position({
      seats: 5,
      turn: { seat: "south" },
      tribes: {
        south: { on: "olin" },
        north: { on: "tecpatl" },
        east: { on: "tecpatl" },
        topan: { on: "tecpatl" },
      },
      racks: { tecpatl: 5 },
      dice: [1],
    });
    const { events } = play(before, "south", { type: "roll" });
    expect(only(events, "battle-began").map(({ attacker, defender }) => [attacker, defender])).toEqual([
      ["south", "topan"],
      ["south", "east"],
      ["south", "north"],
    ]);
  });

  test("[4.5] a seat that is out is neither battled nor paid", () => {
    const before = position({ tribes: { north: { on: "cipactli" } }, racks: { cipactli: 5 }, dice: [1] });
    const { events } = playAll(before, [
      ["north", { type: "concede" }],
      ["east", { type: "roll" }],
    ]);
    expect(types(events)).not.toContain("battle-began");
  });

  test("[4.6] the sixth arrival of a turn moves the seat and resolves nothing", () => {
    const before = position({
      turn: { landings: 5 },
      tribes: { east: { skulls: 1 }, north: { on: "cipactli" } },
      dice: [1],
    });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(types(events)).toEqual(["rolled", "moved", "asked"]);
    expect(tribe(state, "east")).toMatchObject({ space: 1, skulls: 1 });
    expect(state.table.turn.landings).toBe(5);
  });
});

describe("section 4.5, the range challenge", () => {
  const near = {
    tribes: {
      east: { on: "ozomahtli", skulls: 2 },
      north: { on: "acatl", skulls: 3 },
      south: { on: "ozomahtli", skulls: 3 },
      west: { on: "ocelotl" },
    },
    racks: { malinalli: 5 },
  } as const;

  test.each(["ozomahtli", "acatl"] as const)(
    "with the disc %s a seat may challenge one space ahead or behind",
    (disc) => {
      const before = position({ ...near, discs: { [disc]: "east" }, dice: [1, 5, 2] });
      const awaited = play(before, "east", { type: "roll" }).state;
      expect(awaited.table.awaiting).toEqual({ seat: "east", decision: "challenge" });
      expect(flowerWar.legal(flowerWar.view(awaited, "east"), "east")).toEqual([
        { type: "challenge", seat: "north" },
        { type: "challenge", seat: "south" },
        { type: "pass" },
        { type: "concede" },
      ]);
      const { state, events } = play(awaited, "east", { type: "challenge", seat: "south" });
      expect(types(events)).toEqual([
        "challenged",
        "battle-began",
        "battle-won",
        "stake-paid",
        "battle-ended",
        "asked",
      ]);
      expect(tribe(state, "east")).toMatchObject({ space: 12, skulls: 4 });
      expect(tribe(state, "south")).toMatchObject({ space: 11, skulls: 2 });
      expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
    },
  );

  test("the challenge may be passed", () => {
    const before = position({ ...near, discs: { acatl: "east" }, dice: [1] });
    const { state, events } = playAll(before, [
      ["east", { type: "roll" }],
      ["east", { type: "pass" }],
    ]);
    expect(types(events).slice(-2)).toEqual(["passed", "asked"]);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test.each([
    ["west", "bad-target"],
    ["east", "bad-target"],
    ["topan", "bad-target"],
    ["centre", "malformed"],
    [undefined, "malformed"],
  ])("%s cannot be challenged: %s", (seat, code) => {
    const before = position({ ...near, discs: { acatl: "east" }, dice: [1] });
    const { state } = play(before, "east", { type: "roll" });
    expect(refusal(state, "east", { type: "challenge", seat })).toBe(code);
  });

  test("without range, or with no seat exactly one space away, there is no decision", () => {
    const without = play(position({ ...near, discs: { acatl: "north" }, dice: [1] }), "east", {
      type: "roll",
    });
    expect(without.state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
    const alone = position({
      ...near,
      tribes: { east: { on: "cipactli" } },
      discs: { acatl: "east" },
      dice: [1],
    });
    expect(play(alone, "east", { type: "roll" }).state.table.awaiting?.decision).toBe("sacrifice");
  });

  test("spaces 20 and 1 are neighbours", () => {
    const before = position({
      tribes: { east: { on: "quiahuitl" }, north: { on: "cipactli" } },
      discs: { acatl: "east" },
      dice: [1],
    });
    expect(play(before, "east", { type: "roll" }).state.table.awaiting?.decision).toBe("challenge");
  });

  test("the challenge comes after the battles on the space, and a first landing's Day card after both", () => {
    const before = position({
      tribes: { ...near.tribes, west: { on: "malinalli" } },
      discs: { acatl: "east" },
      dice: [1, 4, 4, 3, 3],
      draws: { day: ["5-mazatl"] },
    });
    const { events } = playAll(before, [
      ["east", { type: "roll" }],
      ["east", { type: "challenge", seat: "north" }],
    ]);
    expect(types(events)).toEqual([
      "rolled",
      "moved",
      "collected",
      "battle-began",
      "battle-ended",
      "asked",
      "challenged",
      "battle-began",
      "battle-ended",
      "day-card-drawn",
      "extra-turn-won",
      "asked",
    ]);
  });

  test("when the only seat in range concedes, the landing goes on without it", () => {
    const before = position({
      tribes: { east: { on: "ozomahtli" }, north: { on: "acatl" } },
      discs: { acatl: "east" },
      racks: { malinalli: 5 },
      dice: [1],
    });
    const { state } = playAll(before, [
      ["east", { type: "roll" }],
      ["north", { type: "concede" }],
    ]);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });
});
