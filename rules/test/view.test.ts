import { describe, expect, test } from "vitest";
import { type Event, flowerWar } from "../src/flower-war/index.ts";
import { only, play } from "./support/playing.ts";
import { idOf, position } from "./support/position.ts";

describe("section 11, views", () => {
  const state = position({ tribes: { east: { hand: ["mist", "eagle"] }, north: { hand: ["omen"] } } });

  test("a seat sees the table and its own hand in the order held", () => {
    expect(flowerWar.view(state, "east")).toEqual({
      table: state.table,
      seat: "east",
      hand: [
        { id: idOf("east", 0), card: "mist" },
        { id: idOf("east", 1), card: "eagle" },
      ],
    });
  });

  test("all other viewers see only the table", () => {
    expect(flowerWar.view(state, "public")).toEqual({ table: state.table, seat: null, hand: [] });
    expect(flowerWar.view(state, "topan").hand).toEqual([]);
  });
});

describe("section 11, events", () => {
  const held = { id: "c7", card: "mist" };
  const order = ["mist", "omen"];
  const flow = [{ step: "roll" }] as const;
  const awaiting = { seat: "east", decision: "roll" } as const;
  const dice = { attacker: 3, defender: 4 };

  test.each<[Event, { [viewer in "east" | "north" | "west" | "public"]: object }]>([
    [
      { type: "rolled", seat: "east", dice: [4], chance: 9 },
      all({ type: "rolled", seat: "east", dice: [4] }),
    ],
    [
      { type: "battle-began", attacker: "east", defender: "north", dice, chance: 9 },
      all({ type: "battle-began", attacker: "east", defender: "north", dice }),
    ],
    [
      { type: "reshuffled", deck: "war", cards: 2, order, chance: 9 },
      all({ type: "reshuffled", deck: "war", cards: 2 }),
    ],
    [{ type: "asked", awaiting, flow }, all({ type: "asked", awaiting })],
    [
      { type: "card-drawn", seat: "east", deck: "rain", held },
      {
        ...all({ type: "card-drawn", seat: "east", deck: "rain" }),
        east: { type: "card-drawn", seat: "east", deck: "rain", held },
      },
    ],
    [
      { type: "card-paid", from: "east", to: "north", deck: "rain", gave: held, got: { ...held, id: "c8" } },
      {
        ...all({ type: "card-paid", from: "east", to: "north", deck: "rain" }),
        east: { type: "card-paid", from: "east", to: "north", deck: "rain", gave: held },
        north: { type: "card-paid", from: "east", to: "north", deck: "rain", got: { ...held, id: "c8" } },
      },
    ],
    [
      {
        type: "card-taken",
        from: "east",
        to: "north",
        deck: "rain",
        gave: held,
        got: { ...held, id: "c8" },
        chance: 3,
      },
      {
        ...all({ type: "card-taken", from: "east", to: "north", deck: "rain" }),
        east: { type: "card-taken", from: "east", to: "north", deck: "rain", gave: held },
        north: { type: "card-taken", from: "east", to: "north", deck: "rain", got: { ...held, id: "c8" } },
      },
    ],
    [
      { type: "card-played", seat: "east", card: "canoe", id: "c7", cost: 1 },
      {
        ...all({ type: "card-played", seat: "east", card: "canoe", cost: 1 }),
        east: { type: "card-played", seat: "east", card: "canoe", id: "c7", cost: 1 },
      },
    ],
    [
      { type: "battle-card-played", seat: "east", card: "omen", id: "c7", cost: 1, roll: 3, chance: 9 },
      {
        ...all({ type: "battle-card-played", seat: "east", card: "omen", cost: 1, roll: 3 }),
        east: { type: "battle-card-played", seat: "east", card: "omen", id: "c7", cost: 1, roll: 3 },
      },
    ],
    [
      { type: "discarded", seat: "east", card: "mist", id: "c7" },
      {
        ...all({ type: "discarded", seat: "east", card: "mist" }),
        east: { type: "discarded", seat: "east", card: "mist", id: "c7" },
      },
    ],
    [
      { type: "day-card-drawn", seat: "east", card: "3-xochitl", kept: "c9", resolves: false },
      all({ type: "day-card-drawn", seat: "east", card: "3-xochitl", kept: "c9", resolves: false }),
    ],
    [{ type: "conceded", seat: "east" }, all({ type: "conceded", seat: "east" })],
  ])("$0.type", (event, seen) => {
    for (const viewer of ["east", "north", "west", "public"] as const) {
      expect(flowerWar.redact(event, viewer), viewer).toEqual(seen[viewer]);
    }
  });

  test("a redacted event cannot be folded", () => {
    const state = position({ dice: [3] });
    const [rolled] = only(play(state, "east", { type: "roll" }).events, "rolled");
    if (rolled === undefined) throw new Error("nothing was rolled");
    const seen = flowerWar.redact(rolled, "east");
    expect(() => seen !== null && flowerWar.evolve(state, seen)).toThrow(TypeError);
  });
});

function all(event: object) {
  return { east: event, north: event, west: event, public: event };
}
