import type { Event } from "@flower-war/client-sdk/flower-war";
import { expect, test } from "vitest";
import { MatchLog } from "../src/match/log.ts";

const passed: Event = { type: "passed", seat: "east" };
const began: Event = { type: "turn-began", seat: "north", extra: false };
const words = (event: Event) => `<${event.type}>`;

test("the log tells events in the order in which they came", () => {
  const log = new MatchLog(7, words);
  log.tell(passed, 8);
  log.tell(began, 8);
  log.tell(passed, 9);
  expect(log.lines().map((line) => line.words)).toEqual(["<passed>", "<turn-began>", "<passed>"]);
  expect(log.lines().map((line) => line.kind)).toEqual(["passed", "turn-began", "passed"]);
});

test("the log says how many entries it missed, and where", () => {
  const log = new MatchLog(7, words);
  log.tell(passed, 9);
  log.tell(passed, 13);
  expect(log.lines().map((line) => line.words)).toEqual([
    "1 entry was missed here.",
    "<passed>",
    "3 entries were missed here.",
    "<passed>",
  ]);
});

test("the log keeps its last 500 lines, and every line its key", () => {
  const log = new MatchLog(0, words);
  for (let n = 1; n <= 620; n++) log.tell(passed, n);
  expect(log.lines()).toHaveLength(500);
  expect(log.lines()[0]?.key).toBe(121);
  expect(log.lines().at(-1)?.key).toBe(620);
});

test("who listens hears of each line, until they stop", () => {
  const log = new MatchLog(0, words);
  let heard = 0;
  const stop = log.subscribe(() => (heard += 1));
  log.tell(passed, 1);
  stop();
  log.tell(passed, 2);
  expect(heard).toBe(1);
});
