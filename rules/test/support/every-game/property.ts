import fc from "fast-check";
import { test } from "vitest";
import type { GameTypes } from "../../../src/game.ts";
import { type Player, runs, type Setting } from "../matches.ts";
import type { Trial } from "../trials/trial.ts";

/** A few matches take seconds, but `FLOWER_WAR_RUNS` may ask for hours of them. */
export const TIMEOUT = 24 * 3_600_000;

/** Matches of each game that CI plays for each property except the invariants. */
export const RUNS_IN_CI = 200;

/** Defines a test that a property holds in every match of a game. */
export function testEveryMatch(
  name: string,
  { settings }: Trial,
  { quick, inCi = RUNS_IN_CI }: { readonly quick: number; readonly inCi?: number },
  holds: (setting: Setting<GameTypes>) => void,
): void {
  test(name, () => fc.assert(fc.property(settings, holds), runs(quick, inCi)), TIMEOUT);
}

/** Returns a player who plays any legal command. */
export function randomPlayer(trial: Trial): Player<GameTypes> {
  return (...args) => trial.anything(...args);
}
