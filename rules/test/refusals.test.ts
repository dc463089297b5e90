import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import { GODS, type Seat, SPACES } from "../src/flower-war/vocabulary.ts";
import { play, refusal } from "./support/playing.ts";
import { idOf, position } from "./support/position.ts";

describe("section 14, malformed", () => {
  const state = position({ asks: "sacrifice", tribes: { east: { skulls: 9, hand: ["mist"] } } });

  test.each([
    null,
    undefined,
    "roll",
    7,
    [],
    ["roll"],
    {},
    { type: "Roll" },
    { type: "constructor" },
    { type: "__proto__" },
    { type: ["roll"] },
    { type: null },
    { type: "move" },
    { type: "move", steps: "3" },
    { type: "move", steps: 2.5 },
    { type: "move", steps: Number.NaN },
    { type: "challenge" },
    { type: "challenge", seat: "East" },
    { type: "challenge", seat: 3 },
    { type: "sacrifice" },
    { type: "sacrifice", god: "quetzalcoatl" },
    { type: "sacrifice", god: ["tlaloc"] },
    { type: "discard" },
    { type: "discard", card: 4 },
    { type: "pay-card", card: null },
    { type: "discard-card" },
    { type: "play-battle-card", card: {} },
    { type: "choose", god: "tlaloc" },
    { type: "choose", seat: "north", god: "rain" },
    { type: "play-card" },
    { type: "play-card", card: "c1", seat: "centre" },
    { type: "play-card", card: "c1", god: null },
    { type: "play-card", card: "c1", space: 0 },
    { type: "play-card", card: "c1", space: 21 },
    { type: "play-card", card: "c1", space: "atl" },
  ])("%j", (command) => {
    expect(refusal(state, "east", command)).toBe("malformed");
    expect(refusal(state, null, command)).toBe("malformed");
  });

  test.each([
    { type: "trade", god: 7, seat: "nobody" },
    { type: "sacrifice", god: "tlaloc", card: {}, steps: "x" },
    { type: "end-turn", type2: 1 },
    { type: "discard", card: idOf("east", 0), seat: 9, space: -1 },
  ])("fields that a command does not need are ignored: %j", (command) => {
    expect(refusal(state, "east", command)).toBeNull();
  });

  test("only a command's own fields count", () => {
    expect(refusal(state, "east", Object.create({ type: "end-turn" }))).toBe("malformed");
  });
});

describe("section 14, the first reason that applies", () => {
  const sacrifice = position({
    asks: "sacrifice",
    tribes: {
      east: { skulls: 6, hand: ["mist", "serpent", "3-xochitl", "spring-rain"] },
      north: { hand: ["omen"] },
    },
  });
  const cards = position({ asks: "cards", tribes: { east: { skulls: 1, hand: ["mist"] } } });

  test.each<[string, Seat | null, object, string | null]>([
    ["a stranger", null, { type: "roll" }, "not-seated"],
    ["a stranger who would concede", null, { type: "concede" }, "not-seated"],
    ["a seat that this match does not have", "topan", { type: "roll" }, "not-seated"],
    ["a seat that is not awaited", "north", { type: "end-turn" }, "not-your-decision"],
    [
      "a seat that is not awaited, with a card that it does not hold",
      "north",
      { type: "discard", card: "?" },
      "not-your-decision",
    ],
    ["concede by a seat that is not awaited", "north", { type: "concede" }, null],
    ["a roll in the sacrifice phase", "east", { type: "roll" }, "wrong-phase"],
    ["a move that was not requested", "east", { type: "move", steps: 3 }, "wrong-phase"],
    ["a pass in the sacrifice phase", "east", { type: "pass" }, "wrong-phase"],
    [
      "a battle card in the sacrifice phase, not held",
      "east",
      { type: "play-battle-card", card: "?" },
      "wrong-phase",
    ],
    ["a payment that was not requested", "east", { type: "pay-card", card: idOf("east", 0) }, "wrong-phase"],
    ["a choice that was not requested", "east", { type: "choose", seat: "north" }, "wrong-phase"],
    [
      "a discard for malinalli that was not requested",
      "east",
      { type: "discard-card", card: "?" },
      "wrong-phase",
    ],
    ["a challenge after the landing", "east", { type: "challenge", seat: "north" }, "wrong-phase"],
    ["a card that another seat holds", "east", { type: "discard", card: idOf("north", 0) }, "not-in-hand"],
    ["a card played that no seat holds", "east", { type: "play-card", card: "?" }, "not-in-hand"],
    ["a card's kind for its id", "east", { type: "discard", card: "mist" }, "not-in-hand"],
    ["a sign discarded", "east", { type: "discard", card: idOf("east", 1) }, "not-playable-now"],
    ["a flower discarded", "east", { type: "discard", card: idOf("east", 2) }, "not-playable-now"],
    ["a sign played", "east", { type: "play-card", card: idOf("east", 1) }, "not-playable-now"],
    [
      "a battle card played in the phase",
      "east",
      { type: "play-card", card: idOf("east", 0) },
      "not-playable-now",
    ],
    ["a turn card", "east", { type: "play-card", card: idOf("east", 3) }, null],
    ["a trade with 6 skulls", "east", { type: "trade" }, "not-enough-skulls"],
    ["an offering", "east", { type: "sacrifice", god: "tlaloc" }, null],
    ["the end of the turn", "east", { type: "end-turn" }, null],
  ])("%s", (_, seat, command, code) => {
    expect(refusal(sacrifice, seat, command)).toBe(code);
  });

  test("an offering and a trade in the cards phase: wrong-phase", () => {
    expect(refusal(cards, "east", { type: "sacrifice", god: "tlaloc" })).toBe("wrong-phase");
    expect(refusal(cards, "east", { type: "trade" })).toBe("wrong-phase");
    expect(refusal(cards, "east", { type: "end-turn" })).toBeNull();
  });

  test("after a trade an offering is refused already-traded, with or without skulls", () => {
    const before = position({ asks: "sacrifice", tribes: { east: { skulls: 7, hand: ["mist"] } } });
    const { state } = play(before, "east", { type: "trade" });
    expect(refusal(state, "east", { type: "sacrifice", god: "tlaloc" })).toBe("already-traded");
    expect(refusal(state, "east", { type: "trade" })).toBe("already-traded");
  });

  test("after an offering a trade is refused already-sacrificed, also with too few skulls", () => {
    const { state } = play(sacrifice, "east", { type: "sacrifice", god: "tlaloc" });
    expect(refusal(state, "east", { type: "trade" })).toBe("already-sacrificed");
  });

  test("without skulls an offering is refused no-skulls, a trade not-enough-skulls", () => {
    const before = position({ asks: "sacrifice", tribes: { east: { hand: ["mist"] } } });
    expect(refusal(before, "east", { type: "sacrifice", god: "tlaloc" })).toBe("no-skulls");
    expect(refusal(before, "east", { type: "trade" })).toBe("not-enough-skulls");
  });

  test("a refusal changes nothing", () => {
    const before = structuredClone(sacrifice);
    for (const seat of ["east", "north", "topan", null] as const) {
      for (const type of ["roll", "trade", "pass", "nonsense"]) refusal(sacrifice, seat, { type });
    }
    expect(sacrifice).toEqual(before);
  });
});

describe("legal", () => {
  test("lists every offering, trade, discard, the end of the turn, and conceding", () => {
    const state = position({ asks: "sacrifice", tribes: { east: { skulls: 7, hand: ["serpent", "mist"] } } });
    expect(flowerWar.legal(flowerWar.view(state, "east"), "east")).toEqual([
      { type: "sacrifice", god: "huitzilopochtli" },
      { type: "sacrifice", god: "tlaloc" },
      { type: "trade" },
      { type: "discard", card: idOf("east", 1) },
      { type: "end-turn" },
      { type: "concede" },
    ]);
  });

  test.each([
    ["causeway", SPACES.map((_, index) => ({ space: index + 1 }))],
    ["offering-bowl", GODS.map((god) => ({ god }))],
    ["xochiyaoyotl", [{ seat: "north" }, { seat: "south" }, { seat: "west" }]],
    ["canoe", [{}]],
    ["omen", []],
  ])("lists %s with every possible target", (card, targets) => {
    const state = position({
      asks: "cards",
      racks: { xochitl: 0 },
      tribes: { east: { skulls: 5, hand: [card] } },
    });
    const legal = flowerWar.legal(flowerWar.view(state, "east"), "east");
    expect(legal.filter(({ type }) => type === "play-card")).toEqual(
      targets.map((target) => ({ type: "play-card", card: idOf("east", 0), ...target })),
    );
  });

  test("a seat that is not awaited can only concede", () => {
    const state = position();
    expect(flowerWar.legal(flowerWar.view(state, "north"), "north")).toEqual([{ type: "concede" }]);
  });
});
