import type { OptionValue } from "@flower-war/client-sdk";
import type { Event, View } from "@flower-war/client-sdk/tieqchieq";
import { REFUSALS } from "@flower-war/client-sdk/tieqchieq";
import { randomFrom } from "@flower-war/rules/bots";
import { tieqchieq } from "@flower-war/rules/tieqchieq";
import { expect, test } from "vitest";
import { commandWords } from "../src/games/tieqchieq/command-words.ts";
import { awaitingWords } from "../src/games/tieqchieq/decision-words.ts";
import { eventWords } from "../src/games/tieqchieq/event-words.ts";
import { optionWords } from "../src/games/tieqchieq/option-words.ts";
import { refusalWords } from "../src/games/tieqchieq/refusal-words.ts";
import { turnWords } from "../src/games/tieqchieq/turn-words.ts";

const SENTENCE = /^[A-Z].*\.$/;
const GARBLED = /undefined|null|NaN|\[object/;

test.each<[Event, string]>([
  [{ type: "tossed", seat: "red", coins: [0, 1, 1, 0] }, "Red tosses 0 1 1 0: a roll of 2."],
  [{ type: "came-home", seat: "yellow", from: "d3" }, "Yellow's token on d3 comes home."],
  [
    { type: "battled", battle: { attacker: "red", square: "b1", coins: [0, 1], winner: "red" } },
    "Red battles Yellow on b1: the coins show red and yellow, Red wins.",
  ],
  [{ type: "turn-began", seat: "red", extra: true }, "Red's extra turn begins."],
  [
    { type: "ended", outcome: { by: "home", winner: "red", home: { red: 6, yellow: 1 } } },
    "The match is over: Red has all tokens home and wins; Yellow has 1 token home.",
  ],
  [
    { type: "ended", outcome: { by: "tosses", winner: "yellow", home: { red: 2, yellow: 3 } } },
    "The match is over: Yellow is ahead after too many tosses and wins; Red has 2 tokens home.",
  ],
  [
    { type: "ended", outcome: { by: "tosses", winner: null, home: { red: 2, yellow: 2 } } },
    "The match is over: there were too many tosses, and nobody is ahead.",
  ],
])("%j is told in words", (event, words) => {
  expect(eventWords(event)).toBe(words);
});

test("a move is offered with its target, and with whom it meets there", () => {
  const { table } = tieqchieq.view(tieqchieq.setup({ first: "red" }, 2, "00".repeat(32)), "red");
  const red = { reserve: 4, at: ["e5", "b3"] as const, home: 0 };
  const yellow = { reserve: 5, at: ["c5"] as const, home: 0 };
  const view: View = { table: { ...table, phase: "act", roll: 4, tokens: { red, yellow } }, seat: "red" };
  expect(commandWords({ type: "move", from: "e5" }, view).words).toBe("Move e5 to c5, against Yellow");
  expect(commandWords({ type: "introduce" }, view).words).toBe("Introduce a token on d1");
  const last: View = { ...view, table: { ...view.table, roll: 1 } };
  expect(commandWords({ type: "move", from: "b3" }, last).words).toBe("Move b3 to X");
});

test("all that happens in whole matches, and all that is offered, has words", () => {
  for (const byte of ["11", "2a"]) {
    const random = randomFrom(byte.repeat(32));
    let state = tieqchieq.setup({ first: "random" }, 2, byte.repeat(32));
    for (let [asked] = tieqchieq.awaiting(state); asked !== undefined; [asked] = tieqchieq.awaiting(state)) {
      const view = tieqchieq.view(state, asked.seat);
      const legal = tieqchieq.legal(view, asked.seat);
      const offers = legal.map((command) => commandWords(command, view).words);
      expect(new Set(offers).size).toBe(offers.length);
      for (const words of offers) expect(words).not.toMatch(GARBLED);
      expect(awaitingWords(view)).toMatch(/^Your decision: .+\.$/);
      expect(turnWords(view)).toMatch(SENTENCE);
      const { events = [] } = tieqchieq.decide(state, asked.seat, legal[random(legal.length)]);
      for (const event of events) {
        expect(eventWords(event)).toMatch(SENTENCE);
        expect(eventWords(event)).not.toMatch(GARBLED);
        state = tieqchieq.evolve(state, event);
      }
    }
    expect(awaitingWords(tieqchieq.view(state, "public"))).toMatch(/^The match is over: .+\.$/);
  }
});

test("every refusal of the game has its sentence, and no other code", () => {
  for (const code of REFUSALS) expect(refusalWords(code)).toMatch(SENTENCE);
  expect(refusalWords("unknown-match")).toBeUndefined();
});

test("the host option has words, each of its values too", () => {
  const { label, value } = optionWords("first");
  expect(label).toMatch(/^[A-Z]/);
  const told = tieqchieq.options.first.values.map((each: OptionValue) => value?.(each));
  expect(new Set(told).size).toBe(3);
});
