/**
 * The journal stores matches: what is in it has happened. Each match has one log of facts, to which only the match's owner can
 * append. A takeover begins the log's next epoch, and fences the former owner. One test suite covers all stores
 * (server/test/storage/journal-suite.ts).
 */
import type { MatchResult } from "@flower-war/protocol";
import type { Logger } from "pino";
import { journalFailures, journalSeconds } from "../../metrics/counters.ts";
import { RefusalError, refusalBody } from "../../refusal.ts";
import type { Cancel, Time } from "../../time.ts";
import { DatabaseRequestError } from "../database/database.ts";
import { deleteExpired } from "../retention.ts";
import { formatFact, parseFact, type StoredFact } from "./facts.ts";

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
  /** As in `MatchPlan`: others than its players are shown the result so many seconds after its end. */
  readonly watchDelay?: number;
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
  /** In how many turns the player of each seat gave commands themselves, but for conceding; missing: an older server, or no clocks. */
  readonly turns?: Readonly<Record<string, number>>;
  /** The seats whose players last came from one network, for each network with several; missing: an older server. */
  readonly sameNetwork?: readonly (readonly string[])[];
  /** A player asked for hints, so that it is not rated; missing: none did. */
  readonly hints?: true;
  /** The seat that ended the match by conceding; missing: none, or an older server. */
  readonly conceded?: string;
  /** The players who handed their seats over: it is no match of theirs. Missing: none. */
  readonly handed?: readonly string[];
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

/** How long matches are stored, in ms. */
export interface RetentionPeriods {
  /** A match that is over, since its last fact or takeover. */
  readonly finished: number;
  /** A match that is not over, since its last fact or takeover. */
  readonly unfinished: number;
  /** The result of a match, since its end. */
  readonly results: number;
}

/** Where a `Journal` stores its rows, the texts of facts. Every method is as the one of `Journal`. */
export interface JournalStore {
  create(name: MatchName, rows: readonly string[]): Promise<void>;
  /** @param result the text of a `StoredResult` */
  append(match: string, at: Position, rows: readonly string[], over: boolean, result?: string): Promise<void>;
  takeOver(match: string): Promise<StoredRows | null>;
  read(match: string): Promise<StoredRows | null>;
  readSince(match: string, n: number): Promise<readonly string[] | null>;
  findHead(idOrCode: string): Promise<MatchHead | null>;
  findHeads(matches: readonly string[]): Promise<MatchHead[]>;
  findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]>;
  listOthers(games: readonly string[], after: string, count: number): Promise<MatchHead[]>;
  findResult(match: string): Promise<string | null>;
  /** Deletes a few of the matches and results whose retention is over, and returns how many; 0: there are no more. */
  deleteExpired(): Promise<number>;
}

export interface StoredRows {
  readonly epoch: number;
  readonly rows: readonly string[];
}

/**
 * The journal on any store: formats facts, and parses them again. It measures its writes, logs each damaged match once, and
 * deletes matches whose retention is over. Every method rejects with `JournalUnavailable` while the store cannot be used.
 */
export class Journal {
  readonly #store: JournalStore;
  readonly #log: Logger;
  readonly #endRetention: Cancel;
  readonly #damaged = new Set<string>();

  constructor(store: JournalStore, time: Time, log: Logger) {
    this.#store = store;
    this.#log = log;
    this.#endRetention = deleteExpired(async () => (await store.deleteExpired()) > 0, { time, log });
  }

  /**
   * Creates a match's log at epoch 1 with its first facts. Resolves when they are durable.
   * @throws `JournalConflict` if the match exists, or its code is in use by one that is not over; `JournalOutcomeUnknown` if it
   *   may have been created
   */
  create(name: MatchName, facts: readonly StoredFact[]): Promise<void> {
    return measure(this.#store.create(name, facts.map(formatFact)));
  }

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
    over = false,
    result?: StoredResult,
  ): Promise<void> {
    const text = result && JSON.stringify(result);
    return measure(this.#store.append(match, at, facts.map(formatFact), over, text));
  }

  /**
   * Raises a match's epoch, so that its former owner cannot append any more, and returns its log; `null`: no such match.
   * @throws `JournalDamaged`; `JournalOutcomeUnknown` if the epoch may have been raised
   */
  async takeOver(match: string): Promise<StoredMatch | null> {
    return this.#logDamage(async () => parse(match, await this.#store.takeOver(match)));
  }

  /**
   * Reads a match's log; `null`: no such match.
   * @throws `JournalDamaged`
   */
  async read(match: string): Promise<StoredMatch | null> {
    return this.#logDamage(async () => parse(match, await this.#store.read(match)));
  }

  /**
   * Reads a match's facts after the first `n`, in order; `null`: no such match. It costs what it returns, not what the log holds.
   * @throws `JournalDamaged`
   */
  async readSince(match: string, n: number): Promise<readonly StoredFact[] | null> {
    return this.#logDamage(async () => {
      const rows = await this.#store.readSince(match, n);
      return rows && parseFacts(match, rows);
    });
  }

  /**
   * Finds a match by its id or its code, the code in upper case; `null`: no such match.
   * @throws `JournalDamaged`
   */
  findHead(idOrCode: string): Promise<MatchHead | null> {
    return this.#logDamage(() => this.#store.findHead(idOrCode));
  }

  /** Finds the result of a finished match by its id, also when its log has been deleted; `null`: there is none. */
  async findResult(match: string): Promise<StoredResult | null> {
    const text = await this.#store.findResult(match);
    return text === null ? null : (JSON.parse(text) as StoredResult);
  }

  /** Finds many matches at once, by their ids. Leaves out those that do not exist or are damaged. */
  findHeads(matches: readonly string[]): Promise<MatchHead[]> {
    return this.#store.findHeads(matches);
  }

  /** Finds those of many matches that were taken over since an epoch: their ids. */
  findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]> {
    return this.#store.findTakenOver(owned);
  }

  /**
   * Lists the matches of all games but these, page by page, in the order of their ids. `read` tells which are damaged.
   * @param after the last match of the page before; `""`: the first page
   * @param count of a page, at most
   */
  listOthers(games: readonly string[], after: string, count: number): Promise<MatchHead[]> {
    return this.#store.listOthers(games, after, count);
  }

  /** Deletes nothing any more. The store stays open. */
  close(): void {
    this.#endRetention();
  }

  async #logDamage<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof JournalDamaged && !this.#damaged.has(error.match)) {
        this.#damaged.add(error.match);
        const { match, cause } = error;
        this.#log.error({ match, code: "match-damaged", reason: String(cause) }, "match damaged");
      }
      throw error;
    }
  }
}

async function measure(write: Promise<void>): Promise<void> {
  const stopTimer = journalSeconds.startTimer();
  try {
    await write;
    stopTimer();
  } catch (error) {
    journalFailures.inc({ kind: error instanceof JournalConflict ? "conflict" : "error" });
    throw error;
  }
}

/** @throws `JournalDamaged` */
function parse(match: string, stored: StoredRows | null): StoredMatch | null {
  return stored && { epoch: stored.epoch, facts: parseFacts(match, stored.rows) };
}

/** @throws `JournalDamaged` */
function parseFacts(match: string, rows: readonly string[]): StoredFact[] {
  try {
    return rows.map(parseFact);
  } catch (error) {
    throw new JournalDamaged(match, error);
  }
}

/** Settles as a store's request for a match does. @throws `JournalDamaged`, `JournalOutcomeUnknown` or `JournalUnavailable` */
export async function orJournalError<T>(match: string, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof DatabaseRequestError)) throw error;
    if (error.outcome === "damaged") throw new JournalDamaged(match, error);
    throw error.outcome === "unknown" ? new JournalOutcomeUnknown(error) : new JournalUnavailable(error);
  }
}

/** Another process wrote what this one was about to write: it does not own the match. */
export class JournalConflict extends Error {
  /** @param item the write that was refused, e.g. `fact 7` */
  constructor(match: string, item: string) {
    super(`the journal of match ${match} accepts no ${item}`);
  }
}

/** The store cannot be used now. Nothing was written, or `JournalOutcomeUnknown` is thrown. */
export class JournalUnavailable extends RefusalError {
  constructor(cause?: unknown) {
    super(refusalBody("unavailable"));
    this.cause = cause;
  }
}

/** The store stopped answering during a write: what it holds is unknown until the match is taken over. To clients it is `unavailable`. */
export class JournalOutcomeUnknown extends JournalUnavailable {}

/** The stored facts of this match cannot be read. Other matches are not affected. */
export class JournalDamaged extends RefusalError {
  readonly match: string;

  constructor(match: string, cause?: unknown) {
    super(refusalBody("match-damaged"));
    this.match = match;
    this.cause = cause;
  }
}
