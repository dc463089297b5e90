import type { OptionValue } from "@flower-war/client-sdk";
import type { Command, Event, SpaceId, View } from "@flower-war/client-sdk/flower-war";
import { readOptions } from "@flower-war/rules";
import { randomFrom } from "@flower-war/rules/bots";
import { flowerWar } from "@flower-war/rules/flower-war";
import { describe, expect, test } from "vitest";
import { commandWords } from "../src/games/flower-war/command-words.ts";
import { awaitingWords } from "../src/games/flower-war/decision-words.ts";
import { discRuleWords } from "../src/games/flower-war/disc-rule-words.ts";
import { eventWords } from "../src/games/flower-war/event-words.ts";
import { optionWords } from "../src/games/flower-war/option-words.ts";
import { refusalWords } from "../src/games/flower-war/refusal-words.ts";
import { turnWords } from "../src/games/flower-war/turn-words.ts";

const SENTENCE = /^[A-Z].*\.$/;
const GARBLED = /undefined|null|NaN|\[object/;

test.each<[Event, string]>([
  [
    { type: "moved", seat: "east", space: 7, steps: 1, landing: true },
    "East goes 1 step and lands on 7 mazatl.",
  ],
  [{ type: "moved", seat: "east", space: 7, steps: null, landing: false }, "East comes to rest on 7 mazatl."],
  [{ type: "collected", seat: "south", space: 1, skulls: 0 }, "South collects nothing from 1 cipactli."],
  [{ type: "collected", seat: "south", space: 1, skulls: 1 }, "South collects 1 skull from 1 cipactli."],
  [
    { type: "refilled", space: 13, supply: 4, lake: { tlaloc: 8, huitzilopochtli: 1 } },
    "The rack of 13 acatl is refilled with 4 skulls from supply, 8 skulls from Tlaloc's half of the lake and 1 skull from Huitzilopochtli's half of the lake.",
  ],
  [
    { type: "refilled", space: 13, supply: 0, lake: { tlaloc: 0, huitzilopochtli: 0 } },
    "The rack of 13 acatl is refilled with nothing.",
  ],
  [{ type: "disc-earned", seat: "topan", disc: "calli", from: null }, "Topan picks up the disc of calli."],
  [
    { type: "disc-earned", seat: "topan", disc: "calli", from: "mictlan" },
    "Topan earns the disc of calli from Mictlan.",
  ],
  [
    { type: "apocalypse-triggered", keeper: "north", discs: ["acatl", "olin"], ruling: null },
    "The apocalypse is upon the world by the disc of acatl and olin: North keeps the count, and no catastrophe rules yet.",
  ],
  [
    { type: "apocalypse-triggered", keeper: "west", discs: [], ruling: "invasion" },
    "The apocalypse is upon the world by the offerings: West keeps the count, and the invasion rules.",
  ],
  [{ type: "card-drawn", seat: "east", deck: "rain" }, "East draws a Rain card."],
  [
    { type: "card-drawn", seat: "east", deck: "war", held: { id: "x", card: "obsidian-edge" } },
    "East draws a War card, obsidian edge.",
  ],
  [{ type: "card-paid", from: "east", to: "west", deck: "day" }, "East gives West a Day card."],
  [
    { type: "card-paid", from: "east", to: "west", deck: "rain", got: { id: "y", card: "serpent" } },
    "East gives West a Rain card, serpent.",
  ],
  [
    { type: "day-card-drawn", seat: "north", card: "7-xochitl", kept: "z", resolves: false },
    "North draws the Day card 7 xochitl and keeps the flower.",
  ],
  [
    { type: "day-card-drawn", seat: "north", card: "7-mazatl", kept: null, resolves: true },
    "North draws the Day card 7 mazatl.",
  ],
  [
    { type: "ticked", count: 12, ruling: "flood" },
    "The count of the apocalypse rises to 12, the last round, and the flood rules.",
  ],
  [
    { type: "apocalypse-triggered", keeper: null, discs: [], ruling: "flood" },
    "The apocalypse is upon the world by the offerings: every turn counts, and the flood rules.",
  ],
  [{ type: "rolled", seat: "east", dice: [2, 5] }, "East rolls 2 and 5."],
  [
    { type: "rained", spaces: [1, 13] },
    "It rains: a skull from supply for each rack of 1 cipactli and 13 acatl.",
  ],
  [
    { type: "battle-card-played", seat: "east", card: "omen", cost: 1, roll: 6 },
    "East plays omen for 1 skull and rolls 6.",
  ],
  [{ type: "card-played", seat: "east", card: "spring-rain", cost: 0 }, "East plays spring rain."],
  [{ type: "card-taken", from: "east", to: "west", deck: "war" }, "West takes a War card from East."],
  [
    { type: "day-card-drawn", seat: "north", card: "7-mazatl", kept: null, resolves: false },
    "North draws the Day card 7 mazatl and lays it down without effect.",
  ],
  [
    { type: "top-card-acted", space: 17, card: "drought", spent: true },
    "On 17 olin drought acts, and is spent.",
  ],
  [{ type: "offered", from: null, god: "tlaloc" }, "A skull from supply becomes an offering to Tlaloc."],
  [{ type: "chose", seat: "east", target: "west", god: "tlaloc" }, "East chooses West, for Tlaloc."],
  [
    { type: "ended", outcome: { by: "signs", winner: "east", standings: [] } },
    "The match is over: East holds all three signs and wins.",
  ],
  [
    { type: "ended", outcome: { by: "apocalypse", winner: null, standings: [] } },
    "The match is over: the apocalypse is complete, and nobody has won.",
  ],
])("%j is told in words", (event, words) => {
  expect(eventWords(event)).toBe(words);
});

test("a held card is offered by its name and never by its id", () => {
  const { options } = readOptions(flowerWar, {});
  if (options === undefined) throw new Error("the defaults are options");
  const state = flowerWar.setup(options, 2, "00".repeat(32));
  const view: View = { ...flowerWar.view(state, "east"), hand: [{ id: "k3", card: "war-drum" }] };
  expect(commandWords({ type: "discard", card: "k3" }, view).words).toBe("war drum");
  expect(commandWords({ type: "pay-card", card: "k3" }, view).words).toBe("Give up war drum");
  expect(commandWords({ type: "play-card", card: "k3", seat: "west" }, view).words).toBe(
    "war drum against West",
  );
});

test("every refusal of the game has its sentence, and no other code", () => {
  expect(refusalWords("space-full")).toMatch(SENTENCE);
  expect(refusalWords("unknown-match")).toBeUndefined();
  expect(refusalWords("toString")).toBeUndefined();
});

describe.each([2, 4, 6])("in whole matches of %i seats", (count) => {
  test.each(["11", "2a"])("all that happens and all that is offered has words (seed %s...)", (byte) => {
    for (const { view, legal, events } of playedMatch(count, byte.repeat(32))) {
      for (const event of events) {
        expect(eventWords(event)).toMatch(SENTENCE);
        expect(eventWords(event)).not.toMatch(GARBLED);
      }
      const offers = legal.map((command) => commandWords(command, view));
      for (const { words } of offers) expect(words).not.toMatch(GARBLED);
      expect(awaitingWords(view)).toMatch(/^(Your decision: .+|The match is over: .+)\.$/);
      expect(turnWords(view)).toMatch(SENTENCE);
    }
  });
});

interface Moment {
  readonly view: View;
  readonly legal: readonly Command[];
  readonly events: readonly Event[];
}

/** A match played by random legal commands, as its awaited seats see it; nobody concedes. */
function* playedMatch(count: number, seed: string): Generator<Moment> {
  const { options } = readOptions(flowerWar, { rackSize: 4 });
  if (options === undefined) throw new Error("a rack of 4 is an option");
  const below = randomFrom(seed);
  let state = flowerWar.setup(options, count, seed);
  for (;;) {
    const [awaiting] = flowerWar.awaiting(state);
    if (awaiting === undefined) return;
    const { seat } = awaiting;
    const view = flowerWar.view(state, seat);
    const legal = flowerWar.legal(view, seat);
    const playable = legal.filter(({ type }) => type !== "concede");
    const { events } = flowerWar.decide(state, seat, playable[below(playable.length)]);
    if (events === undefined) throw new Error("a legal command was refused");
    for (const event of events) state = flowerWar.evolve(state, event);
    yield { view, legal, events: events.flatMap((event) => flowerWar.redact(event, seat) ?? []) };
  }
}

test.each(Object.entries(flowerWar.options))(
  "the host option %s and its values have words",
  (name, option) => {
    const { label, value } = optionWords(name);
    expect(label).toMatch(/^[A-Z]/);
    expect(label).not.toBe(name);
    const told = option.values.map((each: OptionValue) => value?.(each) ?? String(each));
    expect(new Set(told).size).toBe(option.values.length);
  },
);

test("the rules of the discs that triggered the apocalypse are told, where the host's options let them rule", () => {
  const told = (options: object, discs: readonly SpaceId[]): readonly string[] => {
    const read = readOptions(flowerWar, options);
    if (read.options === undefined) throw new Error(`${read.option} takes ${read.expected}`);
    const { table } = flowerWar.setup(read.options, 2, "07".repeat(32));
    return discRuleWords({ ...table, apocalypse: { ...table.apocalypse, discs } });
  };
  expect(told({}, [])).toEqual([]);
  expect(told({ apocalypseTrigger: 2 }, ["acatl", "xochitl"])).toEqual([
    "acatl: everyone may challenge one space away",
    "xochitl: a trade costs 4 skulls",
  ]);
  expect(told({ discRules: false }, ["acatl"])).toEqual([]);
  expect(told({ apocalypseTrigger: 260 }, ["acatl"])).toEqual([]);
});
