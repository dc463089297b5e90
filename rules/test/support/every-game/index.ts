import { describe } from "vitest";
import type { Trial } from "../trials/trial.ts";
import { testAnswers } from "./answers.ts";
import { testFolding } from "./folding.ts";
import { testSecrecy } from "./secrecy.ts";

/** Tests what every game must guarantee, in random matches of every size and with all options. */
export function testGame(trial: Trial): void {
  describe(trial.name, () => {
    testFolding(trial);
    testAnswers(trial);
    testSecrecy(trial);
  });
}
