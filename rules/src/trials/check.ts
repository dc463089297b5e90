import fc from "fast-check";
import type { GameTypes } from "../game.ts";
import { MatchError, messageOf } from "./failure.ts";
import type { Player, Setting } from "./matches.ts";
import type { Trial } from "./trial.ts";

/** Something that a game must guarantee. */
export interface Check {
  /** A sentence that says what. */
  readonly name: string;
  /**
   * Tries it in random matches.
   * @throws Error that says what is wrong and at which command, then in which match, as simple as it can be made, then how to play
   *   that match again; its `cause` is the error of the game, if it threw one
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
  return { name, run: () => requireAlways(name, fc.property(settings, holds), numRuns, describeSetting) };
}

/**
 * Tries a property of random values, which fast-check would print whole, with the source of the game.
 * @param promise what a game must guarantee
 * @param describe says in one line which values they were
 * @throws Error whose message says what is wrong, which promise was tried, with which values, and how to try them again, a line each;
 *   its `cause` is the first error
 */
export function requireAlways<V extends readonly unknown[]>(
  promise: string,
  property: fc.IProperty<[...V]>,
  numRuns: number,
  describe: (...values: V) => string,
): void {
  fc.assert<[...V]>(property, {
    numRuns,
    reporter: (run) => {
      if (!run.failed) return;
      const { counterexample, errorInstance, seed, counterexamplePath: path } = run;
      if (counterexample === null) throw new Error(fc.defaultReportMessage(run));
      const again = JSON.stringify({ seed, path, endOnFailure: true });
      throw new Error(
        [
          messageOf(errorInstance),
          `While checking: ${promise}.`,
          `Match: ${describe(...counterexample)}`,
          `To play it again, run this check alone after fc.configureGlobal(${again}).`,
        ].join("\n"),
        { cause: errorInstance instanceof MatchError ? errorInstance.cause : errorInstance },
      );
    },
  });
}

/** Describes a match in one line: all that it follows from, besides the game. */
export function describeSetting({ game, ...settings }: Setting<GameTypes>): string {
  return `${game.name} ${JSON.stringify(settings)}`;
}

/** Returns a player who plays any legal command. */
export function randomPlayer(trial: Trial): Player<GameTypes> {
  return (...args) => trial.anything(...args);
}
