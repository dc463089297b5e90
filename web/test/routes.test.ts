import { expect, test } from "vitest";
import {
  isCode,
  isId,
  isPlayerId,
  lastingNameOf,
  nameOf,
  normalCode,
  pathOfOldHash,
  paths,
} from "../src/base/routes.ts";

test("a match's address carries its code, encoded", () => {
  expect(paths.match("7KQ3")).toBe("/matches/7KQ3");
  expect(paths.match("a/b")).toBe("/matches/a%2Fb");
});

test("a private match's address carries its invitation, a finished public one's its id", () => {
  const [id, code, invitation] = ["aBcDeFgHiJkL", "7KQ3", "aBcDeFgHiJkL-AbCdEfGhIjKlMnOpQrStUv"];
  expect(nameOf({ code, invitation: null })).toBe(code);
  expect(nameOf({ code, invitation })).toBe(invitation);
  expect(lastingNameOf({ id, invitation: null })).toBe(id);
  expect(lastingNameOf({ id, invitation })).toBe(invitation);
  expect([code, id, invitation].map(isId)).toEqual([false, true, true]);
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

test("a player's id has 12 letters and digits", () => {
  expect(["aBcDeFgHiJk1", "me", "aBcDeFgHiJk-", "aBcDeFgHiJk12"].map(isPlayerId)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("a leaderboard's address carries its game, and its page unless it is the first", () => {
  expect(paths.leaderboard("mexica")).toBe("/leaderboard?game=mexica");
  expect(paths.leaderboard("mexica", 3)).toBe("/leaderboard?game=mexica&page=3");
});
