import { describe, expect, test } from "vitest";
import type { Card, Seat } from "../src/flower-war/vocabulary.ts";
import { battleOf, fight, passAll, strike } from "./support/fight.ts";
import { cardsOf, only, play, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position, type Wanted } from "./support/position.ts";

/** East is in its cards phase on olin (rack 5) with 5 skulls, this card, and another one so that the phase goes on. */
function holding(card: Card, more: Wanted = {}) {
  return position({
    asks: "cards",
    racks: { olin: 5 },
    supply: 100,
    ...more,
    tribes: { ...more.tribes, east: { on: "olin", skulls: 5, hand: [card, "omen"], ...more.tribes?.east } },
  });
}

/** North rolls onto olin, whose top card is this one, played by `player`. */
function arriving(card: Card, player: Seat, more: Wanted = {}) {
  const before = position({
    turn: { seat: "north" },
    racks: { olin: 5 },
    supply: 100,
    stacks: { olin: ["1-calli", card] },
    lingers: { olin: player },
    dice: [1],
    ...more,
    tribes: { north: { on: "cozcacuauhtli", skulls: 0 }, ...more.tribes },
  });
  return play(before, "north", { type: "roll" });
}

const first = { type: "play-card", card: idOf("east", 0) } as const;

describe("section 7, Rain cards that linger", () => {
  test.each([
    ["tlalocs-tears", 0],
    ["chinampa", 1],
    ["drought", 1],
  ])("%s is laid down for %i and lingers for its player", (card, cost) => {
    const { state, events } = play(holding(card), "east", first);
    expect(types(events)).toEqual(["card-played", "asked"]);
    expect(space(state, "olin")).toMatchObject({ rack: 5 + cost, top: card, lingers: "east" });
    expect(tribe(state, "east").skulls).toBe(5 - cost);
  });

  test.each(["east", "north"] as const)(
    "tlalocs-tears of %s: every seat that arrives takes 1 from supply, every time",
    (player) => {
      const { state, events } = arriving("tlalocs-tears", player);
      expect(types(events).slice(2, 5)).toEqual(["collected", "top-card-acted", "skulls-taken"]);
      expect(tribe(state, "north").skulls).toBe(2);
      expect(space(state, "olin").lingers).toBe(player);
    },
  );

  test("tlalocs-tears: an empty supply gives nothing", () => {
    const { events } = arriving("tlalocs-tears", "east", { supply: 0 });
    expect(types(events)).not.toContain("skulls-taken");
  });

  test.each([
    ["north", 3],
    ["east", 1],
  ] as const)("chinampa of %s: only its player takes 2 from supply", (player, skulls) => {
    const { state } = arriving("chinampa", player);
    expect(tribe(state, "north").skulls).toBe(skulls);
    expect(space(state, "olin").lingers).toBe(player);
  });

  test("drought: the next other seat collects nothing, before step 1; then it is spent", () => {
    const { state, events } = arriving("drought", "east", { racks: { olin: 1 } });
    expect(types(events).slice(1, 3)).toEqual(["moved", "top-card-acted"]);
    expect(types(events)).not.toContain("collected");
    expect(space(state, "olin")).toMatchObject({ rack: 1, disc: null, lingers: null });
  });

  test("drought does not affect its player", () => {
    const { state } = arriving("drought", "north");
    expect(tribe(state, "north").skulls).toBe(1);
    expect(space(state, "olin").lingers).toBe("north");
  });

  test("a lingering card that is covered, or was discarded, does nothing", () => {
    const covered = position({
      turn: { seat: "north" },
      tribes: { north: { on: "cozcacuauhtli" } },
      racks: { olin: 5 },
      stacks: { olin: ["tlalocs-tears", "omen"] },
      dice: [1],
    });
    expect(types(play(covered, "north", { type: "roll" }).events)).not.toContain("top-card-acted");
    const { state } = play(holding("tlalocs-tears"), "east", { type: "discard", card: idOf("east", 0) });
    expect(space(state, "olin")).toMatchObject({ top: "tlalocs-tears", lingers: null });
  });
});

describe("section 7, Rain cards of the cards phase", () => {
  test.each([
    [100, 2],
    [1, 1],
    [0, 0],
  ])("spring-rain is free, and with %i in supply takes %i", (supply, taken) => {
    const { state } = play(holding("spring-rain", { supply }), "east", first);
    expect(tribe(state, "east").skulls).toBe(5 + taken);
    expect(space(state, "olin").rack).toBe(5);
    expect(state.table.supply).toBe(supply - taken);
  });

  test.each([
    { rack: 5, supply: 100, filled: 4 },
    { rack: 9, supply: 100, filled: 2 },
    { rack: 5, supply: 3, filled: 3 },
  ])("downpour on a rack of $rack with $supply in supply: after paying 2, $filled more", (c) => {
    const before = holding("downpour", { racks: { olin: c.rack }, supply: c.supply });
    const { state } = play(before, "east", first);
    expect(space(state, "olin").rack).toBe(c.rack + 2 + c.filled);
    expect(state.table.supply).toBe(c.supply - c.filled);
  });

  test.each([
    { rack: 11, supply: 100 },
    { rack: 5, supply: 0 },
  ])("downpour on a rack of $rack with $supply in supply: no skulls after paying 2", ({ rack, supply }) => {
    const { state, events } = play(holding("downpour", { racks: { olin: rack }, supply }), "east", first);
    expect(types(events)).toEqual(["card-played", "asked"]);
    expect(space(state, "olin").rack).toBe(rack + 2);
  });

  test("canoe costs 1: the next roll may be lengthened by up to 3, once; canoes add up", () => {
    const before = holding("canoe", {
      tribes: { east: { hand: ["canoe", "canoe"], canoes: 0 } },
      dice: [2],
      seats: 2,
    });
    let { state } = play(before, "east", first);
    expect(tribe(state, "east")).toMatchObject({ canoes: 1, skulls: 4 });
    state = play(state, "east", { type: "play-card", card: idOf("east", 1) }).state;
    expect(tribe(state, "east").canoes).toBe(2);
    const rolling = position({ tribes: { east: { canoes: 2 } }, dice: [2], racks: { miquiztli: 5 } });
    const rolled = play(rolling, "east", { type: "roll" }).state;
    expect(rolled.table.awaiting).toEqual({ seat: "east", decision: "move" });
    for (const steps of [1, 9]) expect(refusal(rolled, "east", { type: "move", steps })).toBe("bad-steps");
    for (const steps of [2, 8]) expect(refusal(rolled, "east", { type: "move", steps })).toBeNull();
    const moved = play(rolled, "east", { type: "move", steps: 6 }).state;
    expect(tribe(moved, "east")).toMatchObject({ space: 6, canoes: 0 });
  });

  test("causeway costs 3: moves to any space and lands there, also on its own; then the cards phase goes on", () => {
    const before = holding("causeway", { racks: { olin: 5, atl: 5 } });
    expect(refusal(before, "east", first)).toBe("bad-target");
    const { state, events } = play(before, "east", { ...first, space: 9 });
    expect(types(events)).toEqual(["card-played", "moved", "collected", "asked"]);
    expect(tribe(state, "east")).toMatchObject({ space: 9, skulls: 3 });
    expect(space(state, "olin")).toMatchObject({ top: "causeway", rack: 8 });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "cards" });
    expect(types(play(before, "east", { ...first, space: 17 }).events)).toContain("collected");
  });

  test.each([
    ["tlaloc", 100, 3],
    ["huitzilopochtli", 2, 2],
  ] as const)(
    "offering-bowl costs 1: for %s with %i in supply %i offerings, no cards",
    (god, supply, count) => {
      const before = holding("offering-bowl", { supply });
      expect(refusal(before, "east", first)).toBe("bad-target");
      const { state, events } = play(before, "east", { ...first, god });
      expect(only(events, "offered")).toEqual(
        Array.from({ length: count }, () => ({ type: "offered", from: null, god })),
      );
      expect(tribe(state, "east").skulls).toBe(4);
      expect(state.table.offerings[god]).toBe(count);
      expect(state.table.lake[god]).toBe(count);
      expect(state.table.supply).toBe(supply - count);
      expect(types(events)).not.toContain("card-drawn");
    },
  );

  test("chalchiuhtlicue costs 1: every seat with more, counted once after paying, pays 1", () => {
    const before = holding("chalchiuhtlicue", {
      tribes: { east: { skulls: 5 }, north: { skulls: 5 }, south: { skulls: 4 }, west: { skulls: 9 } },
    });
    const { state, events } = play(before, "east", first);
    expect(only(events, "skulls-paid").map(({ from }) => from)).toEqual(["north", "west"]);
    expect(only(events, "skulls-paid").map(({ skulls }) => skulls)).toEqual([1, 1]);
    expect(tribe(state, "east").skulls).toBe(5 - 1 + 2);
  });

  test("tlaloque costs 2: draws one War card and one Day card, which resolves", () => {
    const before = holding("tlaloque", { draws: { war: ["eagle"], day: ["1-cipactli"] } });
    const { state, events } = play(before, "east", first);
    expect(types(events)).toEqual(["card-played", "card-drawn", "day-card-drawn", "skulls-taken", "asked"]);
    expect(cardsOf(state, "east")).toEqual(["omen", "eagle"]);
    expect(tribe(state, "east").skulls).toBe(5 - 2 + 1);
    expect(state.hidden.stacks[16]).toEqual(["tlaloque", "1-cipactli"]);
  });

  test("serpent is a sign: neither played nor discarded", () => {
    for (const type of ["play-card", "discard"]) {
      expect(refusal(holding("serpent"), "east", { type, card: idOf("east", 0) })).toBe("not-playable-now");
    }
  });
});

describe("section 7, mist", () => {
  test("mist is free and stops the opponent's last card; its cost stays paid", () => {
    const before = fight({ dice: [2, 4], east: ["eagle-knight"], north: ["mist"] });
    const struck = strike(before, "east", 0).state;
    expect(battleOf(struck).totals).toEqual({ attacker: 5, defender: 4 });
    const { state, events } = strike(struck, "north", 0);
    expect(only(events, "battle-card-played")[0]?.cost).toBe(0);
    expect(only(events, "battle-won")[0]?.winner).toBe("north");
    expect(space(state, "malinalli").rack).toBe(7);
    expect(state.hidden.stacks[11]).toEqual(["eagle-knight", "mist"]);
  });

  test("mist without a card of the opponent that is in effect: not-playable-now", () => {
    const before = fight({ dice: [2, 4], east: ["mist", "omen"], north: ["mist", "mist"] });
    const mist = { type: "play-battle-card", card: idOf("east", 0) };
    expect(refusal(before, "east", mist)).toBe("not-playable-now");
    const struck = strike(before, "east", 1).state;
    const stopped = strike(struck, "north", 0).state;
    const passed = play(stopped, "east", { type: "pass" }).state;
    expect(refusal(passed, "north", { type: "play-battle-card", card: idOf("north", 1) })).toBe(
      "not-playable-now",
    );
  });

  test("mist against mist: the card that was stopped acts again", () => {
    const before = fight({
      dice: [2, 4],
      east: ["eagle-knight", "mist", "serpent"],
      north: ["mist", "mist"],
    });
    let state = strike(before, "east", 0).state;
    const effects = () => battleOf(state).played.map(({ inEffect }) => inEffect);
    state = strike(state, "north", 0).state;
    expect(effects()).toEqual([false, true]);
    state = strike(state, "east", 1).state;
    expect(effects()).toEqual([true, false, true]);
    state = strike(state, "north", 1).state;
    expect(effects()).toEqual([false, true, false, true]);
  });

  test("a pass is not final: after a card the opponent decides again", () => {
    const before = fight({ dice: [2, 4], east: ["macuahuitl", "omen"], north: ["chimalli", "omen"] });
    let state = play(before, "east", { type: "pass" }).state;
    state = strike(state, "north", 0).state;
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "battle" });
    state = strike(state, "east", 0).state;
    expect(passAll(state).state.table.battle).toBeNull();
  });
});

describe("section 7, costs", () => {
  test.each([
    { skulls: 1, rack: 0, code: "not-enough-skulls" },
    { skulls: 1, rack: 13, code: "not-enough-skulls" },
    { skulls: 2, rack: 11, code: null },
    { skulls: 2, rack: 12, code: "space-full" },
  ])("downpour with $skulls skulls on a rack of $rack: $code", ({ skulls, rack, code }) => {
    const before = holding("downpour", { racks: { olin: rack }, tribes: { east: { skulls } } });
    expect(refusal(before, "east", first)).toBe(code);
  });

  test("a card that costs 0 can be played on a full rack by a seat without skulls", () => {
    const before = holding("tlalocs-tears", { racks: { olin: 13 }, tribes: { east: { skulls: 0 } } });
    expect(refusal(before, "east", first)).toBeNull();
  });

  test("free: no payment and no capacity", () => {
    const before = holding("downpour", {
      options: { cardCosts: "free" },
      racks: { olin: 13 },
      tribes: { east: { skulls: 0 } },
    });
    const { events } = play(before, "east", first);
    expect(only(events, "card-played")[0]?.cost).toBe(0);
  });
});
