import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
import { findFaults } from "./support/invariants.ts";
import { only, play, playAll, space, tribe, types } from "./support/playing.ts";
import { position } from "./support/position.ts";

describe("section 10, the trigger", () => {
  test.each([
    { offerings: { huitzilopochtli: 3, tlaloc: 3 }, state: "forestalled", ruling: null },
    { offerings: { huitzilopochtli: 3, tlaloc: 4 }, state: "running", ruling: "flood" },
    { offerings: { huitzilopochtli: 4, tlaloc: 3 }, state: "running", ruling: "invasion" },
  ])("offerings $offerings: the comparison at the trigger decides", ({ offerings, state, ruling }) => {
    const before = position({ racks: { cipactli: 1 }, offerings, dice: [1] });
    const after = play(before, "east", { type: "roll" }).state;
    expect(after.table.apocalypse).toEqual({
      state,
      count: 0,
      keeper: "east",
      turn: 1,
      discs: ["cipactli"],
      ruling,
    });
  });

  test("invasion and flood do not affect the landing that triggered them", () => {
    const before = position({ racks: { cipactli: 1 }, offerings: { huitzilopochtli: 1 }, dice: [1] });
    const { state } = play(before, "east", { type: "roll" });
    expect(state.table.removed).toBe(0);
    expect(space(state, "cipactli").rack).toBe(13);
  });

  test("it is triggered once: the next disc picked up changes nothing", () => {
    const apocalypse = {
      state: "running",
      count: 3,
      keeper: "west",
      turn: 5,
      discs: ["atl"],
      ruling: "invasion",
    } as const;
    const before = position({ racks: { cipactli: 1 }, discs: { atl: "west" }, apocalypse, dice: [1] });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(types(events)).toContain("disc-earned");
    expect(types(events)).not.toContain("apocalypse-triggered");
    expect(state.table.apocalypse).toEqual(apocalypse);
  });

  test("discs given back neither undo nor repeat the trigger", () => {
    const before = position({ racks: { cipactli: 1, ehecatl: 1 }, dice: [1] });
    const { state } = playAll(before, [
      ["east", { type: "roll" }],
      ["east", { type: "concede" }],
    ]);
    expect(space(state, "cipactli").disc).toBeNull();
    expect(state.table.apocalypse).toMatchObject({
      state: "forestalled",
      keeper: "north",
      discs: ["cipactli"],
    });
  });

  test("[9] a win comes before a trigger by the same disc", () => {
    const before = position({
      tribes: { east: { on: "cuetzpalin", hand: ["eagle", "1-xochitl"] } },
      racks: { coatl: 1 },
      dice: [1],
    });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(types(events)).toEqual(["rolled", "moved", "collected", "disc-earned", "ended"]);
    expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
    expect(state.table.apocalypse.state).toBe("none");
    expect(space(state, "coatl").rack).toBe(0);
  });

  test.each([
    ["cuauhtli", ["serpent", "1-xochitl"]],
    ["coatl", ["eagle", "1-xochitl"]],
    ["xochitl", ["eagle", "serpent"]],
  ] as const)("[8] the disc %s is a sign", (disc, hand) => {
    const on = { cuauhtli: "ocelotl", coatl: "cuetzpalin", xochitl: "quiahuitl" } as const;
    const before = position({ tribes: { east: { on: on[disc], hand } }, racks: { [disc]: 1 }, dice: [1] });
    expect(play(before, "east", { type: "roll" }).state.table.outcome?.winner).toBe("east");
  });
});

describe("section 10, ticks", () => {
  const turnOf = (seat: Seat, keeper: Seat) =>
    position({
      turn: { seat, number: 50 },
      asks: "sacrifice",
      tribes: { [seat]: { skulls: 1 } },
      offerings: { huitzilopochtli: 1 },
      apocalypse: { state: "running", keeper, ruling: "flood", count: 2 },
    });

  test.each([
    ["east", "north", 3],
    ["east", "south", 2],
    ["west", "east", 3],
    ["north", "north", 2],
  ] as const)("as %s's turn ends and the keeper is %s the count is %i", (seat, keeper, count) => {
    const { state } = play(turnOf(seat, keeper), seat, { type: "end-turn" });
    expect(state.table.apocalypse.count).toBe(count);
  });

  test("there are no ticks before the trigger", () => {
    const before = position({ asks: "sacrifice", offerings: { tlaloc: 4 }, tribes: { east: { skulls: 1 } } });
    const { events } = play(before, "east", { type: "end-turn" });
    expect(types(events)).toEqual(["turn-began", "asked"]);
  });

  test("the tick comes when the turn begins, before the roll", () => {
    const { events } = play(turnOf("east", "north"), "east", { type: "end-turn" });
    expect(events.slice(0, 2)).toEqual([
      { type: "turn-began", seat: "north", extra: false },
      { type: "ticked", count: 3, ruling: "invasion" },
    ]);
  });

  test("a keeper that concedes in its own turn is followed by the next seat, whose turn begins with a tick", () => {
    const { state, events } = play(turnOf("north", "north"), "north", { type: "concede" });
    expect(only(events, "ticked")).toHaveLength(1);
    expect(state.table.apocalypse).toMatchObject({ keeper: "south", count: 3 });
  });

  test("a seat that concedes and is not the keeper leaves the count to the keeper", () => {
    const { state } = play(turnOf("north", "west"), "south", { type: "concede" });
    expect(state.table.apocalypse.keeper).toBe("west");
  });

  test("thirteen ticks with one god ahead end the match", () => {
    let state = play(
      position({ seats: 2, racks: { cipactli: 1 }, offerings: { tlaloc: 1 }, dice: [1] }),
      "east",
      {
        type: "roll",
      },
    ).state;
    const counts: number[] = [];
    while (state.table.awaiting !== null) {
      const { seat, decision } = state.table.awaiting;
      const { events, state: next } = play(
        state,
        seat,
        decision === "roll" ? { type: "roll" } : { type: "end-turn" },
      );
      state = next;
      if (only(events, "ticked").length > 0) counts.push(state.table.apocalypse.count);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(state.table.outcome).toMatchObject({ by: "apocalypse", winner: null });
    expect(state.table.turn.number).toBe(27);
  });
});

describe("section 10, the catastrophes", () => {
  const ruled = (ruling: "flood" | "invasion" | null, rack: number) =>
    position({
      tribes: { east: { skulls: 1 }, north: { on: "cipactli", skulls: 2 } },
      racks: { cipactli: rack },
      discs: { cipactli: "west" },
      apocalypse: { state: "running", keeper: "north", ruling },
      supply: 100,
      dice: [1, 5, 2],
    });

  test("the flood: no first landing; tribute and battle go on", () => {
    const { state, events } = play(ruled("flood", 13), "east", { type: "roll" });
    expect(types(events).slice(2, 4)).toEqual(["tribute-paid", "battle-began"]);
    expect(space(state, "cipactli")).toMatchObject({ rack: 13, height: 0 });
    expect(tribe(state, "west").skulls).toBe(1);
  });

  test("the flood: an empty rack is still refilled", () => {
    const { state } = play(ruled("flood", 0), "east", { type: "roll" });
    expect(space(state, "cipactli").rack).toBe(13);
  });

  test("the invasion: one more skull goes to removed, a first landing still counts", () => {
    const before = ruled("invasion", 13);
    const { state, events } = play(before, "east", { type: "roll" });
    expect(state.table.removed).toBe(before.table.removed + 1);
    expect(space(state, "cipactli").rack).toBe(11);
    expect(types(events).slice(1, 5)).toEqual(["moved", "collected", "invaded", "tribute-paid"]);
    expect(only(events, "day-card-drawn")).toHaveLength(1);
  });

  test("the invasion: without collecting no skull goes", () => {
    const before = ruled("invasion", 0);
    const { state } = play(before, "east", { type: "roll" });
    expect(state.table.removed).toBe(before.table.removed);
    expect(space(state, "cipactli")).toMatchObject({ rack: 13, disc: "west" });
  });

  test("forestalled: neither catastrophe is in force", () => {
    const before = ruled(null, 2);
    const { state } = play(before, "east", { type: "roll" });
    expect(space(state, "cipactli").rack).toBe(1);
  });
});

describe("section 10, offerings that are used up", () => {
  const options = { offeringsSpent: true } as const;
  const running = { state: "running", count: 2, keeper: "east", ruling: "flood" } as const;

  test("without the option none are counted apart, and a god that is ahead stays ahead", () => {
    const before = position({
      turn: { seat: "west" },
      asks: "sacrifice",
      tribes: { west: { skulls: 1 } },
      offerings: { huitzilopochtli: 3, tlaloc: 9 },
      apocalypse: running,
    });
    const { table } = play(before, "west", { type: "end-turn" }).state;
    expect(table.apocalypse).toMatchObject({ count: 3, ruling: "flood" });
    expect(table.apocalypse).not.toHaveProperty("unspent");
  });

  test("an offering from supply is left for the next comparison too, and by atl's rule it counts twice", () => {
    const before = position({
      options,
      turn: { seat: "west" },
      asks: "sacrifice",
      tribes: { west: { skulls: 1 } },
      discs: { coatl: "west" },
      offerings: { huitzilopochtli: 3, tlaloc: 9 },
      apocalypse: { ...running, discs: ["atl"], unspent: { huitzilopochtli: 1, tlaloc: 0 } },
    });
    const { state, events } = play(before, "west", { type: "sacrifice", god: "tlaloc" });
    expect(only(events, "sacrificed")).toMatchObject([{ free: true }]);
    expect(state.table.offerings).toEqual({ huitzilopochtli: 3, tlaloc: 11 });
    expect(state.table.apocalypse.unspent).toEqual({ huitzilopochtli: 1, tlaloc: 2 });
    const { apocalypse } = play(state, "west", { type: "end-turn" }).state.table;
    expect(apocalypse).toMatchObject({ count: 3, ruling: "flood" });
    expect(apocalypse.unspent).toEqual({ huitzilopochtli: 1, tlaloc: 0 });
  });

  test("of equal offerings none are used up", () => {
    const before = position({
      options,
      turn: { seat: "west" },
      asks: "sacrifice",
      tribes: { west: { skulls: 1 } },
      offerings: { huitzilopochtli: 3, tlaloc: 9 },
      apocalypse: { ...running, unspent: { huitzilopochtli: 2, tlaloc: 2 } },
    });
    const { apocalypse } = play(before, "west", { type: "end-turn" }).state.table;
    expect(apocalypse).toMatchObject({ state: "forestalled", count: 2, ruling: null });
    expect(apocalypse.unspent).toEqual({ huitzilopochtli: 2, tlaloc: 2 });
  });

  test("a flood at the trigger, and then as many for both gods: forestalled at count 0, and only the trigger used up any", () => {
    const dice = [1, 1];
    const tribes = { east: { skulls: 4 } };
    const offerings = { huitzilopochtli: 4, tlaloc: 9 };
    let state = position({ seats: 2, options, tribes, racks: { cipactli: 1 }, offerings, dice });
    const sacrifice = ["east", { type: "sacrifice", god: "tlaloc" }] as const;
    const commands = [
      ["east", { type: "roll" }],
      ...Array.from({ length: 4 }, () => sacrifice),
      ["east", { type: "end-turn" }],
      ["west", { type: "roll" }],
    ] as const;
    for (const [seat, command] of commands) {
      for (const event of play(state, seat, command).events) {
        const before = state;
        state = flowerWar.evolve(before, event);
        expect(findFaults(state, { event, before })).toEqual([]);
      }
    }
    expect(state.table.turn.seat).toBe("east");
    expect(state.table.apocalypse).toMatchObject({ state: "forestalled", count: 0, ruling: null });
    expect(state.table.apocalypse.unspent).toEqual({ huitzilopochtli: 4, tlaloc: 4 });
  });

  test("offerings that are gone without a catastrophe of their god are a fault", () => {
    const apocalypse = { ...running, unspent: { huitzilopochtli: 2, tlaloc: 0 } };
    const before = position({ options, offerings: { huitzilopochtli: 2, tlaloc: 9 }, apocalypse });
    const event = { type: "ticked", count: 3, ruling: "invasion" } as const;
    const state = flowerWar.evolve(before, event);
    expect(findFaults(state, { event, before })).toEqual([]);
    const isForestalled = { event: { type: "forestalled" }, before } as const;
    expect(findFaults(state, isForestalled)).toEqual(["0 offerings to huitzilopochtli are left of 2, not 2"]);
  });
});
