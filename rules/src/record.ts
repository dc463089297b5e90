import type { Game, GameTypes } from "./game.ts";
import { completeOptions, type OptionRanges } from "./options.ts";
import { advance, type Position } from "./take-back.ts";

/**
 * Raised whenever the same commands could lead to other events than before, or decks and setup change. A record is
 * verified with the version that made it; a later version can fold its events only if decks and setup are unchanged.
 */
export const RULES_VERSION = 1;

/**
 * Everything that is fixed before the first command. It contains the seed, so no client may see it while the match runs.
 */
export interface RecordHeader<T extends GameTypes> {
  /** The game's name, e.g. `"flower-war"`. */
  readonly game: string;
  /** `RULES_VERSION` of the rules that made the record. */
  readonly rules: number;
  /** `version` of the game, if that has one. */
  readonly version?: number;
  readonly options: Partial<T["options"]>;
  /** In turn order. */
  readonly seats: readonly T["seat"][];
  /** How chance follows from the seed: `STREAM` of chance.ts. */
  readonly stream: string;
  /** 64 lower-case hex digits. */
  readonly seed: string;
}

/** One accepted command and the events that followed. */
export interface RecordEntry<T extends GameTypes> {
  /** Entries are numbered from 1 without gaps. */
  readonly n: number;
  /** The id that the sender gave the command. A repeated id gets the first answer and has no second effect. */
  readonly id: string;
  readonly seat: T["seat"];
  readonly command: T["command"];
  readonly events: readonly T["event"][];
}

/** A match as it is stored: enough to resume it and to decide it again. */
export interface MatchRecord<T extends GameTypes> {
  readonly header: RecordHeader<T>;
  readonly entries: readonly RecordEntry<T>[];
}

/** The parts of a header that a match begins with. */
interface Beginning<O extends object> {
  readonly options: Partial<O>;
  readonly seats: readonly unknown[];
  readonly seed: string;
}

/** Returns the state of a match before its first command. */
export function begin<O extends object, S>(
  game: { readonly options: OptionRanges<O>; setup(options: O, count: number, seed: string): S },
  { options, seats, seed }: Beginning<O>,
): S {
  return game.setup(completeOptions(game, options), seats.length, seed);
}

/** Folds the events of entries into a state, one by one; those that take acts back too. Nothing is decided or drawn again. */
export function replay<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  entries: Iterable<RecordEntry<T>>,
): T["state"] {
  let position: Position<T> = { state, acts: [] };
  for (const entry of entries) position = advance(game, position, entry);
  return position.state;
}

/** Folds the events of one command into a state. */
export function fold<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  events: readonly T["event"][],
): T["state"] {
  return events.reduce((before, event) => game.evolve(before, event), state);
}
