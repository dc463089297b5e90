import { expect, test } from "vitest";
import { durationWords } from "../src/session/match-facts.ts";

test.each([
  [0, "0 s"],
  [1, "1 s"],
  [59_000, "59 s"],
  [59_001, "1:00 min"],
  [245_000, "4:05 min"],
  [3_600_000, "1 h 0 min"],
  [9_000_000, "2 h 30 min"],
  [3 * 86_400_000 - 1, "3 d 0 h"],
  [86_400_000 + 3 * 3_600_000, "1 d 3 h"],
])("%i ms are `%s`", (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});
