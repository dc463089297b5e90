/**
 * The journal stores matches: what is in it has happened. Each match has one log of facts, to which only the match's owner can
 * append. A takeover begins the log's next epoch, and fences the former owner. One test suite covers all stores
 * (server/test/storage/journal-suite.ts).
 */
import type { MatchResult } from "@flower-war/protocol";
import { RefusalError, refusalBody } from "../../refusal.ts";
import type { StoredFact } from "./facts.ts";

/** The ids by which a match is found. */
export interface MatchName {
  /** The match's id. */
  readonly match: string;
  readonly code: string;
  readonly game: string;
}

export interface MatchHead extends MatchName {
  /** The epoch, from 1; raised by each takeover. */
  readonly epoch: number;
  readonly over: boolean;
}

/** The part of a finished match that is stored for longer than its log. */
export interface StoredResult extends MatchName {
  /** As in `MatchPlan`; missing in those of older servers. */
  readonly invitation?: string | null;
  readonly result: Omit<MatchResult, "record">;
  /** Further data for the histories of its players; missing in results of older servers. */
  readonly history?: MatchHistoryFacts;
}

/** The data for the histories of a finished match's players besides its result. */
export interface MatchHistoryFacts {
  /** The name of the game's preset that has its options; `""`: none has. */
  readonly preset: string;
  readonly private: boolean;
  /** Whether it had clocks. */
  readonly clock: boolean;
  /** The seats whose players had left when it ended (`Endings.leavers`). */
  readonly left: readonly string[];
}

/** A whole log. */
export interface StoredMatch {
  readonly epoch: number;
  readonly facts: readonly StoredFact[];
}

/** The position at which an owner appends: its epoch, and the number of facts so far. */
export interface Position {
  readonly epoch: number;
  readonly n: number;
}

/** A match, and the epoch of its owner, present or past. */
export interface OwnedMatch {
  readonly match: string;
  readonly epoch: number;
}

/** Every method rejects with `JournalUnavailable` while the store cannot be used. */
export interface Journal {
  /**
   * Creates a match's log at epoch 1 with its first facts. Resolves when they are durable.
   * @throws `JournalConflict` if the match exists, or its code is in use by one that is not over; `JournalOutcomeUnknown` if it
   *   may have been created
   */
  create(name: MatchName, facts: readonly StoredFact[]): Promise<void>;
  /**
   * Appends facts, all or none. Resolves when they are durable.
   * @param over with these facts the match is over: it is stored for `RetentionPeriods.finished`, and found by its code until
   *   another match gets that
   * @param result stored with these facts, for `RetentionPeriods.results`
   * @throws `JournalConflict` unless the log is at this position; `JournalOutcomeUnknown` if the facts may have been appended
   */
  append(
    match: string,
    at: Position,
    facts: readonly StoredFact[],
    over?: boolean,
    result?: StoredResult,
  ): Promise<void>;
  /**
   * Raises a match's epoch, so that its former owner cannot append any more, and returns its log; `null`: no such match.
   * @throws `JournalDamaged`; `JournalOutcomeUnknown` if the epoch may have been raised
   */
  takeOver(match: string): Promise<StoredMatch | null>;
  /**
   * Reads a match's log; `null`: no such match.
   * @throws `JournalDamaged`
   */
  read(match: string): Promise<StoredMatch | null>;
  /**
   * Reads a match's facts after the first `n`, in order; `null`: no such match. It costs what it returns, not what the log holds.
   * @throws `JournalDamaged`
   */
  readSince(match: string, n: number): Promise<readonly StoredFact[] | null>;
  /**
   * Finds a match by its id or its code, the code in upper case; `null`: no such match.
   * @throws `JournalDamaged`
   */
  findHead(idOrCode: string): Promise<MatchHead | null>;
  /** Finds the result of a finished match by its id, also when its log has been deleted; `null`: there is none. */
  findResult(match: string): Promise<StoredResult | null>;
  /** Finds many matches at once, by their ids. Leaves out those that do not exist or are damaged. */
  findHeads(matches: readonly string[]): Promise<MatchHead[]>;
  /** Finds those of many matches that were taken over since an epoch: their ids. */
  findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]>;
  close(): Promise<void>;
}

/** How long matches are stored, in ms. */
export interface RetentionPeriods {
  /** A match that is over, since its last fact or takeover. */
  readonly finished: number;
  /** A match that is not over, since its last fact or takeover. */
  readonly unfinished: number;
  /** The result of a match, since its end. */
  readonly results: number;
}

/** Another process wrote what this one was about to write: it does not own the match. */
export class JournalConflict extends Error {
  /** @param item the write that was refused, e.g. `fact 7` */
  constructor(match: string, item: string) {
    super(`the journal of match ${match} accepts no ${item}`);
  }
}

/** The store cannot be used now. Nothing was written. */
export class JournalUnavailable extends RefusalError {
  constructor(cause?: unknown) {
    super(refusalBody("unavailable"));
    this.cause = cause;
  }
}

/** The store stopped answering during a write: what it holds is unknown until the match is taken over. To clients it is `unavailable`. */
export class JournalOutcomeUnknown extends RefusalError {
  constructor(cause?: unknown) {
    super(refusalBody("unavailable"));
    this.cause = cause;
  }
}

/** The stored facts of this match cannot be read. Other matches are not affected. */
export class JournalDamaged extends RefusalError {
  readonly match: string;

  constructor(match: string, cause?: unknown) {
    super(refusalBody("match-damaged"));
    this.match = match;
    this.cause = cause;
  }
}
