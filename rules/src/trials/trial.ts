import type fc from "fast-check";
import type { RandomBelow } from "../bots/bot.ts";
import type { Game, GameTypes, Viewer } from "../game.ts";
import type { GamePage } from "../page/index.ts";
import { anyAnswerOf } from "./any-command.ts";
import { anyOptionsOf, type Player, type Setting, type Step, settingsOf } from "./matches.ts";

/** Matches of a thorough run for each check, except those of our own games for the invariants. */
export const THOROUGH = 100;

/** An event and the state that it changed. */
export interface Change<T extends GameTypes = GameTypes> {
  readonly event: T["event"];
  readonly before: T["state"];
}

/** A game, as the checks need it. */
export interface Trial<T extends GameTypes = GameTypes> {
  /** The game's name on the wire. */
  readonly name: string;
  /** Matches of every size, with every option. */
  readonly settings: fc.Arbitrary<Setting<T>>;
  /** How many matches a thorough run plays for the invariants. */
  readonly thorough: number;
  /** Plays random commands, each legal one sometimes. */
  anything(...args: Parameters<Player<T>>): ReturnType<Player<T>>;
  /**
   * Returns the invariants of the game's canon that an event violated; empty if none.
   * @param change the event that led to the state, and the state before it; absent for a state that stands alone
   */
  findFaults(state: T["state"], change?: Change<T>): readonly string[];
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
  /** The game's page, if it has one (docs/add-a-game.md, The page). */
  readonly page?: GamePage<T>;
  /** Draws the table for a viewer. It must not throw (docs/add-a-game.md, A table of your own). @param seats the match's, in turn order */
  draw?(view: T["view"], viewer: T["seat"] | null, seats: readonly T["seat"][]): unknown;
  /** Names of fields that no view and no redacted event may have. */
  readonly secrets: readonly string[];
}

/**
 * Completes a trial: matches with any options, players who never concede, no invariants of its own, nothing hidden.
 * @param given at least the commands to try; where something is hidden also `twin` and `secrets`
 */
export function trialOf<T extends GameTypes>(
  game: Game<T>,
  given: Pick<Trial<T>, "universe" | "fields"> & Partial<Trial<T>>,
): Trial<T> {
  return {
    name: game.name,
    settings: settingsOf(game, anyOptionsOf(game)),
    thorough: THOROUGH,
    anything: anyAnswerOf(game),
    findFaults: () => [],
    findDeadEnds: () => [],
    twin: ({ before, command }) => ({ before, command }),
    secrets: [],
    ...given,
  };
}
