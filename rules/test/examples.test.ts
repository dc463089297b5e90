import { describe, expect, test } from "vitest";
import { spaceNumber } from "../src/flower-war/board.ts";
import { flowerWar } from "../src/flower-war/index.ts";
import { MEXICA } from "../src/flower-war/presets.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
import { battleOf, fight, passAll, strike } from "./support/fight.ts";
import { cardsOf, only, play, playAll, refusal, space, tribe, types } from "./support/playing.ts";
import { idOf, position, type Wanted } from "./support/position.ts";

/** The canon's worked examples. Titles have their numbers. */
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

    test("drawn by a loser who has nothing, in another seat's turn", () => {
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

    test("and one card: it is paid automatically, also a sign", () => {
      const state = passed(battle(["serpent"]));
      expect(cardsOf(state, "east")).toEqual(["serpent"]);
      expect(cardsOf(state, "north")).toEqual([]);
      expect(tribe(state, "east").cards).toEqual({ war: 0, rain: 1, day: 0 });
      expect(state.table.battle).toBeNull();
    });

    test("with eagle and flower there the winner wins", () => {
      const awaited = battle(["serpent"], ["eagle", "5-xochitl"]);
      const { state } = playAll(awaited, [
        ["east", { type: "pass" }],
        ["north", { type: "pass" }],
      ]);
      expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
    });

    test("and two cards: it chooses, and may keep the serpent", () => {
      const awaited = passed(battle(["serpent", "mist"]));
      expect(awaited.table.awaiting).toEqual({ seat: "north", decision: "pay" });
      const { state } = play(awaited, "north", { type: "pay-card", card: idOf("north", 1) });
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

  test("[16.24] a defender with only the eagle is awaited and can only pass, as if it held a chimalli", () => {
    const awaited = ["eagle", "chimalli"].map((card) => {
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
    expect(awaited[0]).toEqual(awaited[1]);
  });

  test.each([
    { skulls: 5, paid: 3 },
    { skulls: 2, paid: 2 },
  ])("[16.4] with a war-drum played by the loser, who has $skulls, it pays $paid", ({ skulls, paid }) => {
    const before = fight({ dice: [5, 3], north: ["war-drum", "omen"], skulls: { north: skulls + 2 } });
    const { events } = passAll(strike(before, "north", 0).state);
    expect(only(events, "stake-paid")).toEqual([
      { type: "stake-paid", from: "north", to: "east", skulls: paid },
    ]);
  });

  test.each([
    { skulls: 5, stake: { type: "stake-paid", from: "north", to: "east", skulls: 2 } },
    { skulls: 1, stake: { type: "stake-paid", from: "north", to: "east", skulls: 1 } },
    { skulls: 0, stake: undefined },
  ])("[16.5] lower-roll, 6 against 2, the loser has $skulls", ({ skulls, stake }) => {
    const more = { options: { battleStake: "lower-roll" } } as const;
    const before = fight({ dice: [6, 2], north: ["omen", "mist"], skulls: { north: skulls }, more });
    const { state, events } = passAll(before);
    expect(only(events, "stake-paid")[0]).toEqual(stake);
    expect(state.table.awaiting).toEqual(
      skulls === 0 ? { seat: "north", decision: "pay" } : { seat: "east", decision: "sacrifice" },
    );
  });

  test("[16.6] day count 2: obsidian-edge fills the rack, chimalli finds no room, mist costs nothing", () => {
    const before = fight({
      dice: [3, 3],
      east: ["obsidian-edge", "omen"],
      north: ["chimalli", "mist"],
      skulls: { east: 5, north: 1 },
      more: { racks: { malinalli: 12 } },
    });
    expect(space(before, "malinalli").rack).toBe(11);
    const { state } = strike(before, "east", 0);
    expect(space(state, "malinalli").rack).toBe(13);
    expect(tribe(state, "east").skulls).toBe(3);
    const card = (index: number) => ({ type: "play-battle-card", card: idOf("north", index) });
    expect(refusal(state, "north", card(0))).toBe("space-full");
    expect(refusal(state, "north", card(1))).toBeNull();
  });

  test("[16.9] with 0 skulls and coatl's disc: one offering to Tlaloc from supply, a second is refused", () => {
    const before = position({
      asks: "sacrifice",
      discs: { coatl: "east" },
      tribes: { east: { skulls: 0 } },
      supply: 50,
    });
    const { state, events } = play(before, "east", { type: "sacrifice", god: "tlaloc" });
    expect(types(events).slice(0, 2)).toEqual(["sacrificed", "card-drawn"]);
    expect(state.table.supply).toBe(49);
    expect(refusal(state, "east", { type: "sacrifice", god: "tlaloc" })).toBe("no-skulls");
  });

  test("[16.10] in the flood tlalocs-tears on top still gives 1 from supply", () => {
    const before = position({
      tribes: { east: { on: "acatl" } },
      racks: { ocelotl: 1 },
      stacks: { ocelotl: ["tlalocs-tears"] },
      lingers: { ocelotl: "south" },
      apocalypse: { state: "running", keeper: "north", count: 3, ruling: "flood" },
      supply: 50,
      dice: [1],
    });
    const { state } = play(before, "east", { type: "roll" });
    expect(tribe(state, "east").skulls).toBe(1);
    expect(space(state, "ocelotl")).toMatchObject({ rack: 1, disc: null });
    expect(state.table.supply).toBe(49);
  });

  test("[16.13] the battle that follows the trigger is fought with +2, of the disc and of its rule", () => {
    const before = position({
      tribes: { east: { on: "acatl" }, south: { on: "ocelotl", hand: ["omen"], skulls: 1 } },
      racks: { ocelotl: 1 },
      dice: [1, 3, 4],
    });
    const { state } = play(before, "east", { type: "roll" });
    expect(battleOf(state).totals).toEqual({ attacker: 5, defender: 4 });
  });

  test("[16.15] west's drought on a full rack: no collecting, no first landing, no invasion; then it is spent", () => {
    const before = position({
      turn: { seat: "south" },
      tribes: { south: { on: "acatl", skulls: 3 }, north: { on: "ocelotl" }, west: { skulls: 2 } },
      discs: { ocelotl: "west" },
      stacks: { ocelotl: ["drought"] },
      lingers: { ocelotl: "west" },
      apocalypse: { state: "running", keeper: "north", ruling: "invasion" },
      dice: [1, 3, 3],
    });
    const { state, events } = play(before, "south", { type: "roll" });
    expect(types(events)).toEqual([
      "rolled",
      "moved",
      "top-card-acted",
      "tribute-paid",
      "battle-began",
      "battle-ended",
      "asked",
    ]);
    expect(space(state, "ocelotl")).toMatchObject({ rack: 13, lingers: null, top: "drought" });
    expect(state.table.removed).toBe(before.table.removed);
    const again = position({
      turn: { seat: "west" },
      tribes: { west: { on: "acatl" } },
      stacks: { ocelotl: ["drought"] },
      draws: { day: ["2-mazatl"] },
      dice: [1],
    });
    expect(types(play(again, "west", { type: "roll" }).events)).toContain("day-card-drawn");
  });

  test.each([
    { discs: [], skulls: 0, paid: [["north", 1]] },
    {
      discs: ["tochtli"],
      skulls: 2,
      paid: [
        ["north", 2],
        ["south", 1],
      ],
    },
  ] as const)(
    "[16.16] tribute in turn order, under the rules of $discs: $paid",
    ({ discs, skulls, paid }) => {
      const before = position({
        tribes: { east: { on: "acatl", skulls }, north: { copies: ["ocelotl"] } },
        racks: { ocelotl: 5 },
        discs: { ocelotl: "south" },
        apocalypse: { state: "forestalled", keeper: "west", discs },
        dice: [1],
      });
      const { events } = play(before, "east", { type: "roll" });
      expect(only(events, "tribute-paid").map(({ to, skulls: count }) => [to, count])).toEqual(paid);
    },
  );

  describe("[16.17] lower-roll", () => {
    const options = { battleStake: "lower-roll" } as const;

    test("5 against 3, the defender's omen 6, mist on it, mist on that mist: the defender wins, stake 5", () => {
      let state = fight({
        dice: [5, 3, 6],
        east: ["mist"],
        north: ["omen", "mist"],
        skulls: { east: 9 },
        more: { options },
      });
      state = play(state, "east", { type: "pass" }).state;
      state = strike(state, "north", 0).state;
      expect(battleOf(state).dice).toEqual({ attacker: 5, defender: 6 });
      state = strike(state, "east", 0).state;
      expect(battleOf(state).dice).toEqual({ attacker: 5, defender: 3 });
      const { events } = strike(state, "north", 1);
      expect(only(events, "stake-paid")).toEqual([
        { type: "stake-paid", from: "east", to: "north", skulls: 5 },
      ]);
    });

    test("4 against 4 and the attacker's disc +1: the attacker wins, stake 4", () => {
      const more = { options, discs: { ocelotl: "east" } } as const;
      const { events } = passAll(fight({ dice: [4, 4], north: ["omen"], skulls: { north: 9 }, more }));
      expect(only(events, "stake-paid")[0]).toMatchObject({ from: "north", skulls: 4 });
    });
  });

  test("[16.18] a retreat: costs stay paid, both cards stay, no rule and no captive takes anything; the next battle follows", () => {
    const before = fight({
      dice: [6, 1, 3, 3],
      east: ["captive", "obsidian-edge"],
      north: ["omen", "feathered-retreat"],
      skulls: { east: 9 },
      more: {
        apocalypse: { state: "forestalled", keeper: "west", discs: ["miquiztli"] },
        tribes: { south: { on: "malinalli", skulls: 2 } },
      },
    });
    let state = strike(before, "east", 1).state;
    state = play(state, "north", { type: "pass" }).state;
    state = strike(state, "east", 0).state;
    const { state: after, events } = strike(state, "north", 1);
    expect(types(events)).toEqual([
      "battle-card-played",
      "battle-ended",
      "battle-began",
      "battle-ended",
      "asked",
    ]);
    expect(after.hidden.stacks[11]).toEqual(["obsidian-edge", "captive", "feathered-retreat"]);
    expect(tribe(after, "north").skulls).toBe(5);
    expect(cardsOf(after, "north")).toEqual(["omen"]);
  });

  test("[16.18] a retreat: itzcuintli is not doubled", () => {
    const before = position({
      asks: "sacrifice",
      tribes: { east: { on: "olin", skulls: 7 }, north: { skulls: 2, hand: ["feathered-retreat"] } },
      racks: { coatl: 5 },
      supply: 50,
      draws: { day: ["2-itzcuintli"] },
      dice: [6, 1],
    });
    const state = play(before, "east", { type: "trade" }).state;
    const { events } = strike(state, "north", 0);
    expect(only(events, "skulls-taken")).toEqual([{ type: "skulls-taken", seat: "east", skulls: 1 }]);
  });

  test("[16.19] the sign paid wins, and the winner's captive is no longer resolved", () => {
    const before = fight({
      dice: [6, 2],
      east: ["captive", "eagle", "5-xochitl"],
      north: ["serpent"],
      skulls: { north: 0 },
    });
    const { state, events } = passAll(strike(before, "east", 0).state);
    expect(state.table.outcome).toMatchObject({ by: "signs", winner: "east" });
    expect(types(events)).not.toContain("card-taken");
  });

  test.each([
    ["12-itzcuintli", 3, []],
    ["3-mazatl", 0, []],
    ["13-quiahuitl", 0, ["malinalli"]],
  ] as const)(
    "[16.20] (%s) drawn for the winner brings %i skulls and the copies %j",
    (card, skulls, copies) => {
      const before = position({
        tribes: { east: { on: "ozomahtli" }, north: { on: "malinalli" } },
        racks: { malinalli: 0 },
        lake: { tlaloc: 0 },
        apocalypse: { state: "running", keeper: "south", ruling: "flood" },
        supply: 20,
        draws: { day: [card] },
        dice: [1, 2, 6],
      });
      const { state, events } = play(before, "east", { type: "roll" });
      expect(types(events).filter((type) => type === "moved")).toHaveLength(1);
      expect(space(state, "malinalli").top).toBe(card);
      expect(tribe(state, "north")).toMatchObject({ skulls, copies, space: 12 });
      expect(state.table.turn.again).toBe(false);
    },
  );

  test.each([
    ["9-cipactli", { height: 1 }, []],
    ["9-xochitl", { height: 0 }, ["9-xochitl"]],
  ] as const)("[16.21] the fourth landing's Day card %s: three have resolved", (fourth, laid, kept) => {
    const before = position({
      tribes: { east: { on: "xochitl" }, north: { on: "acatl" } },
      draws: { day: ["6-ehecatl", "1-cuetzpalin", "7-ehecatl", fourth] },
      dice: [2],
    });
    const { state, events } = play(before, "east", { type: "roll" });
    expect(only(events, "moved").map(({ space: on }) => on)).toEqual([2, 4, 3, 5]);
    expect(only(events, "day-card-drawn").map(({ resolves }) => resolves)).toEqual([true, true, true, false]);
    expect(space(state, "coatl")).toMatchObject(laid);
    expect(cardsOf(state, "east")).toEqual(kept);
    expect(tribe(state, "east").skulls).toBe(4);
  });

  test("[16.22] mexica: the 260th offering in south's turn, the match ends with the 13th turn after it, an extra one not counted", () => {
    let { state } = play(
      position({
        options: MEXICA.options,
        turn: { seat: "south", number: 100 },
        asks: "sacrifice",
        tribes: { south: { skulls: 1, hand: ["omen"] } },
        offerings: { tlaloc: 200, huitzilopochtli: 59 },
        lake: {},
      }),
      "south",
      { type: "sacrifice", god: "huitzilopochtli" },
    );
    expect(state.table.apocalypse).toMatchObject({ state: "running", keeper: null, turn: 100, count: 0 });
    const extra = { ...state.table, turn: { ...state.table.turn, again: true } };
    state = { ...state, table: extra };
    const ended: string[] = [];
    while (state.table.awaiting !== null) {
      const { seat } = state.table.awaiting;
      const before = state.table.turn;
      const played = play(state, seat, flowerWar.fallback(state, seat));
      if (only(played.events, "ticked").length > 0) ended.push(`${before.number} ${before.seat}`);
      state = played.state;
    }
    expect(ended[0]).toBe("102 west");
    expect(ended).toHaveLength(13);
    expect(state.table.outcome).toMatchObject({ by: "apocalypse", winner: null });
    expect(state.table.turn.number).toBe(114);
  });

  const held = { atl: "west", calli: "west" } as const;
  const alike = { skulls: 4, hand: ["omen", "mist"] } as const;
  test.each<[string, Wanted, Seat | null, number]>([
    ["more signs", { tribes: { east: { hand: ["eagle"] }, west: {} }, discs: held }, "east", 2],
    [
      "of equal signs more discs",
      { tribes: { east: { hand: ["eagle"] }, west: { hand: ["serpent"] } }, discs: held },
      "west",
      2,
    ],
    ["of equal discs more skulls", { tribes: { east: { skulls: 4 }, west: { skulls: 5 } } }, "west", 2],
    ["of equal skulls more cards", { tribes: { east: alike, west: { skulls: 4 } } }, "east", 2],
    [
      "no winner among equals",
      { tribes: { east: alike, west: { ...alike, hand: ["omen", "captive"] } } },
      null,
      1,
    ],
  ])("[16.25] the world ends, the best tribe wins: %s", (_, wanted, winner, last) => {
    const options = { bestTribeWins: true } as const;
    const whole = position({
      ...wanted,
      seats: 2,
      options,
      turn: { seat: "west" },
      asks: "sacrifice",
      offerings: { huitzilopochtli: 6, tlaloc: 7 },
      apocalypse: { state: "running", count: 12, keeper: "east", ruling: "flood" },
    });
    const { outcome } = play(whole, "west", { type: "end-turn" }).state.table;
    expect(outcome).toMatchObject({ by: "apocalypse", winner });
    expect(outcome?.standings.map(({ place }) => place)).toEqual([1, last]);
    const late = position({
      ...wanted,
      seats: 2,
      options,
      turn: { seat: "west", number: 2600 },
      asks: "sacrifice",
    });
    expect(play(late, "west", { type: "end-turn" }).state.table.outcome).toEqual({
      ...outcome,
      by: "out-of-days",
    });
  });

  const OFFERINGS_DECIDE = { bestTribeWins: true, offeringsDecide: true } as const;

  test("[16.26] a skull of a seat's own is one for it, whatever it counts for the god; one from supply is none", () => {
    const before = position({
      options: OFFERINGS_DECIDE,
      turn: { seat: "north" },
      asks: "sacrifice",
      tribes: { north: { skulls: 2 } },
      offerings: { huitzilopochtli: 1, tlaloc: 3 },
      apocalypse: { state: "running", count: 2, keeper: "east", discs: ["atl"], ruling: "flood" },
    });
    const sacrifice = { type: "sacrifice", god: "tlaloc" } as const;
    const { table } = play(before, "north", sacrifice).state;
    expect(table.offerings.tlaloc).toBe(5);
    expect(table.seats.map((seat) => table.tribes[seat]?.offered)).toEqual([0, 1, 0, 0]);
    const spaces = before.table.spaces.map((each, at) =>
      at === spaceNumber("coatl") - 1 ? { ...each, disc: "north" as const } : each,
    );
    const free = play({ ...before, table: { ...before.table, spaces } }, "north", sacrifice);
    expect(only(free.events, "sacrificed")).toMatchObject([{ free: true }]);
    expect(tribe(free.state, "north").offered).toBe(0);
  });

  test("[16.26] a skull that another seat gives to a god is one for the seat that had it", () => {
    const before = position({
      options: OFFERINGS_DECIDE,
      turn: { seat: "south" },
      asks: "cards",
      tribes: { east: { skulls: 3 }, south: { skulls: 2, hand: ["tlaloque"] } },
      racks: { olin: 5, tecpatl: 5, cozcacuauhtli: 5, cuauhtli: 5 },
      draws: { day: ["2-ozomahtli"] },
      offerings: { huitzilopochtli: 1, tlaloc: 3 },
      apocalypse: { state: "running", count: 2, keeper: "east", ruling: "flood" },
    });
    const { state } = playAll(before, [
      ["south", { type: "play-card", card: idOf("south", 0) }],
      ["south", { type: "choose", seat: "east", god: "huitzilopochtli" }],
    ]);
    expect(state.table.seats.map((seat) => state.table.tribes[seat]?.offered)).toEqual([1, 0, 0, 0]);
  });

  test.each([
    ["more offerings", { east: 4, west: 3 }, "east"],
    ["of equal offerings more signs", { east: 4, west: 4 }, "west"],
  ] as const)("[16.26] the world ends, offerings decide: %s", (_, offered, winner) => {
    const before = position({
      seats: 2,
      options: OFFERINGS_DECIDE,
      turn: { seat: "west" },
      asks: "sacrifice",
      tribes: {
        east: { offered: offered.east },
        west: { offered: offered.west, hand: ["eagle", "serpent"] },
      },
      offerings: { huitzilopochtli: 6, tlaloc: 7 },
      apocalypse: { state: "running", count: 12, keeper: "east", ruling: "flood" },
    });
    expect(play(before, "west", { type: "end-turn" }).state.table.outcome).toMatchObject({
      by: "apocalypse",
      winner,
    });
  });

  test("[16.27] a catastrophe uses up its god's offerings, where the option says so", () => {
    const options = { offeringsSpent: true } as const;
    const before = position({
      seats: 2,
      options,
      racks: { cipactli: 1 },
      offerings: { huitzilopochtli: 4, tlaloc: 9 },
      dice: [1],
    });
    let { table } = play(before, "east", { type: "roll" }).state;
    expect(table.apocalypse).toMatchObject({ count: 0, keeper: "east", ruling: "flood" });
    expect(table.apocalypse.unspent).toEqual({ huitzilopochtli: 4, tlaloc: 0 });
    const sacrifice = { type: "sacrifice", god: "tlaloc" } as const;
    for (const { given, count, ruling, left } of [
      { given: 1, count: 1, ruling: "invasion", left: { huitzilopochtli: 0, tlaloc: 1 } },
      { given: 0, count: 2, ruling: "flood", left: { huitzilopochtli: 0, tlaloc: 0 } },
      { given: 0, count: 2, ruling: null, left: { huitzilopochtli: 0, tlaloc: 0 } },
      { given: 2, count: 3, ruling: "flood", left: { huitzilopochtli: 0, tlaloc: 0 } },
      { given: 1, count: 4, ruling: "flood", left: { huitzilopochtli: 0, tlaloc: 0 } },
    ]) {
      const { apocalypse, offerings } = table;
      const tribes = { west: { skulls: given + 1 } };
      const state = position({
        seats: 2,
        options,
        turn: { seat: "west" },
        asks: "sacrifice",
        tribes,
        offerings,
        apocalypse,
      });
      const sacrifices = Array.from({ length: given }, () => ["west", sacrifice] as const);
      ({ table } = playAll(state, [...sacrifices, ["west", { type: "end-turn" }]]).state);
      expect(table.turn.seat).toBe("east");
      expect(table.apocalypse).toMatchObject({
        state: ruling === null ? "forestalled" : "running",
        count,
        ruling,
        unspent: left,
      });
    }
    expect(table.offerings).toEqual({ huitzilopochtli: 4, tlaloc: 13 });
  });

  test("[16.25] a seat that conceded is behind all others, whatever it held", () => {
    const before = position({
      seats: 3,
      options: { bestTribeWins: true },
      turn: { seat: "west" },
      asks: "sacrifice",
      tribes: { east: { skulls: 1 }, west: { skulls: 2 } },
      discs: { atl: "north", coatl: "north" },
      offerings: { huitzilopochtli: 6, tlaloc: 7 },
      apocalypse: { state: "running", count: 12, keeper: "east", ruling: "flood" },
    });
    const { state } = playAll(before, [
      ["north", { type: "concede" }],
      ["west", { type: "end-turn" }],
    ]);
    expect(state.table.outcome).toEqual({
      by: "apocalypse",
      winner: "west",
      standings: [
        { seat: "west", place: 1 },
        { seat: "east", place: 2 },
        { seat: "north", place: 3 },
      ],
    });
  });
});
