import { expect, test } from "vitest";
import { readGame, readPage } from "../src/player/leaderboard/leaderboard-view.tsx";

test.each([
  [null, "flower-war"],
  ["mexica", "mexica"],
  ["chess", "flower-war"],
  ["toString", "flower-war"],
])("the address's game %j is %s", (text, game) => {
  expect(readGame(text)).toBe(game);
});

test.each([
  [null, 1],
  ["3", 3],
  ["0", 1],
  ["-2", 1],
  ["1e9", 1],
  ["99999999", 1],
])("the address's page %j is %d", (text, page) => {
  expect(readPage(text)).toBe(page);
});
