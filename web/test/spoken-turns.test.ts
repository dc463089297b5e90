/** What a screen reader is given of a match: each turn once, never faster than it can be said. */
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { SpokenTurns, WORDS_A_MINUTE } from "../src/game-frame/log/spoken-turns.ts";
import { summaryOf } from "../src/game-frame/log/turns.ts";
import { ManualTime } from "./support/manual-time.ts";

const MINUTE = 60_000;

let time: ManualTime;
let said: { readonly at: number; readonly text: string }[];
let spoken: SpokenTurns;
beforeEach(start);

function start(): void {
  time = new ManualTime();
  said = [];
  spoken = new SpokenTurns({
    time,
    count: (turns) => `${turns} turns have passed.`,
    say: (text) => said.push({ at: time.monotonic(), text }),
  });
}

const texts = () => said.map(({ text }) => text);
const wordsIn = (text: string) => text.split(" ").length;
/** A turn whose summary has so many words. */
const turn = (number: number, words: number) => ({
  title: `Turn ${number}, South`,
  lines: [Array.from({ length: words }, () => "word").join(" ")],
});

describe("turns that are over", () => {
  test("are said at once, and in full, where they come slowly", () => {
    for (let number = 1; number <= 4; number += 1) {
      spoken.add(turn(number, 10));
      expect(said.at(-1)).toEqual({
        at: time.monotonic(),
        text: `Turn ${number}, South: ${turn(0, 10).lines[0]}`,
      });
      time.pass(8_000);
    }
  });

  test("are said together in fewer words where they come faster", () => {
    for (let number = 1; number <= 30; number += 1) spoken.add(turn(number, 20));
    time.pass(2 * MINUTE);
    expect(texts()).toHaveLength(3);
    expect(texts()[0]).toMatch(/^Turn 1, South: word/);
    expect(texts()[1]).toMatch(/^Turn 2, South: word/);
    expect(texts()[2]).toBe("28 turns have passed. Turn 30, South.");
  });

  test("of which only the last can be said in full are named by their titles before it", () => {
    spoken.add(turn(1, 40));
    for (let number = 2; number <= 4; number += 1) spoken.add(turn(number, 20));
    time.pass(2 * MINUTE);
    expect(texts()[1]).toBe("Turn 2, South. Turn 3, South. Turn 4, South.");
  });

  test("are at any pace at most 200 words a minute, and each is said or counted", () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 70 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(gaps, (given) => {
        start();
        for (const [i, [gap, words]] of given.entries()) {
          time.pass(gap);
          spoken.add(turn(i + 1, words));
        }
        time.pass(2 * MINUTE);
        for (const { at: from } of said) {
          const within = said.filter(({ at }) => at >= from && at < from + MINUTE);
          expect(within.reduce((sum, { text }) => sum + wordsIn(text), 0)).toBeLessThanOrEqual(
            WORDS_A_MINUTE,
          );
        }
        let next = 1;
        for (const { text } of said) {
          const named = [...text.matchAll(/Turn (\d+),/g)].map(([, number]) => Number(number));
          const counted = Number(/^(\d+) turns/.exec(text)?.[1] ?? named.length);
          expect(named.at(-1)).toBe(next + counted - 1);
          next += counted;
        }
        expect(next).toBe(given.length + 1);
      }),
    );
  });

  test("that were not said yet are dropped when the page is left", () => {
    for (let number = 1; number <= 9; number += 1) spoken.add(turn(number, 45));
    spoken.stop();
    time.pass(MINUTE);
    expect(texts()).toHaveLength(1);
  });
});

describe("the summary of a turn", () => {
  const line = (seat: string, words: string) => ({ key: words, n: 1, seat, about: [], at: 0, words });
  const lines = [
    line("south", "South rolls 4."),
    line("east", "You lose a skull."),
    line("south", "South offers."),
  ];
  const of = (owner: string) => ({ key: "1", number: 1, seat: owner, lines });

  test("of another seat is what happened to the viewer, else how it ended", () => {
    expect(summaryOf(of("south"), "east")).toEqual(["You lose a skull."]);
    expect(summaryOf(of("south"), "west")).toEqual(["South offers."]);
    expect(summaryOf(of("south"), null)).toEqual(["South offers."]);
  });

  test("of the viewer's own turn is how it ended", () => {
    expect(summaryOf(of("east"), "east")).toEqual(["South offers."]);
    expect(summaryOf({ ...of("east"), lines: [] }, "east")).toEqual([]);
  });
});
