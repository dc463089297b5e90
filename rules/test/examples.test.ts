import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import { cardsOf, only, play, playAll, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position } from "./support/position.ts";

/** The canon's worked examples as far as they concern what is played today; titles carry their numbers. */
describe("section 16, worked examples", () => {
  test("[16.1] east on 18 rolls 4, lands on 2 and draws a Day card", () => {
    const { state, events } = play(
      position({ tribes: { east: { on: "tecpatl" } }, dice: [4], draws: { day: ["3-mazatl"] } }),
      "east",
      { type: "roll" },
    );
    expect(tribe(state, "east")).toMatchObject({ space: 2, skulls: 1 });
    expect(space(state, "ehecatl")).toMatchObject({ rack: 12, top: "3-mazatl", height: 1 });
    expect(only(events, "day-card-drawn")).toEqual([
      { type: "day-card-drawn", seat: "east", card: "3-mazatl", kept: null, resolves: true },
    ]);
  });

  test("[16.2] the last skull of a rack brings its disc, the rack is full again, the apocalypse is triggered", () => {
    const before = position({
      turn: { seat: "north" },
      tribes: { north: { on: "malinalli" } },
      racks: { acatl: 1 },
      supply: 100,
      dice: [1],
    });
    const { state } = play(before, "north", { type: "roll" });
    expect(tribe(state, "north").skulls).toBe(1);
    expect(space(state, "acatl")).toMatchObject({ rack: 13, disc: "north" });
    expect(state.table.supply).toBe(87);
    expect(state.table.apocalypse).toMatchObject({ keeper: "north", discs: ["acatl"], count: 0 });
  });

  test("[16.3] tribute is paid before the battle that follows it, in which calli's disc defends with +1", () => {
    const before = position({
      turn: { seat: "south" },
      tribes: { south: { on: "cipactli", skulls: 2 }, west: { on: "calli" } },
      racks: { calli: 7 },
      discs: { calli: "west" },
      dice: [2, 4, 4],
    });
    const { state, events } = play(before, "south", { type: "roll" });
    expect(types(events)).toEqual([
      "rolled",
      "moved",
      "collected",
      "tribute-paid",
      "battle-began",
      "battle-won",
      "stake-paid",
      "battle-ended",
      "asked",
    ]);
    expect(only(events, "battle-won")).toEqual([{ type: "battle-won", winner: "west", loser: "south" }]);
    expect(tribe(state, "south").skulls).toBe(1);
    expect(tribe(state, "west").skulls).toBe(2);
  });

  test.each([
    { dice: [5, 3], east: 4, west: 3 },
    { dice: [3, 5], east: 2, west: 5 },
    { dice: [4, 4], east: 3, west: 4 },
  ])(
    "[16.4] a battle of $dice.0 against $dice.1: the loser pays 1, equal totals nothing",
    ({ dice, east, west }) => {
      const before = position({
        tribes: { east: { on: "atl", skulls: 2 }, west: { on: "itzcuintli", skulls: 4 } },
        racks: { itzcuintli: 5 },
        dice: [1, ...dice],
      });
      const { state } = play(before, "east", { type: "roll" });
      expect(tribe(state, "east").skulls).toBe(east);
      expect(tribe(state, "west").skulls).toBe(west);
    },
  );

  test.each([
    {
      offerings: { huitzilopochtli: 9, tlaloc: 9 },
      apocalypse: { state: "forestalled", count: 4, ruling: null },
    },
    {
      offerings: { huitzilopochtli: 9, tlaloc: 10 },
      apocalypse: { state: "running", count: 5, ruling: "flood" },
    },
    {
      offerings: { huitzilopochtli: 10, tlaloc: 9 },
      apocalypse: { state: "running", count: 5, ruling: "invasion" },
    },
  ])("[16.7] offerings $offerings when the keeper's turn begins", ({ offerings, apocalypse }) => {
    const before = position({
      turn: { seat: "west" },
      asks: "sacrifice",
      tribes: { west: { skulls: 1 } },
      offerings,
      apocalypse: { state: "running", count: 4, keeper: "east", ruling: "invasion" },
    });
    const { state } = play(before, "west", { type: "end-turn" });
    expect(state.table.turn.seat).toBe("east");
    expect(state.table.apocalypse).toMatchObject(apocalypse);
  });

  describe("[16.8] a seat with the eagle card and coatl's disc wins at once by a flower", () => {
    const signs = { discs: { coatl: "east" }, draws: { day: ["7-xochitl"] } } as const;

    test("drawn on a first landing", () => {
      const { state, events } = play(
        position({ ...signs, tribes: { east: { hand: ["eagle"] } }, dice: [1] }),
        "east",
        { type: "roll" },
      );
      expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
      expect(types(events).slice(-2)).toEqual(["day-card-drawn", "ended"]);
    });

    test("drawn in a trade", () => {
      const before = position({
        ...signs,
        tribes: { east: { skulls: 7, hand: ["eagle"] } },
        asks: "sacrifice",
      });
      const { state } = play(before, "east", { type: "trade" });
      expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
      expect(flowerWar.awaiting(state)).toEqual([]);
    });

    test("drawn for it by a loser who has nothing, in another's turn", () => {
      const before = position({
        ...signs,
        turn: { seat: "north" },
        tribes: { north: { on: "olin" }, east: { on: "quiahuitl", hand: ["eagle"] } },
        racks: { quiahuitl: 0 },
        supply: 0,
        dice: [2, 1, 5],
      });
      const { state, events } = playAll(before, [
        ["north", { type: "roll" }],
        ["east", { type: "pass" }],
      ]);
      expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
      expect(types(events)).not.toContain("battle-ended");
    });
  });

  test("[16.10] during the flood nothing is collected, and no disc earned", () => {
    const before = position({
      tribes: { east: { on: "acatl" } },
      racks: { ocelotl: 1 },
      apocalypse: { state: "running", keeper: "north", count: 3, ruling: "flood" },
      dice: [1],
    });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(types(events)).not.toContain("collected");
    expect(space(state, "ocelotl")).toMatchObject({ rack: 1, disc: null });
  });

  test("[16.11] a bead in the roll phase: no sacrifice yet, and nothing changes", () => {
    const before = position({ tribes: { east: { skulls: 3 } } });
    const after = structuredClone(before);
    expect(refusal(before, "east", { type: "sacrifice", god: "tlaloc" })).toBe("wrong-phase");
    expect(before).toEqual(after);
  });

  test.each([
    { offerings: { huitzilopochtli: 4, tlaloc: 7 }, count: 13, over: true },
    { offerings: { huitzilopochtli: 7, tlaloc: 7 }, count: 12, over: false },
  ])("[16.12] the keeper's turn after count 12, offerings $offerings", ({ offerings, count, over }) => {
    const before = position({
      turn: { seat: "west" },
      asks: "sacrifice",
      tribes: { west: { skulls: 1 } },
      offerings,
      apocalypse: { state: "running", count: 12, keeper: "east", ruling: "flood" },
    });
    const { state } = play(before, "west", { type: "end-turn" });
    expect(state.table.apocalypse.count).toBe(count);
    expect(state.table.outcome?.by).toBe(over ? "apocalypse" : undefined);
    expect(state.table.outcome?.winner).toBe(over ? null : undefined);
    expect(state.table.awaiting).toEqual(over ? null : { seat: "east", decision: "roll" });
  });

  test("[16.13] the disc triggers before the battle that follows at once; the keeper's next turn is the first tick", () => {
    const before = position({
      seats: 2,
      tribes: { east: { on: "acatl", skulls: 1 }, west: { on: "ocelotl", skulls: 1 } },
      racks: { ocelotl: 1 },
      offerings: { huitzilopochtli: 1, tlaloc: 0 },
      dice: [1, 3, 4, 3],
    });
    const triggered = play(before, "east", { type: "roll" });
    expect(types(triggered.events)).toEqual([
      "rolled",
      "moved",
      "collected",
      "disc-earned",
      "apocalypse-triggered",
      "refilled",
      "battle-began",
      "battle-won",
      "stake-paid",
      "battle-ended",
      "asked",
    ]);
    expect(triggered.state.table.apocalypse).toEqual({
      state: "running",
      count: 0,
      keeper: "east",
      turn: 1,
      discs: ["ocelotl"],
      ruling: "invasion",
    });
    const round = playAll(triggered.state, [
      ["east", { type: "end-turn" }],
      ["west", { type: "roll" }],
      ["west", { type: "end-turn" }],
    ]);
    expect(only(round.events, "ticked")).toHaveLength(1);
    expect(round.state.table).toMatchObject({ turn: { seat: "east", number: 3 }, apocalypse: { count: 1 } });
  });

  test.each([
    { rack: 2, skulls: 1, removed: 1, disc: null },
    { rack: 1, skulls: 1, removed: 0, disc: "east" },
  ])("[16.14] invasion on a rack of $rack", ({ rack, skulls, removed, disc }) => {
    const before = position({
      tribes: { east: { on: "acatl" } },
      racks: { ocelotl: rack },
      discs: { atl: "south" },
      apocalypse: { state: "running", keeper: "south", discs: ["atl"], ruling: "invasion" },
      dice: [1],
    });
    const { state } = play(before, "east", { type: "roll" });
    expect(tribe(state, "east").skulls).toBe(skulls);
    expect(state.table.removed).toBe(removed);
    expect(space(state, "ocelotl")).toMatchObject({ rack: 13, disc });
  });

  describe("[16.19] the loser has no skull", () => {
    const battle = (north: readonly string[], east: readonly string[] = []) =>
      play(
        position({
          tribes: { east: { on: "ozomahtli", hand: east }, north: { on: "malinalli", hand: north } },
          racks: { malinalli: 5 },
          dice: [1, 6, 2],
        }),
        "east",
        { type: "roll" },
      ).state;
    const passed = (state: ReturnType<typeof battle>) => playAll(state, [["north", { type: "pass" }]]).state;

    test("and one card: it goes over without asking, a sign too", () => {
      const state = passed(battle(["serpent"]));
      expect(cardsOf(state, "east")).toEqual(["serpent"]);
      expect(cardsOf(state, "north")).toEqual([]);
      expect(tribe(state, "east").cards).toEqual({ war: 0, rain: 1, day: 0 });
      expect(state.table.battle).toBeNull();
    });

    test("with eagle and flower there the winner wins", () => {
      const asked = battle(["serpent"], ["eagle", "5-xochitl"]);
      const { state } = playAll(asked, [
        ["east", { type: "pass" }],
        ["north", { type: "pass" }],
      ]);
      expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
    });

    test("and two cards: it is asked, and may keep the serpent", () => {
      const asked = passed(battle(["serpent", "mist"]));
      expect(asked.table.awaiting).toEqual({ seat: "north", decision: "pay" });
      const { state } = play(asked, "north", { type: "pay-card", card: idOf("north", 1) });
      expect(cardsOf(state, "east")).toEqual(["mist"]);
      expect(cardsOf(state, "north")).toEqual(["serpent"]);
    });
  });

  test("[16.20] the loser has no skull and no card: a Day card is drawn for the winner onto the current space", () => {
    const before = position({
      tribes: { east: { on: "ozomahtli" }, north: { on: "malinalli" } },
      racks: { malinalli: 0 },
      supply: 0,
      draws: { day: ["3-mazatl"] },
      dice: [1, 2, 6],
    });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(only(events, "day-card-drawn")).toEqual([
      { type: "day-card-drawn", seat: "north", card: "3-mazatl", kept: null, resolves: true },
    ]);
    expect(space(state, "malinalli")).toMatchObject({ top: "3-mazatl", height: 1 });
  });

  test("[16.23] a defending keeper concedes in the card window: the battle ends, the landing goes on", () => {
    const before = position({
      tribes: {
        east: { on: "cipactli", skulls: 2 },
        north: { on: "ehecatl", skulls: 5, hand: ["atlatl", "mist"] },
      },
      racks: { ehecatl: 13 },
      discs: { calli: "north" },
      apocalypse: { state: "running", keeper: "north", discs: ["calli"], count: 2, ruling: "invasion" },
      draws: { day: ["2-mazatl"] },
      dice: [1, 1, 6],
    });
    const window = play(before, "east", { type: "roll" }).state;
    expect(window.table.awaiting).toEqual({ seat: "north", decision: "battle" });
    const { state, events } = play(window, "north", { type: "concede" });
    expect(types(events)).toEqual(["conceded", "battle-ended", "day-card-drawn", "extra-turn-won", "asked"]);
    expect(space(state, "calli").disc).toBeNull();
    expect(state.table.apocalypse).toMatchObject({
      state: "running",
      keeper: "south",
      discs: ["calli"],
      count: 2,
    });
    expect(tribe(state, "east").skulls).toBe(3);
    expect(tribe(state, "north")).toMatchObject({ skulls: 0, cards: { war: 0, rain: 0, day: 0 }, out: 1 });
    expect(state.hidden.stacks[1]).toEqual(["atlatl", "mist", "2-mazatl"]);
    expect(state.table.awaiting).toEqual({ seat: "east", decision: "sacrifice" });
  });

  test("[16.24] a defender who holds only the eagle is asked and can only pass, as if it held a chimalli", () => {
    const asked = ["eagle", "chimalli"].map((card) => {
      const before = position({
        tribes: { east: { on: "cipactli", skulls: 2 }, north: { on: "ehecatl", skulls: 5, hand: [card] } },
        apocalypse: { state: "running", keeper: "south", ruling: "flood" },
        dice: [1, 1, 6],
      });
      const { state, events } = play(before, "east", { type: "roll" });
      expect(refusal(state, "north", { type: "play-battle-card", card: idOf("north", 0) })).toBe(
        card === "eagle" ? "not-playable-now" : "space-full",
      );
      expect(flowerWar.legal(flowerWar.view(state, "north"), "north")).toEqual([
        { type: "pass" },
        { type: "concede" },
      ]);
      return [flowerWar.view(state, "east"), events.map((event) => flowerWar.redact(event, "east"))];
    });
    expect(asked[0]).toEqual(asked[1]);
  });
});
