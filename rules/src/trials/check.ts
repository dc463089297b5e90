import fc from "fast-check";
import type { GameTypes } from "../game.ts";
import type { Player, Setting } from "./matches.ts";
import type { Trial } from "./trial.ts";

/** Something that a game must guarantee. */
export interface Check {
  /** A sentence that says what. */
  readonly name: string;
  /**
   * Tries it in random matches.
   * @throws Error with the first match that breaks it, as simple as it can be made
   */
  readonly run: () => void;
}

/** How many random matches a check plays. */
export interface Matches {
  /** In a second or so. */
  readonly quick: number;
  /** If time does not matter. */
  readonly thorough: number;
}

/** Chooses the number of matches of a check. */
export type ChooseMatches = (matches: Matches) => number;

/** Makes the check that a property holds in every match of a game. */
export function checkEveryMatch(
  name: string,
  { settings }: Trial,
  numRuns: number,
  holds: (setting: Setting<GameTypes>) => void,
): Check {
  return { name, run: () => fc.assert(fc.property(settings, holds), { numRuns }) };
}

/** Returns a player who plays any legal command. */
export function randomPlayer(trial: Trial): Player<GameTypes> {
  return (...args) => trial.anything(...args);
}
