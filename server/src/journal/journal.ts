/**
 * Where matches are kept: what is in the journal has happened. One interface, one suite
 * (server/test/support/journal-suite.ts), several stores.
 */
import type { GameTypes, NonceSource, RecordEntry, RecordHeader } from "@flower-war/rules";

/** What a match began with: the rules' part and the people's. */
export interface MatchHeader<T extends GameTypes = GameTypes> extends RecordHeader<T> {
  /** The match's id. */
  readonly match: string;
  readonly code: string;
  readonly private: boolean;
  /** What the server committed itself to, 64 lower-case hex digits: for nobody's eyes while the match runs. */
  readonly secret: string;
  /** Who took each seat, in turn order. */
  readonly players: readonly Player[];
}

export interface Player {
  readonly kind: "human" | "bot";
  readonly name: string;
  /** What the seat added to the seed. */
  readonly nonce: string;
  readonly from: NonceSource;
}

/** One command that was taken, and what followed from it. */
export type JournalEntry = RecordEntry<GameTypes>;

export interface JournaledMatch {
  readonly header: MatchHeader;
  readonly entries: readonly JournalEntry[];
}

export interface Journal {
  /**
   * Opens a match's record. Resolves when it is durable.
   * @throws `JournalConflict` if there is one of this match already
   */
  begin(header: MatchHeader): Promise<void>;
  /**
   * Adds an entry. Resolves when it is durable; if it rejects, nothing was added.
   * @throws `JournalConflict` unless the match has begun and `entry.n` follows its last entry
   */
  append(match: string, entry: JournalEntry): Promise<void>;
  /** The whole record; `null`: there is none. */
  read(match: string): Promise<JournaledMatch | null>;
  /** The match is played no more. A store that cannot keep everything may forget its record, in an hour or later. */
  release(match: string): Promise<void>;
  close(): Promise<void>;
}

/** Somebody else wrote what we were about to write: whoever gets this no longer owns the match. */
export class JournalConflict extends Error {
  /** The entry that could not be written; 0: the header. */
  readonly n: number;

  constructor(match: string, n: number) {
    super(`the journal of match ${match} takes no entry ${n}`);
    this.name = "JournalConflict";
    this.n = n;
  }
}
