import type fc from "fast-check";
import type { RandomBelow } from "../../../src/bots/bot.ts";
import type { GameTypes, Viewer } from "../../../src/game.ts";
import type { Player, Setting, Step } from "../matches.ts";

/** What `testGame` needs to know about a game. */
export interface Trial<T extends GameTypes = GameTypes> {
  /** The game's name. */
  readonly name: string;
  /** Matches of every size, with every option. */
  readonly settings: fc.Arbitrary<Setting<T>>;
  /** How many matches CI plays for the invariants. */
  readonly matchesInCi: number;
  /** Plays random commands, each legal one sometimes. */
  anything(...args: Parameters<Player<T>>): ReturnType<Player<T>>;
  /** Returns the invariants of the game's canon that an event violated; empty if none. */
  findFaults(state: T["state"]): readonly string[];
  /** Returns what else is wrong after a command. */
  findDeadEnds(state: T["state"]): readonly string[];
  /** Returns every well-formed command that could mean something for a seat, and some that never do. */
  universe(state: T["state"], seat: T["seat"]): readonly T["command"][];
  /** Some field names and values of commands, to make malformed ones from. */
  readonly fields: { readonly [field: string]: readonly unknown[] };
  /**
   * Returns a step that differs, before and after it, only in what this viewer may not know.
   * @returns another command if the viewer may not know which one it was
   */
  twin(step: Step<T>, viewer: Viewer<T>, random: RandomBelow): Pick<Step<T>, "before" | "command">;
  /** Names of fields that no view and no redacted event may have. */
  readonly secrets: readonly string[];
}
