import { expect, test } from "vitest";
import { games } from "../src/index.ts";
import { testGame } from "./support/test-game.ts";
import { TRIALS } from "./support/trials/index.ts";

/** Games whose matches are many and long have test files of their own, so that they run in parallel. */
const ELSEWHERE = ["flower-war", "mexica"];

test("every game has a trial", () => {
  expect(TRIALS.map(({ name }) => name).toSorted()).toEqual(Object.keys(games).toSorted());
});

for (const trial of TRIALS.filter(({ name }) => !ELSEWHERE.includes(name))) testGame(trial);
