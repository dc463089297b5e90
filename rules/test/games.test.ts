import { expect, test } from "vitest";
import { games } from "../src/index.ts";
import { testGame } from "./support/every-game/index.ts";
import { TRIALS } from "./support/trials/index.ts";

/** Those whose matches are many and long have files of their own, so that they are played side by side. */
const ELSEWHERE = ["flower-war", "mexica"];

test("every game is put to the test", () => {
  expect(TRIALS.map(({ name }) => name).toSorted()).toEqual(Object.keys(games).toSorted());
});

for (const trial of TRIALS.filter(({ name }) => !ELSEWHERE.includes(name))) testGame(trial);
