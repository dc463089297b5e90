import { expect, test } from "vitest";
import { isCode, normalCode, pathOfOldHash, paths } from "../src/app/routes.ts";

test("a match's address carries its code, encoded", () => {
  expect(paths.match("7KQ3")).toBe("/matches/7KQ3");
  expect(paths.match("a/b")).toBe("/matches/a%2Fb");
});

test.each([
  [" 7kq3 ", "7KQ3"],
  ["7KQ3", "7KQ3"],
  ["aBcDeFgHiJkL", "aBcDeFgHiJkL"],
])("what was typed as %j is the code %j", (typed, code) => {
  expect(normalCode(typed)).toBe(code);
});

test.each([
  ["7KQ3", true],
  ["aBc-DeF_hiJk", true],
  ["", false],
  ["7K Q3", false],
  ["../x", false],
])("that %j can be a code is %s", (text, isOne) => {
  expect(isCode(text)).toBe(isOne);
});

test.each([
  ["#/match/7kq3", "/matches/7KQ3"],
  ["#/match/aBcDeFgHiJkL", "/matches/aBcDeFgHiJkL"],
  ["#/", null],
  ["", null],
  ["#/match/", null],
  ["#/match/7K Q3", null],
])("the old address %j leads to %j", (hash, path) => {
  expect(pathOfOldHash(hash)).toBe(path);
});
