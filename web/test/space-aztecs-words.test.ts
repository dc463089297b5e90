import type { OptionValue } from "@flower-war/client-sdk";
import { type Event, REFUSALS, type Seat, type View } from "@flower-war/client-sdk/space-aztecs";
import { randomFrom } from "@flower-war/rules/bots";
import { spaceAztecs } from "@flower-war/rules/space-aztecs";
import { expect, test } from "vitest";
import { commandWords } from "../src/games/space-aztecs/command-words.ts";
import { awaitingWords } from "../src/games/space-aztecs/decision-words.ts";
import { eventWords } from "../src/games/space-aztecs/event-words.ts";
import { optionWords } from "../src/games/space-aztecs/option-words.ts";
import { refusalWords } from "../src/games/space-aztecs/refusal-words.ts";
import { turnWords } from "../src/games/space-aztecs/turn-words.ts";

const SENTENCE = /^[A-Z].*\.$/;
const GARBLED = /undefined|null|NaN|\[object/;

const score = { codices: 2, aztecs: 8, fewest: 0, saucers: 0, total: 10, survivors: 3 };

test.each<[Event, string]>([
  [{ type: "pile-taken", seat: "0", place: 4 }, "Seat 0 takes the pile of the Ball Court."],
  [{ type: "card-chosen", seat: "2" }, "Seat 2 has chosen."],
  [{ type: "card-chosen", seat: "2", card: "P01" }, "Seat 2 has chosen Rabbit (pink, P01)."],
  [
    { type: "times-told", times: { "0": "14:40", "1": "06:20" }, starting: "1" },
    "The times are Seat 0 14:40 and Seat 1 06:20: Seat 1 is first.",
  ],
  [{ type: "temple-built", seat: "0", card: "YT1", covers: [] }, "Seat 0's Temple covers nothing."],
  [
    { type: "saucer-left", seat: "0", card: "BS1", took: [{ from: "1", card: "B02" }] },
    "Seat 0's Saucer takes Alien (blue, B02) of Seat 1.",
  ],
  [
    {
      type: "ended",
      outcome: {
        by: "piles",
        standings: [
          { seat: "1", place: 1, score },
          { seat: "0", place: 1, score },
        ],
      },
    },
    "The match is over, for two piles are empty: Seat 1 and Seat 0 win together; Seat 1 10, Seat 0 10.",
  ],
])("%j is told in words", (event, words) => {
  expect(eventWords(event)).toBe(words);
});

test("all that happens in whole matches, and all that is offered, has words for everybody", () => {
  for (const count of [2, 4, 6]) {
    const random = randomFrom(`${count}a`.repeat(32));
    let state = spaceAztecs.setup({ removedSet: "random", codex: true }, count, `${count}b`.repeat(32));
    const viewers: readonly (Seat | "public")[] = [...state.table.seats, "public"];
    for (
      let [asked] = spaceAztecs.awaiting(state);
      asked !== undefined;
      [asked] = spaceAztecs.awaiting(state)
    ) {
      const { seat } = asked;
      const view = spaceAztecs.view(state, seat);
      const legal = spaceAztecs.legal(view, seat);
      const offers = legal.map((command) => commandWords(command, view).words);
      expect(new Set(offers).size).toBe(offers.length);
      for (const words of offers) expect(words).not.toMatch(GARBLED);
      expect(awaitingWords(view)).toMatch(/^Your decision: .+\.$/);
      const { events = [] } = spaceAztecs.decide(state, seat, legal[random(legal.length)]);
      for (const event of events) {
        state = spaceAztecs.evolve(state, event);
        for (const viewer of viewers) expectSentence(eventWords(spaceAztecs.redact(event, viewer) ?? event));
      }
      for (const viewer of viewers) expectSentences(spaceAztecs.view(state, viewer));
    }
  }
});

function expectSentences(view: View): void {
  expectSentence(awaitingWords(view));
  expectSentence(turnWords(view));
}

function expectSentence(words: string): void {
  expect(words).toMatch(SENTENCE);
  expect(words).not.toMatch(GARBLED);
}

test("every refusal of the game has its sentence, and no other code", () => {
  for (const code of REFUSALS) expect(refusalWords(code)).toMatch(SENTENCE);
  expect(refusalWords("unknown-match")).toBeUndefined();
});

test.each(Object.entries(spaceAztecs.options))(
  "the host option %s and its values have words",
  (name, option) => {
    const { label, value } = optionWords(name);
    expect(label).toMatch(/^[A-Z]/);
    const told = option.values.map((each: OptionValue) => value?.(each) ?? String(each));
    expect(new Set(told).size).toBe(option.values.length);
  },
);
