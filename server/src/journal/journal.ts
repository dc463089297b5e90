/**
 * Where matches are kept: what is in the journal has happened. Each match has one log of facts that only grows; whoever
 * plays the match owns its log for one epoch, and whoever takes it over begins the next, so that nobody else can write
 * any more. One interface, one suite (server/test/support/journal-suite.ts), several stores.
 */
import { fault, Refused } from "../fault.ts";
import type { Fact, KeptFact } from "./facts.ts";

/** What a match is found by. */
export interface MatchName {
  /** The match's id. */
  readonly match: string;
  readonly code: string;
  readonly game: string;
}

export interface MatchHead extends MatchName {
  /** From 1; raised whenever the match is taken over. */
  readonly epoch: number;
  readonly over: boolean;
}

/** A whole log. */
export interface KeptMatch {
  readonly epoch: number;
  readonly facts: readonly KeptFact[];
}

/** Where a writer stands: its epoch, and how many facts there are. */
export interface Position {
  readonly epoch: number;
  readonly n: number;
}

/** Every method rejects with `JournalUnavailable` while the store cannot be used. */
export interface Journal {
  /**
   * Opens a match's log at epoch 1 with its first facts. Resolves when they are durable.
   * @throws `JournalConflict` if the match is there already, or its code leads to one that is not over
   */
  create(name: MatchName, facts: readonly Fact[]): Promise<void>;
  /**
   * Adds facts in one change. Resolves when they are durable; if it rejects, none was added.
   * @throws `JournalUnsure`: perhaps they were added
   * @param over with these facts the match is over. It is kept for some time (`Keeping`); its code leads to it until
   *   another match has it
   * @throws `JournalConflict` unless the match stands at this position
   */
  append(match: string, at: Position, facts: readonly Fact[], over?: boolean): Promise<void>;
  /**
   * Takes a match over: raises its epoch, so that whoever wrote it before cannot any more. `null`: no such match.
   * @throws `JournalDamaged`
   */
  takeOver(match: string): Promise<KeptMatch | null>;
  /**
   * The whole log; `null`: no such match.
   * @throws `JournalDamaged`
   */
  read(match: string): Promise<KeptMatch | null>;
  /**
   * A match by its id or its code, the code as it is written in `MatchName`; `null`: there is none.
   * @throws `JournalDamaged`
   */
  headOf(idOrCode: string): Promise<MatchHead | null>;
  /** Matches by their ids, asked for all at once. Those that are not there, or damaged, are left out. */
  headsOf(matches: readonly string[]): Promise<MatchHead[]>;
  close(): Promise<void>;
}

/** How long matches are kept, in ms. */
export interface Keeping {
  /** One that is over, from then on. */
  readonly finished: number;
  /** One that is not, from its last fact on. */
  readonly unfinished: number;
}

/** Somebody else wrote what we were about to write: whoever gets this does not own the match. */
export class JournalConflict extends Error {
  /** @param what what could not be written, e.g. `fact 7` */
  constructor(match: string, what: string) {
    super(`the journal of match ${match} takes no ${what}`);
    this.name = "JournalConflict";
  }
}

/** The store cannot be used now. Nothing was written. */
export class JournalUnavailable extends Refused {
  constructor(cause?: unknown) {
    super(fault("unavailable"));
    this.name = "JournalUnavailable";
    this.cause = cause;
  }
}

/** The store fell silent while it wrote: nobody knows what it holds until the match is taken over. */
export class JournalUnsure extends Error {
  constructor(cause?: unknown) {
    super("the journal did not answer");
    this.name = "JournalUnsure";
    this.cause = cause;
  }
}

/** What is kept of this match cannot be read any more: the match is set aside, and no other. */
export class JournalDamaged extends Refused {
  readonly match: string;

  constructor(match: string, cause?: unknown) {
    super(fault("match-damaged"));
    this.name = "JournalDamaged";
    this.match = match;
    this.cause = cause;
  }
}
