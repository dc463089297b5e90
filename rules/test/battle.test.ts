import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
import { cardsOf, only, play, playAll, refusal, tribe, types } from "./support/playing.ts";
import { idOf, position, type Wanted } from "./support/position.ts";

/** East (2 skulls) rolls onto malinalli, where north (3 skulls) stands; the rack there gives no Day card. */
function meeting(
  dice: readonly number[],
  hands: { [S in Seat]?: readonly string[] } = {},
  more: Wanted = {},
) {
  return position({
    tribes: {
      east: { on: "ozomahtli", skulls: 2, hand: hands.east ?? [] },
      north: { on: "malinalli", skulls: 3, hand: hands.north ?? [] },
    },
    racks: { malinalli: 5 },
    dice: [1, ...dice],
    ...more,
  });
}

describe("section 5, the card window", () => {
  test("a seat without War and Rain cards passes automatically, without an event", () => {
    const { events } = play(meeting([5, 2], { north: ["3-xochitl"] }), "east", { type: "roll" });
    expect(types(events)).not.toContain("passed");
    expect(only(events, "battle-won")).toEqual([{ type: "battle-won", winner: "east", loser: "north" }]);
  });

  test("attacker first, then defender; two passes close it", () => {
    let { state } = play(meeting([5, 2], { east: ["omen"], north: ["mist"] }), "east", { type: "roll" });
    expect(state.table.battle).toEqual({
      attacker: "east",
      defender: "north",
      rolls: { attacker: 5, defender: 2 },
      played: [],
      dice: { attacker: 5, defender: 2 },
      totals: { attacker: 5, defender: 2 },
      stake: 1,
    });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "battle" });
    state = play(state, "east", { type: "pass" }).state;
    expect(state.table.awaiting).toEqual({ seat: "north", decision: "battle" });
    const { events } = play(state, "north", { type: "pass" });
    expect(types(events)).toEqual(["passed", "battle-won", "stake-paid", "battle-ended", "asked"]);
  });

  test("if only the attacker holds cards, only the attacker decides", () => {
    const { state } = play(meeting([5, 2], { east: ["omen"] }), "east", { type: "roll" });
    const { events } = play(state, "east", { type: "pass" });
    expect(types(events)).toContain("battle-ended");
  });

  test("only battle cards of its own hand can be played, and end-turn is refused", () => {
    const { state } = play(meeting([5, 2], { east: ["spring-rain"] }), "east", { type: "roll" });
    const battleCard = { type: "play-battle-card", card: idOf("east", 0) };
    expect(refusal(state, "east", battleCard)).toBe("not-playable-now");
    expect(refusal(state, "east", { ...battleCard, card: idOf("north", 0) })).toBe("not-in-hand");
    expect(refusal(state, "north", { type: "pass" })).toBe("not-your-decision");
    for (const type of ["end-turn", "roll", "trade"])
      expect(refusal(state, "east", { type })).toBe("wrong-phase");
  });
});

describe("section 5, what the loser pays", () => {
  test("1 skull, for either winner", () => {
    expect(tribe(play(meeting([5, 2]), "east", { type: "roll" }).state, "east").skulls).toBe(4);
    expect(tribe(play(meeting([2, 5]), "east", { type: "roll" }).state, "north").skulls).toBe(4);
  });

  test("no skull: a card of its choice, which has a new id in the new hand", () => {
    const before = meeting(
      [5, 2],
      {},
      {
        tribes: {
          east: { on: "ozomahtli", hand: ["omen"] },
          north: { on: "malinalli", hand: ["mist", "eagle", "5-xochitl"] },
        },
      },
    );
    const awaited = playAll(before, [
      ["east", { type: "roll" }],
      ["east", { type: "pass" }],
      ["north", { type: "pass" }],
    ]).state;
    expect(awaited.table.awaiting).toEqual({ seat: "north", decision: "pay" });
    expect(awaited.table.battle).not.toBeNull();
    expect(refusal(awaited, "north", { type: "pay-card", card: idOf("east", 0) })).toBe("not-in-hand");
    expect(refusal(awaited, "north", { type: "pass" })).toBe("wrong-phase");
    const { state, events } = play(awaited, "north", { type: "pay-card", card: idOf("north", 2) });
    expect(cardsOf(state, "north")).toEqual(["mist", "eagle"]);
    expect(cardsOf(state, "east")).toEqual(["omen", "5-xochitl"]);
    expect(tribe(state, "north").cards).toEqual({ war: 1, rain: 1, day: 0 });
    expect(tribe(state, "east").cards).toEqual({ war: 1, rain: 0, day: 1 });
    const [paid] = only(events, "card-paid");
    expect(paid?.got?.id).not.toBe(paid?.gave?.id);
    expect(state.table.battle).toBeNull();
  });

  test("no skull and no card: a Day card is drawn for the winner, and a flower is kept", () => {
    const before = meeting(
      [5, 2],
      {},
      {
        tribes: { east: { on: "ozomahtli" }, north: { on: "malinalli" } },
        draws: { day: ["9-xochitl"] },
      },
    );
    const { state, events } = play(before, "east", { type: "roll" });
    expect(cardsOf(state, "east")).toEqual(["9-xochitl"]);
    expect(types(events)).not.toContain("stake-paid");
    expect(only(events, "day-card-drawn")).toMatchObject([{ seat: "east", card: "9-xochitl" }]);
  });

  test("equal totals: no seat wins and no seat pays", () => {
    const { state, events } = play(meeting([4, 4]), "east", { type: "roll" });
    expect(types(events)).not.toContain("battle-won");
    expect(tribe(state, "north").skulls).toBe(3);
  });
});

describe("section 9, conceding in a battle", () => {
  const paying = () => {
    const before = meeting(
      [5, 2],
      {},
      {
        tribes: { east: { on: "ozomahtli" }, north: { on: "malinalli", hand: ["mist", "omen"] } },
      },
    );
    return playAll(before, [
      ["east", { type: "roll" }],
      ["north", { type: "pass" }],
    ]).state;
  };

  test("the loser, before paying a card: no seat pays, and the attacker's turn goes on", () => {
    const { state, events } = play(paying(), "north", { type: "concede" });
    expect(types(events)).toEqual(["conceded", "battle-ended", "asked"]);
    expect(cardsOf(state, "east")).toEqual([]);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test("the winner, before being paid: its turn ends with the battle", () => {
    const { state, events } = play(paying(), "east", { type: "concede" });
    expect(types(events)).toEqual(["conceded", "battle-ended", "turn-began", "asked"]);
    expect(cardsOf(state, "north")).toEqual(["mist", "omen"]);
    expect(state.table.battle).toBeNull();
    expect(state.table.awaiting).toEqual({ seat: "north", decision: "roll" });
  });

  test("a third seat: the battle goes on where it stood", () => {
    const before = paying();
    const { state, events } = play(before, "west", { type: "concede" });
    expect(types(events)).toEqual(["conceded", "asked"]);
    expect(state.table.awaiting).toEqual({ seat: "north", decision: "pay" });
    expect(state.flow).toEqual(before.flow);
  });

  test("the second of two defenders, before its battle: it is not fought", () => {
    const before = position({
      tribes: {
        east: { on: "ozomahtli", skulls: 2 },
        north: { on: "malinalli", skulls: 3, hand: ["mist"] },
        south: { on: "malinalli", skulls: 3 },
      },
      racks: { malinalli: 5 },
      dice: [1, 5, 2],
    });
    const { state, events } = playAll(before, [
      ["east", { type: "roll" }],
      ["south", { type: "concede" }],
      ["north", { type: "pass" }],
    ]);
    expect(only(events, "battle-began")).toHaveLength(1);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test("the attacker: its turn ends with everything in progress, including other battles and the Day card", () => {
    const before = position({
      tribes: {
        east: { on: "ozomahtli", skulls: 2, hand: ["mist"] },
        north: { on: "malinalli", skulls: 3 },
        south: { on: "malinalli", skulls: 3 },
      },
      dice: [1, 5, 2],
    });
    const { state, events } = playAll(before, [
      ["east", { type: "roll" }],
      ["east", { type: "concede" }],
    ]);
    expect(types(events).slice(-4)).toEqual(["conceded", "battle-ended", "turn-began", "asked"]);
    expect(state.flow).toEqual([{ step: "roll" }]);
  });

  test("in a match of two seats: the last tribe wins", () => {
    const before = position({
      seats: 2,
      tribes: { east: { on: "ozomahtli", skulls: 2 }, west: { on: "malinalli", hand: ["mist"] } },
      dice: [1, 5, 2],
    });
    const { state } = playAll(before, [
      ["east", { type: "roll" }],
      ["west", { type: "concede" }],
    ]);
    expect(state.table.outcome).toMatchObject({ by: "last-tribe", winner: "east" });
    expect(state.table.battle).toBeNull();
    expect(flowerWar.awaiting(state)).toEqual([]);
  });
});
