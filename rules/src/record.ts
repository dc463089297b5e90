import type { Game, GameTypes } from "./game.ts";

/**
 * Raised whenever the same commands could lead to other events than before. A record is verified with the rules that
 * made it; its events can be folded by any later version.
 */
export const RULES_VERSION = 1;

/** All that is fixed before the first command. It holds the seed: it is for nobody's eyes while the match runs. */
export interface RecordHeader<T extends GameTypes> {
  /** The game's name, e.g. `"flower-war"`. */
  readonly game: string;
  /** `RULES_VERSION` of the rules that made the record. */
  readonly rules: number;
  readonly options: T["options"];
  /** In turn order. */
  readonly seats: readonly T["seat"][];
  /** How chance is made from the seed: `STREAM` of chance.ts. */
  readonly stream: string;
  /** 64 lower-case hex digits. */
  readonly seed: string;
}

/** One accepted command and all that followed from it. */
export interface RecordEntry<T extends GameTypes> {
  /** Entries are numbered from 1 without gaps. */
  readonly n: number;
  /** The sender's own name for the command: a repeated one gets the first answer and does nothing twice. */
  readonly id: string;
  readonly seat: T["seat"];
  readonly command: T["command"];
  readonly events: readonly T["event"][];
}

/** A match as it can be kept: enough to resume it and to decide it again. */
export interface MatchRecord<T extends GameTypes> {
  readonly header: RecordHeader<T>;
  readonly entries: readonly RecordEntry<T>[];
}

/** The state of a match before its first command. */
export function begin<T extends GameTypes>(game: Game<T>, header: RecordHeader<T>): T["state"] {
  return game.setup(header.options, header.seats.length, header.seed);
}

/** The state after the entries' events, folded one by one; nothing is decided or drawn anew. */
export function replay<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  entries: Iterable<RecordEntry<T>>,
): T["state"] {
  let after = state;
  for (const entry of entries) after = fold(game, after, entry.events);
  return after;
}

/** The state after one command's events. */
export function fold<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  events: readonly T["event"][],
): T["state"] {
  return events.reduce((before, event) => game.evolve(before, event), state);
}
