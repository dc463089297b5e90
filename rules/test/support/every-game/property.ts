import fc from "fast-check";
import { test } from "vitest";
import type { GameTypes } from "../../../src/game.ts";
import { type Player, runs, type Setting } from "../matches.ts";
import type { Trial } from "../trials/trial.ts";

/** Few matches take seconds; as many as `FLOWER_WAR_RUNS` may ask for take hours. */
export const TIMEOUT = 24 * 3_600_000;

/** Matches that CI plays for each property but the invariants, of each game. */
export const IN_CI = 500;

/** A test that something holds in every match of a game. */
export function testEveryMatch(
  name: string,
  { settings }: Trial,
  { quick, inCi = IN_CI }: { readonly quick: number; readonly inCi?: number },
  holds: (setting: Setting<GameTypes>) => void,
): void {
  test(name, () => fc.assert(fc.property(settings, holds), runs(quick, inCi)), TIMEOUT);
}

/** Somebody who plays anything that is legal. */
export function anybody(trial: Trial): Player<GameTypes> {
  return (...args) => trial.anything(...args);
}
