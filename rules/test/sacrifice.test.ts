import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import { findFaults } from "./support/invariants.ts";
import { cardsOf, only, play, playAll, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position } from "./support/position.ts";

describe("section 6, sacrifices", () => {
  test.each([
    { god: "huitzilopochtli", card: "omen", cards: { war: 1, rain: 0, day: 0 } },
    { god: "tlaloc", card: "mist", cards: { war: 0, rain: 1, day: 0 } },
  ] as const)(
    "an offering to $god: one skull in its half of the lake, its deck's top card in the hand",
    (c) => {
      const before = position({
        asks: "sacrifice",
        tribes: { east: { skulls: 2 } },
        draws: { war: ["omen"], rain: ["mist"] },
      });
      const { state, events } = play(before, "east", { type: "sacrifice", god: c.god });
      expect(types(events)).toEqual(["sacrificed", "card-drawn", "asked"]);
      const none = { huitzilopochtli: 0, tlaloc: 0 };
      expect(state.table.lake).toEqual({ ...none, [c.god]: 1 });
      expect(state.table.offerings).toEqual({ ...none, [c.god]: 1 });
      expect(tribe(state, "east")).toMatchObject({ skulls: 1, cards: c.cards });
      expect(cardsOf(state, "east")).toEqual([c.card]);
      expect(state.table.turn.sacrifices).toEqual({ ...none, [c.god]: 1 });
    },
  );

  test("any number per turn, as far as the skulls go", () => {
    const before = position({ asks: "sacrifice", tribes: { east: { skulls: 3 } } });
    const { state } = playAll(before, [
      ["east", { type: "sacrifice", god: "tlaloc" }],
      ["east", { type: "sacrifice", god: "tlaloc" }],
      ["east", { type: "sacrifice", god: "huitzilopochtli" }],
    ]);
    expect(state.table.offerings).toEqual({ huitzilopochtli: 1, tlaloc: 2 });
    expect(refusal(state, "east", { type: "sacrifice", god: "tlaloc" })).toBe("no-skulls");
  });

  test("held cards have ids that are unique and reveal nothing", () => {
    const before = position({ asks: "sacrifice", tribes: { east: { skulls: 3 } } });
    const { state } = playAll(before, [
      ["east", { type: "sacrifice", god: "tlaloc" }],
      ["east", { type: "sacrifice", god: "huitzilopochtli" }],
      ["east", { type: "sacrifice", god: "tlaloc" }],
    ]);
    expect(flowerWar.view(state, "east").hand.map(({ id }) => id)).toEqual(["c1", "c2", "c3"]);
  });

  test.each([
    { hand: ["serpent", "3-xochitl"], wins: true },
    { hand: ["3-xochitl"], wins: false },
  ])("the eagle drawn into $hand wins: $wins", ({ hand, wins }) => {
    const before = position({
      asks: "sacrifice",
      tribes: { east: { skulls: 2, hand } },
      draws: { war: ["eagle"] },
    });
    const { state } = play(before, "east", { type: "sacrifice", god: "huitzilopochtli" });
    expect(state.table.outcome?.winner).toBe(wins ? "east" : undefined);
  });
});

describe("section 6, the trade with Tonantzin", () => {
  const rich = position({
    asks: "sacrifice",
    tribes: { east: { on: "olin", skulls: 15 } },
    draws: { day: ["5-mazatl"] },
  });

  test("7 skulls are removed and a Day card is drawn onto the current space", () => {
    const { state, events } = play(rich, "east", { type: "trade" });
    expect(types(events)).toEqual(["traded", "day-card-drawn", "extra-turn-won", "turn-began", "asked"]);
    expect(state.table.removed).toBe(7);
    expect(tribe(state, "east").skulls).toBe(8);
    expect(space(state, "olin")).toMatchObject({ top: "5-mazatl", height: 1 });
    expect(state.table.offerings).toEqual({ huitzilopochtli: 0, tlaloc: 0 });
  });

  test("once a turn, and no offering after it; the sacrifice phase stays open", () => {
    const before = position({ asks: "sacrifice", tribes: { east: { skulls: 15, hand: ["mist"] } } });
    const { state } = play(before, "east", { type: "trade" });
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
    expect(refusal(state, "east", { type: "trade" })).toBe("already-traded");
    expect(refusal(state, "east", { type: "sacrifice", god: "tlaloc" })).toBe("already-traded");
  });

  test("not in a turn with an offering", () => {
    const { state } = play(rich, "east", { type: "sacrifice", god: "tlaloc" });
    expect(refusal(state, "east", { type: "trade" })).toBe("already-sacrificed");
  });

  test.each([
    [6, "not-enough-skulls"],
    [7, null],
  ])("with %i skulls: %s", (skulls, code) => {
    const before = position({ asks: "sacrifice", tribes: { east: { skulls } } });
    expect(refusal(before, "east", { type: "trade" })).toBe(code);
  });

  test("the next turn starts fresh", () => {
    const { state } = play(rich, "east", { type: "trade" });
    expect(state.table.turn).toMatchObject({ seat: "east", traded: false, extra: true });
  });
});

describe("section 6, empty decks", () => {
  test("an empty deck is reshuffled when a card is drawn, from its cards in the stacks except the top cards", () => {
    const before = position({
      asks: "sacrifice",
      tribes: { east: { skulls: 2 } },
      decks: { rain: [] },
      stacks: {
        cipactli: ["mist", "1-calli", "downpour"],
        olin: ["causeway", "drought"],
        xochitl: ["canoe", "2-calli", "chinampa", "3-calli"],
      },
    });
    const { state, events } = play(before, "east", { type: "sacrifice", god: "tlaloc" });
    expect(types(events)).toEqual(["sacrificed", "reshuffled", "card-drawn", "asked"]);
    const [reshuffled] = only(events, "reshuffled");
    expect(reshuffled).toMatchObject({ deck: "rain", cards: 4 });
    expect(reshuffled?.order?.toSorted()).toEqual(["canoe", "causeway", "chinampa", "mist"]);
    expect(state.hidden.stacks[0]).toEqual(["1-calli", "downpour"]);
    expect(state.hidden.stacks[16]).toEqual(["drought"]);
    expect(state.hidden.stacks[19]).toEqual(["2-calli", "3-calli"]);
    expect(state.table.spaces[19]).toMatchObject({ top: "3-calli", height: 2 });
    expect(state.table.decks.rain).toBe(3);
    expect(cardsOf(state, "east")).toEqual(reshuffled?.order?.slice(-1));
    expect(findFaults(state).filter((fault) => !fault.startsWith("a card"))).toEqual([]);
  });

  test("the cards are gathered from space 1 to 20, each stack from the bottom up, before the shuffle", () => {
    const gathered = ["mist", "downpour", "causeway"];
    const before = position({
      asks: "sacrifice",
      tribes: { east: { skulls: 2 } },
      decks: { rain: [] },
      stacks: { olin: ["causeway", "drought"], cipactli: ["mist", "downpour", "1-calli"] },
    });
    const { events } = play(before, "east", { type: "sacrifice", god: "tlaloc" });
    const [reshuffled] = only(events, "reshuffled");
    expect(reshuffled).toMatchObject({ chance: before.hidden.chance + 2 });
    expect(reshuffled?.order).toEqual(
      shuffledAsSection12(gathered, before.hidden.seed, before.hidden.chance),
    );
  });

  test("if no cards are left, the offering counts and nothing is drawn", () => {
    const before = position({
      asks: "sacrifice",
      tribes: { east: { skulls: 2, hand: ["omen"] } },
      decks: { rain: [] },
      stacks: { olin: ["causeway"] },
    });
    const { state, events } = play(before, "east", { type: "sacrifice", god: "tlaloc" });
    expect(types(events)).toEqual(["sacrificed", "asked"]);
    expect(state.table.offerings.tlaloc).toBe(1);
    expect(cardsOf(state, "east")).toEqual(["omen"]);
  });

  test("the turn then ends automatically with the last skull", () => {
    const before = position({ asks: "sacrifice", tribes: { east: { skulls: 1 } }, decks: { rain: [] } });
    const { state } = play(before, "east", { type: "sacrifice", god: "tlaloc" });
    expect(state.table.turn.seat).toBe("north");
  });

  test("the same for Day cards: the first landing draws from the reshuffled deck, or nothing", () => {
    const stacked = { decks: { day: [] }, stacks: { olin: ["3-calli", "mist"] }, dice: [1] } as const;
    const drawn = play(position(stacked), "east", { type: "roll" });
    expect(only(drawn.events, "day-card-drawn")).toMatchObject([{ card: "3-calli" }]);
    expect(drawn.state.table.decks.day).toBe(0);
    const none = play(position({ decks: { day: [] }, dice: [1] }), "east", { type: "roll" });
    expect(types(none.events)).not.toContain("day-card-drawn");
  });

  test("a discarded card comes back with the reshuffle", () => {
    const before = position({
      asks: "sacrifice",
      tribes: { east: { on: "olin", skulls: 3, hand: ["mist", "omen", "omen"] } },
      decks: { rain: ["drought"] },
    });
    const drought = play(before, "east", { type: "sacrifice", god: "tlaloc" }).state;
    const { state } = playAll(drought, [
      ["east", { type: "discard", card: idOf("east", 0) }],
      ["east", { type: "discard", card: idOf("east", 1) }],
      ["east", { type: "end-turn" }],
    ]);
    const later = { ...state, table: { ...state.table, turn: before.table.turn }, flow: before.flow };
    const awaited = { ...later, table: { ...later.table, awaiting: before.table.awaiting } };
    expect(cardsOf(play(awaited, "east", { type: "sacrifice", god: "tlaloc" }).state, "east")).toEqual([
      "omen",
      "drought",
      "mist",
    ]);
  });
});

/** Fisher-Yates of three cards by hand, from the words of the stream. */
function shuffledAsSection12(cards: readonly string[], seed: string, position: number): readonly string[] {
  const words = [0, 1].map((offset) => wordOf(seed, position + offset));
  const list = [...cards];
  for (const [step, i] of [2, 1].entries()) {
    const j = (words[step] ?? 0) % (i + 1);
    const [a, b] = [list[i] ?? "", list[j] ?? ""];
    list[i] = b;
    list[j] = a;
  }
  return list;
}

function wordOf(seed: string, position: number): number {
  const input = Buffer.concat([Buffer.from(seed, "hex"), Buffer.alloc(8)]);
  input.writeBigUInt64BE(BigInt(Math.floor(position / 8)), 32);
  return createHash("sha256")
    .update(input)
    .digest()
    .readUInt32BE(4 * (position % 8));
}
