import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
import { cardsOf, play, playAll, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position } from "./support/position.ts";

describe("section 3, a turn", () => {
  test("the roll moves the active seat with the sun, past space 20 to 1", () => {
    const { state } = play(position({ tribes: { east: { on: "xochitl" } }, dice: [6] }), "east", {
      type: "roll",
    });
    expect(tribe(state, "east").space).toBe(6);
    expect(state.table.turn).toMatchObject({ dice: [6], landings: 1 });
  });

  test("seats play in turn order, and those that are out are skipped", () => {
    let state = position({ seats: 6, racks: {} });
    state = play(state, "topan", { type: "concede" }).state;
    const order: Seat[] = [];
    while (state.table.turn.number <= 6) {
      order.push(state.table.turn.seat);
      const number = state.table.turn.number;
      while (state.table.turn.number === number) {
        const awaited = state.table.awaiting?.seat ?? "east";
        state = play(state, awaited, flowerWar.fallback(state, awaited)).state;
      }
    }
    expect(order).toEqual(["east", "north", "south", "mictlan", "west", "east"]);
  });

  test("[3.6] the turn ends automatically for a seat without skulls and without War or Rain cards", () => {
    const before = position({
      racks: { cipactli: 0 },
      supply: 0,
      dice: [1],
      tribes: { east: { hand: ["3-xochitl"] } },
    });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(types(events)).toEqual(["rolled", "moved", "turn-began", "asked"]);
    expect(state.table.turn).toEqual({
      number: 2,
      seat: "north",
      extra: false,
      again: false,
      dice: [],
      landings: 0,
      dayCards: 0,
      sacrifices: { huitzilopochtli: 0, tlaloc: 0 },
      traded: false,
    });
  });

  test.each([
    { hand: ["eagle"], skulls: 0 },
    { hand: ["mist"], skulls: 0 },
    { hand: [], skulls: 1 },
  ])("[3.6] it does not end while the seat holds $hand and $skulls skulls", ({ hand, skulls }) => {
    const before = position({
      racks: { cipactli: 0 },
      supply: 0,
      dice: [1],
      tribes: { east: { hand, skulls } },
    });
    const { state } = play(before, "east", { type: "roll" });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test("[3.6] it does not end with the last skull if a card was drawn for it", () => {
    const before = position({ asks: "sacrifice", tribes: { east: { skulls: 1 } } });
    const { state } = play(before, "east", { type: "sacrifice", god: "tlaloc" });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
    expect(refusal(state, "east", { type: "sacrifice", god: "tlaloc" })).toBe("no-skulls");
  });

  test("[3.5] the first discard closes the sacrifice phase, an offering does not", () => {
    const before = position({
      asks: "sacrifice",
      tribes: { east: { on: "olin", skulls: 3, hand: ["mist", "omen"] } },
    });
    const { state } = playAll(before, [
      ["east", { type: "sacrifice", god: "tlaloc" }],
      ["east", { type: "sacrifice", god: "huitzilopochtli" }],
      ["east", { type: "discard", card: idOf("east", 1) }],
    ]);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "cards" });
    expect(space(state, "olin")).toMatchObject({ top: "omen", height: 1 });
    expect(refusal(state, "east", { type: "sacrifice", god: "tlaloc" })).toBe("wrong-phase");
    expect(refusal(state, "east", { type: "trade" })).toBe("wrong-phase");
    expect(cardsOf(state, "east")).toHaveLength(3);
  });

  test("[3.6] the turn ends automatically when the last War or Rain card is discarded, with or without skulls", () => {
    const before = position({
      asks: "sacrifice",
      tribes: { east: { on: "olin", skulls: 3, hand: ["mist"] } },
    });
    const { state } = play(before, "east", { type: "discard", card: idOf("east", 0) });
    expect(state.table.awaiting).toEqual({ seat: "north", decision: "roll" });
  });

  test("a card is discarded onto the current space, face up, on top", () => {
    const before = position({
      asks: "cards",
      tribes: { east: { on: "olin", hand: ["mist", "omen"] } },
      stacks: { olin: ["3-calli"] },
    });
    const { state } = playAll(before, [
      ["east", { type: "discard", card: idOf("east", 0) }],
      ["east", { type: "discard", card: idOf("east", 1) }],
    ]);
    expect(state.hidden.stacks[16]).toEqual(["3-calli", "mist", "omen"]);
    expect(space(state, "olin")).toMatchObject({ top: "omen", height: 3 });
    expect(tribe(state, "east").cards).toEqual({ war: 0, rain: 0, day: 0 });
  });
});

describe("section 9, the end of turn 2,600", () => {
  const last = { turn: { number: 2600 }, asks: "sacrifice", tribes: { east: { skulls: 1 } } } as const;

  test("ends the match without a winner", () => {
    const { state, events } = play(position(last), "east", { type: "end-turn" });
    expect(types(events)).toEqual(["ended"]);
    expect(state.table.outcome).toMatchObject({ by: "out-of-days", winner: null });
  });

  test("by concession too", () => {
    const { state } = play(position(last), "east", { type: "concede" });
    expect(state.table.outcome).toMatchObject({ by: "out-of-days", winner: null });
  });

  test("turn 2,599 does not", () => {
    const { state } = play(position({ ...last, turn: { number: 2599 } }), "east", { type: "end-turn" });
    expect(state.table.turn.number).toBe(2600);
    expect(state.table.outcome).toBeNull();
  });
});

describe("section 13, when a seat does not answer", () => {
  test.each(["roll", "sacrifice", "cards"] as const)("%s", (asks) => {
    const state = position({ asks, tribes: { east: { skulls: 9, hand: ["mist"] } } });
    expect(flowerWar.fallback(state, "east")).toEqual({ type: asks === "roll" ? "roll" : "end-turn" });
  });

  test.each([
    { hand: ["eagle", "mist", "omen"], pays: 1 },
    { hand: ["3-xochitl", "eagle"], pays: 0 },
  ])("pay: of $hand the card $pays", ({ hand, pays }) => {
    const before = position({
      tribes: { east: { on: "ozomahtli" }, north: { on: "malinalli", hand } },
      racks: { malinalli: 5 },
      dice: [1, 6, 2],
    });
    const { state } = playAll(before, [
      ["east", { type: "roll" }],
      ["north", { type: "pass" }],
    ]);
    expect(state.table.awaiting).toEqual({ seat: "north", decision: "pay" });
    expect(flowerWar.fallback(state, "north")).toEqual({ type: "pay-card", card: idOf("north", pays) });
  });

  test("battle and challenge: pass", () => {
    const before = position({
      tribes: { east: { on: "ozomahtli" }, north: { on: "acatl", hand: ["mist"] } },
      racks: { malinalli: 5 },
      discs: { acatl: "east" },
      dice: [1, 6, 2],
    });
    const challenge = play(before, "east", { type: "roll" }).state;
    expect(flowerWar.fallback(challenge, "east")).toEqual({ type: "pass" });
    const window = play(challenge, "east", { type: "challenge", seat: "north" }).state;
    expect(flowerWar.fallback(window, "north")).toEqual({ type: "pass" });
  });

  test.each([
    { card: "5-cozcacuauhtli", choice: {} },
    { card: "3-malinalli", choice: {} },
    { card: "9-ozomahtli", choice: { god: "tlaloc" } },
  ])("choose, for $card: the first seat in play in turn order", ({ card, choice }) => {
    const before = position({
      seats: 5,
      turn: { seat: "north" },
      asks: "sacrifice",
      tribes: { north: { on: "olin", skulls: 9 } },
      draws: { day: [card] },
    });
    const gone = play(before, "south", { type: "concede" }).state;
    const { state } = play(gone, "north", { type: "trade" });
    expect(flowerWar.fallback(state, "north")).toEqual({ type: "choose", seat: "topan", ...choice });
  });

  test.each([
    { hand: ["eagle", "mist", "omen"], gives: 1 },
    { hand: ["3-xochitl", "eagle"], gives: 0 },
  ])("discard: of $hand the card $gives", ({ hand, gives }) => {
    const before = position({
      seats: 2,
      asks: "sacrifice",
      tribes: { east: { on: "olin", skulls: 9 }, west: { hand } },
      draws: { day: ["3-malinalli"] },
    });
    const { state } = play(before, "east", { type: "trade" });
    expect(state.table.awaiting).toEqual({ seat: "west", decision: "discard" });
    expect(flowerWar.fallback(state, "west")).toEqual({ type: "discard-card", card: idOf("west", gives) });
  });

  test("after the end the referee plays for no seat", () => {
    const { state } = play(position({ seats: 2 }), "east", { type: "concede" });
    expect(() => flowerWar.fallback(state, "west")).toThrow();
  });
});
