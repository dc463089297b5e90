import { describe, test } from "vitest";
import { checksOf, type Trial } from "../../src/trials/index.ts";
import { THOROUGH } from "../../src/trials/trial.ts";
import { runs } from "./runs.ts";

/** A few matches take seconds, but `FLOWER_WAR_RUNS` may ask for hours of them. */
const TIMEOUT = 24 * 3_600_000;

/** Matches that CI plays at least for a check that is given `THOROUGH` of them: each run plays others. */
const IN_CI = 40;

/** Tests what every game must guarantee, in random matches of every size and with all options. */
export function testGame(trial: Trial): void {
  describe(trial.name, () => {
    const checks = checksOf(trial, ({ quick, thorough }) => {
      const inCi = thorough === THOROUGH ? Math.max(quick, IN_CI) : thorough;
      return runs(quick, inCi).numRuns;
    });
    for (const { name, run } of checks) test(name, run, TIMEOUT);
  });
}
