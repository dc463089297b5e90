import type fc from "fast-check";
import type { RandomBelow } from "../../../src/bots/bot.ts";
import type { GameTypes, Viewer } from "../../../src/game.ts";
import type { Player, Setting, Step } from "../matches.ts";

/** How a game is put to the test that every game has to pass (`testGame`). */
export interface Trial<T extends GameTypes = GameTypes> {
  /** The game's name. */
  readonly name: string;
  /** Matches of every size, with every option. */
  readonly settings: fc.Arbitrary<Setting<T>>;
  /** So many matches CI puts to the invariants. */
  readonly matchesInCi: number;
  /** Any command, each that is legal at some time. */
  anything(...args: Parameters<Player<T>>): ReturnType<Player<T>>;
  /** The invariants of the game's canon that do not hold after a fact; empty when all do. */
  broken(state: T["state"]): readonly string[];
  /** What more does not hold after a command. */
  stuck(state: T["state"]): readonly string[];
  /** Every well-formed command that could mean something for a seat, and some that never do. */
  universe(state: T["state"], seat: T["seat"]): readonly T["command"][];
  /** Some field names and values of commands, to make bad ones of. */
  readonly fields: { readonly [field: string]: readonly unknown[] };
  /**
   * A step that differs in what this viewer may not know, before and after it, and in nothing else.
   * @returns the command may be another one if the viewer may not know which it was
   */
  twin(step: Step<T>, viewer: Viewer<T>, random: RandomBelow): Pick<Step<T>, "before" | "command">;
  /** Names of fields that are for nobody: no view and no redacted event has one. */
  readonly secrets: readonly string[];
}
