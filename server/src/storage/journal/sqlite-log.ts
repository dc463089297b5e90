import type { DatabaseSync } from "node:sqlite";
import { checksumOf } from "../database/file.ts";
import { corruptError, DamagedItem, isConstraint, isCorrupt } from "../database/errors.ts";
import type { Plugin, PluginType } from "../database/plugin.ts";
import type { MatchHead, MatchName, Position, RetentionPeriods, StoredRows } from "./journal.ts";
import { markLosses, UNKNOWN_EPOCH } from "./sqlite-recovery.ts";
import {
  type FactRow,
  factChecksum,
  type Head,
  headChecksum,
  headOf,
  isIntactRow,
  matchHeadOf,
  prepareStatements,
  type RawRow,
  readFact,
  readHead,
  readResult,
} from "./sqlite-rows.ts";

/** Ends of logs that are cached. */
const MAX_CACHED = 20_000;
/** Rows at the end of `facts` that are verified before anything is appended. */
const VERIFIED_ROWS = 300;
/** Expired matches that are deleted at a time. */
const DELETED_AT_ONCE = 10;

/** The end of a match's log. */
interface Tail {
  readonly head: Head;
  /** Number of facts. */
  readonly n: number;
}

/**
 * The journal's tables. The facts of all matches are rows of one table that only grows at its end, so that a change touches
 * few pages; an index finds those of a match, and refuses two with one number. The ends of logs are cached here: an append
 * reads nothing.
 *
 * It runs in the database's thread, within transactions that the engine begins and commits.
 */
export class SqliteLog implements Plugin {
  readonly #statements;
  readonly #tails = new Map<string, Tail>();

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  /**
   * Verifies all heads, and the last facts, with their indexes: a match must not go unfound, and to append after a damaged row
   * may damage others.
   * @throws an error that `isCorrupt`
   */
  verify(): void {
    if (this.#statements.checkHeads.get()?.["integrity_check"] !== "ok") throw contradiction();
    for (const raw of this.#statements.latestFacts.iterate(VERIFIED_ROWS)) {
      const row = readFact(raw);
      const indexed = row && this.#statements.indexedFact.get(row.match, row.n);
      if (indexed?.["id"] !== raw["id"]) throw contradiction();
    }
  }

  giveUp(match: string): void {
    this.#statements.invalidateHead.run(match);
    this.#tails.delete(match);
  }

  reload(): void {
    this.#tails.clear();
  }

  /** Returns `false` if the match exists, or its code is in use by one that is not over. */
  create(name: MatchName, rows: readonly string[], now: number): boolean {
    const { match, code, game } = name;
    if (this.#statements.headByName.get(match) || this.#isInUse(code)) return false;
    const id = Number(this.#statements.nextHead.get()?.["id"]);
    const head: Head = { id, match, code, game, epoch: 1, n: rows.length, over: false, touched: now };
    orContradiction(() =>
      this.#statements.insertHead.run(id, match, code, game, 1, rows.length, 0, now, headChecksum(head)),
    );
    this.#insert({ head, n: 0 }, rows, now);
    return true;
  }

  /**
   * Returns `false` unless the match's log is at this position.
   * @param end with these rows the match is over, and has this result
   */
  append(
    match: string,
    at: Position,
    rows: readonly string[],
    now: number,
    end?: { readonly result: string | undefined },
  ): boolean {
    const tail = this.#findTail(match);
    if (tail?.head.epoch !== at.epoch || tail.n !== at.n) return false;
    this.#insert(tail, rows, now);
    if (end && !tail.head.over) {
      this.#update({ ...tail.head, over: true, n: at.n + rows.length, touched: now });
    }
    const result = end?.result;
    if (result !== undefined) {
      this.#statements.setResult.run(match, now, result, checksumOf([match, now, result]));
    }
    return true;
  }

  takeOver(match: string, now: number): StoredRows | null {
    const stored = this.read(match);
    const tail = this.#findTail(match);
    if (!stored || !tail) return null;
    const epoch = tail.head.epoch + 1;
    this.#update({ ...tail.head, epoch, n: tail.n, touched: now });
    return { ...stored, epoch };
  }

  read(match: string): StoredRows | null {
    const rows = this.readSince(match, 0);
    const tail = this.#findTail(match);
    return rows && tail && { epoch: tail.head.epoch, rows };
  }

  readSince(match: string, n: number): string[] | null {
    return orDamaged(match, () => {
      const tail = this.#findTail(match);
      return tail && this.#readTexts(tail, n);
    });
  }

  findHead(idOrCode: string): MatchHead | null {
    return orDamaged(idOrCode, () => {
      const tail = this.#findTail(idOrCode) ?? this.#findTail(this.#findByCode(idOrCode));
      return tail && matchHeadOf(tail.head);
    });
  }

  listOthers(games: readonly string[], after: string, count: number): MatchHead[] {
    const rows = this.#statements.otherHeads.all(JSON.stringify(games), after, count);
    return rows.map((raw) => matchHeadOf(headOf(raw)));
  }

  /** A damaged result counts as none. */
  findResult(match: string): string | null {
    const raw = this.#statements.result.get(match);
    return raw ? readResult(raw) : null;
  }

  /** Deletes a few of the matches and results whose retention is over, and returns how many. */
  deleteExpired({ finished, unfinished, results }: RetentionPeriods, now: number): number {
    const expired = [
      ...this.#statements.expiredHeads.all(1, now - finished, DELETED_AT_ONCE),
      ...this.#statements.expiredHeads.all(0, now - unfinished, DELETED_AT_ONCE),
    ].slice(0, DELETED_AT_ONCE);
    for (const { id, match } of expired) this.#delete(Number(id), String(match));
    const { changes } = this.#statements.deleteResults.run(now - results, DELETED_AT_ONCE);
    return expired.length + Number(changes);
  }

  /** Bounds the cache. */
  beforeCommit(): void {
    if (this.#tails.size > MAX_CACHED) this.#tails.clear();
  }

  /** Writes how many facts there are into the heads, so that a loss of the last ones is noticed. */
  beforeClose(): void {
    for (const { head, n } of this.#tails.values()) if (n > head.n) this.#update({ ...head, n });
  }

  /** Returns the highest epoch of all matches. */
  readFence(): number {
    try {
      return Number(this.#statements.highestEpoch.get()?.["epoch"]);
    } catch {
      return UNKNOWN_EPOCH;
    }
  }

  /** Raises the epochs of all matches: rooms that own them by their epoch in another file cannot append here. */
  raiseFence(replaced: number): void {
    this.#statements.raiseEpochs.run(replaced);
    this.#tails.clear();
  }

  #insert({ head, n }: Tail, texts: readonly string[], now: number): void {
    for (const [i, text] of texts.entries()) {
      const row: FactRow = { match: head.id, n: n + i + 1, at: now, text };
      orContradiction(() =>
        this.#statements.insertFact.run(row.match, row.n, row.at, row.text, factChecksum(row)),
      );
    }
    this.#tails.set(head.match, { head, n: n + texts.length });
  }

  /** Writes a head that has the number of all facts. */
  #update(head: Head): void {
    const { id, match, epoch, n, over, touched } = head;
    this.#statements.updateHead.run(epoch, n, Number(over), touched, headChecksum(head), id);
    this.#tails.set(match, { head, n });
  }

  /** @throws `DamagedItem` */
  #findTail(match: string | null): Tail | null {
    if (match === null) return null;
    const cached = this.#tails.get(match);
    if (cached) return cached;
    const raw = this.#statements.headByName.get(match);
    if (!raw) return null;
    const head = readHead(raw);
    if (!head) throw new DamagedItem(match, "its head is damaged");
    const last = this.#statements.lastFact.get(head.id);
    const tail: Tail = { head, n: last ? this.#readIntact(match, last).n : 0 };
    if (tail.n < head.n) throw new DamagedItem(match, "its last rows are missing", true);
    this.#tails.set(match, tail);
    return tail;
  }

  #findByCode(code: string): string | null {
    const raw = this.#statements.headByCode.get(code);
    return raw ? String(raw["match"]) : null;
  }

  #isInUse(code: string): boolean {
    try {
      return this.#findTail(this.#findByCode(code))?.head.over === false;
    } catch (error) {
      if (error instanceof DamagedItem) return false;
      throw error;
    }
  }

  /** Reads a match's facts after its first `since`. @throws `DamagedItem` */
  #readTexts({ head: { id, match }, n }: Tail, since: number): string[] {
    const texts: string[] = [];
    for (const raw of this.#statements.factsSince.iterate(id, since)) {
      const row = this.#readIntact(match, raw);
      if (row.n !== since + texts.length + 1)
        throw new DamagedItem(match, `row ${row.n} does not follow`, true);
      texts.push(row.text);
    }
    if (since + texts.length < n) throw new DamagedItem(match, "its last rows are missing", true);
    return texts;
  }

  /** @throws `DamagedItem` */
  #readIntact(match: string, raw: RawRow): FactRow {
    const row = readFact(raw);
    if (row) return row;
    // SQLite takes what it can from the index: if the table's row is intact, a recovery repairs the index.
    const stored = this.#statements.factById.get(Number(raw["id"]));
    const isIndexDamaged = stored !== undefined && readFact(stored) !== null;
    throw new DamagedItem(match, `row ${Number(raw["n"])} is damaged`, isIndexDamaged);
  }

  #delete(id: number, match: string): void {
    this.#statements.deleteFacts.run(id);
    this.#statements.deleteChat.run(match);
    this.#statements.deleteHead.run(id);
    this.#tails.delete(match);
  }
}

const READS = ["read", "readSince", "findHead", "findResult", "listOthers"] as const;
const WRITES = ["create", "append", "takeOver", "deleteExpired"] as const;

/** The requests that the journal answers in the database's thread. */
export type JournalMethods = Pick<SqliteLog, (typeof READS | typeof WRITES)[number]>;

/** The journal's part of the database's thread. Its items are matches, by their ids. */
export const journalPlugin: PluginType = {
  open: (database) => new SqliteLog(database),
  reads: new Set(READS),
  writes: new Set(WRITES),
  isIntact: isIntactRow,
  markLosses,
};

function contradiction(): Error {
  return corruptError("the journal's rows contradict each other");
}

/** Runs inserts: a number that is taken means that the file is damaged. */
function orContradiction<T>(insert: () => T): T {
  try {
    return insert();
  } catch (error) {
    throw isConstraint(error) ? contradiction() : error;
  }
}

/** Runs reads of one match: corruption concerns that match alone, unless recovering the file helps. */
function orDamaged<T>(match: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isCorrupt(error) ? new DamagedItem(match, String(error), true) : error;
  }
}
