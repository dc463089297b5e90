import { describe, expect, test } from "vitest";
import { CARDS, deckOf, signOfCard } from "../src/flower-war/cards.ts";
import { flowerWar, mexica } from "../src/flower-war/index.ts";
import { FLOWER_WAR } from "../src/flower-war/presets.ts";
import { DECKS, SIGNS, SPACES } from "../src/flower-war/vocabulary.ts";
import { games } from "../src/index.ts";
import { readOptions } from "../src/options.ts";
import { findFaults } from "./support/invariants.ts";
import { SEED } from "./support/position.ts";

test("games are found by their names on the wire", () => {
  for (const [name, game] of Object.entries(games)) expect(game.name).toBe(name);
  expect(Object.keys(games)).toEqual(expect.arrayContaining(["flower-war", "mexica", "tieqchieq"]));
});

describe("section 1, presets and options", () => {
  test("without options: the defaults of the preset", () => {
    const flower = {
      battleStake: "one",
      cardCosts: "printed",
      apocalypseTrigger: 1,
      countdown: "keeper",
      discRules: true,
      rackSize: 13,
      bestTribeWins: false,
      offeringsDecide: false,
      offeringsSpent: false,
    };
    const first = {
      battleStake: "lower-roll",
      cardCosts: "free",
      apocalypseTrigger: 260,
      countdown: "turns",
      discRules: false,
      rackSize: 13,
      bestTribeWins: false,
      offeringsDecide: false,
      offeringsSpent: false,
    };
    for (const input of [undefined, {}]) {
      expect(readOptions(flowerWar, input)).toEqual({ options: flower });
      expect(readOptions(mexica, input)).toEqual({ options: first });
    }
    expect(flowerWar.seats).toEqual({ min: 2, max: 6, default: 4 });
    expect(mexica.seats).toEqual({ min: 2, max: 4, default: 4 });
  });

  test.each([
    { battleStake: "one" },
    { battleStake: "lower-roll" },
    { cardCosts: "printed" },
    { cardCosts: "free" },
    { apocalypseTrigger: 1 },
    { apocalypseTrigger: 2 },
    { apocalypseTrigger: 3 },
    { apocalypseTrigger: 260 },
    { countdown: "keeper" },
    { countdown: "turns" },
    { discRules: true },
    { discRules: false },
    { rackSize: 4 },
    { rackSize: 6 },
    { rackSize: 13 },
  ])("a host may choose %j in both presets", (chosen) => {
    for (const game of [flowerWar, mexica]) {
      const { options } = readOptions(game, {});
      expect(readOptions(game, chosen)).toEqual({ options: { ...options, ...chosen } });
    }
  });

  test("options can be combined freely", () => {
    const { options } = readOptions(mexica, { cardCosts: "printed", apocalypseTrigger: 3, rackSize: 6 });
    expect(options).toMatchObject({
      battleStake: "lower-roll",
      cardCosts: "printed",
      apocalypseTrigger: 3,
      rackSize: 6,
    });
  });

  test.each([
    ["battleStake", "two", 'one of "one", "lower-roll"'],
    ["battleStake", 1, 'one of "one", "lower-roll"'],
    ["cardCosts", true, 'one of "printed", "free"'],
    ["apocalypseTrigger", 0, "one of 1, 2, 3, 260"],
    ["apocalypseTrigger", 4, "one of 1, 2, 3, 260"],
    ["apocalypseTrigger", "1", "one of 1, 2, 3, 260"],
    ["countdown", "rounds", 'one of "keeper", "turns"'],
    ["discRules", "false", "one of true, false"],
    ["discRules", null, "one of true, false"],
    ...[3, 14, 6.5, "6", null, undefined, Number.NaN].map((rackSize) => [
      "rackSize",
      rackSize,
      "an integer from 4 to 13",
    ]),
    ["racksize", 6, "nothing: there is no such option"],
    ["toString", 6, "nothing: there is no such option"],
  ] as readonly [string, unknown, string][])("%s cannot be %j", (option, value, expected) => {
    expect(readOptions(flowerWar, { [option]: value })).toEqual({ option, expected });
    expect(readOptions(mexica, { rackSize: 6, [option]: value })).toEqual({ option, expected });
  });

  test.each([null, 7, "rackSize", [], true])("options must be an object, not %j", (input) => {
    expect(readOptions(flowerWar, input)).toEqual({ option: "options", expected: "an object" });
  });
});

describe("section 2, board and seats", () => {
  test.each([
    [2, ["east", "west"]],
    [3, ["east", "north", "west"]],
    [4, ["east", "north", "south", "west"]],
    [5, ["east", "north", "south", "topan", "west"]],
    [6, ["east", "north", "south", "topan", "mictlan", "west"]],
  ])("%i seats in turn order", (count, seats) => {
    expect(flowerWar.seatsFor(count)).toEqual(seats);
    expect(flowerWar.setup(FLOWER_WAR.options, count, SEED).table.seats).toEqual(seats);
  });

  test("each seat starts on its space, with nothing else, and east rolls first", () => {
    const { table, hidden } = flowerWar.setup(FLOWER_WAR.options, 6, SEED);
    const on = Object.entries(table.tribes).map(([seat, { space }]) => [seat, SPACES[space - 1]]);
    expect(Object.fromEntries(on)).toEqual({
      east: "xochitl",
      north: "coatl",
      west: "itzcuintli",
      south: "cuauhtli",
      topan: "calli",
      mictlan: "acatl",
    });
    for (const tribe of Object.values(table.tribes)) {
      expect(tribe).toEqual({
        space: tribe.space,
        skulls: 0,
        cards: { war: 0, rain: 0, day: 0 },
        copies: [],
        canoes: 0,
        out: 0,
      });
    }
    expect(Object.values(hidden.hands)).toEqual([[], [], [], [], [], []]);
    expect(table.turn).toEqual({
      number: 1,
      seat: "east",
      extra: false,
      again: false,
      dice: [],
      landings: 0,
      dayCards: 0,
      sacrifices: { huitzilopochtli: 0, tlaloc: 0 },
      traded: false,
    });
    expect(table.awaiting).toEqual({ seat: "east", decision: "roll" });
  });

  test("nothing lies on the board but skulls, nothing is offered, and no apocalypse runs", () => {
    const { table, hidden } = flowerWar.setup(FLOWER_WAR.options, 4, SEED);
    const bare = { rack: 13, disc: null, top: null, lingers: null, height: 0 };
    expect(table.spaces).toEqual(SPACES.map(() => bare));
    expect(hidden.stacks).toEqual(SPACES.map(() => []));
    expect(table).toMatchObject({
      removed: 0,
      lake: { huitzilopochtli: 0, tlaloc: 0 },
      offerings: { huitzilopochtli: 0, tlaloc: 0 },
      decks: { war: 40, rain: 40, day: 260 },
      battle: null,
      apocalypse: { state: "none", count: 0, keeper: null, turn: 0, discs: [], ruling: null },
      outcome: null,
    });
  });

  test.each([
    [13, 100],
    [6, 240],
    [4, 280],
  ])("racks of %i leave %i skulls in supply", (rackSize, supply) => {
    const state = flowerWar.setup({ ...FLOWER_WAR.options, rackSize }, 4, SEED);
    expect(state.table.supply).toBe(supply);
    expect(state.table.spaces.every(({ rack }) => rack === rackSize)).toBe(true);
    expect(findFaults(state)).toEqual([]);
  });

  test.each([1, 7, 2.5])("there is no match for %d seats", (count) => {
    expect(() => flowerWar.setup(FLOWER_WAR.options, count, SEED)).toThrow(RangeError);
  });

  test("a seed is 64 lower-case hex digits", () => {
    expect(() => flowerWar.setup(FLOWER_WAR.options, 4, SEED.toUpperCase().replaceAll("4", "A"))).toThrow(
      RangeError,
    );
  });
});

describe("section 7, the decks", () => {
  test("40 War, 40 Rain and 260 Day cards, by kind", () => {
    const copies = (deck: readonly string[]) => {
      const counts: Record<string, number> = {};
      for (const card of deck) counts[card] = (counts[card] ?? 0) + 1;
      return counts;
    };
    expect(DECKS.map((deck) => CARDS[deck].length)).toEqual([40, 40, 260]);
    expect(copies(CARDS.war)).toEqual({
      eagle: 1,
      macuahuitl: 6,
      "obsidian-edge": 4,
      "eagle-knight": 3,
      "jaguar-knight": 3,
      atlatl: 3,
      chimalli: 5,
      "war-drum": 3,
      captive: 3,
      "feathered-retreat": 2,
      omen: 3,
      ambush: 3,
      xochiyaoyotl: 1,
    });
    expect(copies(CARDS.rain)).toEqual({
      serpent: 1,
      "tlalocs-tears": 5,
      chinampa: 5,
      "spring-rain": 5,
      downpour: 3,
      drought: 3,
      canoe: 4,
      causeway: 2,
      "offering-bowl": 3,
      chalchiuhtlicue: 3,
      mist: 3,
      tlaloque: 3,
    });
    expect(new Set(CARDS.day).size).toBe(260);
    for (const sign of SPACES) {
      for (let n = 1; n <= 13; n += 1) expect(CARDS.day).toContain(`${n}-${sign}`);
    }
  });

  test("every card has a deck, and 15 of them are signs", () => {
    for (const deck of DECKS) {
      for (const card of CARDS[deck]) expect(deckOf(card)).toBe(deck);
    }
    const signs = DECKS.flatMap((deck) => CARDS[deck]).map(signOfCard);
    expect(SIGNS.map((sign) => signs.filter((each) => each === sign).length)).toEqual([1, 1, 13]);
    expect(() => deckOf("14-xochitl")).toThrow(RangeError);
  });

  test("other seeds give other orders", () => {
    const one = flowerWar.setup(FLOWER_WAR.options, 4, SEED).hidden.decks;
    const other = flowerWar.setup(FLOWER_WAR.options, 4, SEED.replace("42", "43")).hidden.decks;
    for (const deck of DECKS) {
      expect(one[deck]).not.toEqual(other[deck]);
      expect(one[deck].toSorted()).toEqual(CARDS[deck].toSorted());
    }
  });
});
