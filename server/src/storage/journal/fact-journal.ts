import type { Logger } from "pino";
import { journalFailures, journalSeconds } from "../../metrics/counters.ts";
import type { Time } from "../../time.ts";
import { Retention } from "../retention.ts";
import { formatFact, parseFact, type StoredFact } from "./facts.ts";
import {
  type Journal,
  JournalConflict,
  JournalDamaged,
  type MatchHead,
  type OwnedMatch,
  type MatchName,
  type Position,
  type StoredMatch,
  type StoredResult,
} from "./journal.ts";
import type { JournalStore, StoredRows } from "./store.ts";

/**
 * The journal on any store: formats facts, and parses them again. It measures its writes, logs each damaged match once, and
 * deletes matches whose retention is over.
 */
export class FactJournal implements Journal {
  readonly #store: JournalStore;
  readonly #log: Logger;
  readonly #retention: Retention;
  readonly #damaged = new Set<string>();

  constructor(store: JournalStore, time: Time, log: Logger) {
    this.#store = store;
    this.#log = log;
    this.#retention = new Retention(async () => (await store.deleteExpired()) > 0, time, log);
    this.#retention.start();
  }

  create(name: MatchName, facts: readonly StoredFact[]): Promise<void> {
    return measure(this.#store.create(name, facts.map(formatFact)));
  }

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

  async takeOver(match: string): Promise<StoredMatch | null> {
    return this.#logDamage(async () => parse(match, await this.#store.takeOver(match)));
  }

  async read(match: string): Promise<StoredMatch | null> {
    return this.#logDamage(async () => parse(match, await this.#store.read(match)));
  }

  async readSince(match: string, n: number): Promise<readonly StoredFact[] | null> {
    return this.#logDamage(async () => {
      const rows = await this.#store.readSince(match, n);
      return rows && parseFacts(match, rows);
    });
  }

  findHead(idOrCode: string): Promise<MatchHead | null> {
    return this.#logDamage(() => this.#store.findHead(idOrCode));
  }

  async findResult(match: string): Promise<StoredResult | null> {
    const text = await this.#store.findResult(match);
    return text === null ? null : (JSON.parse(text) as StoredResult);
  }

  findHeads(matches: readonly string[]): Promise<MatchHead[]> {
    return this.#store.findHeads(matches);
  }

  findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]> {
    return this.#store.findTakenOver(owned);
  }

  async close(): Promise<void> {
    this.#retention.stop();
    await this.#store.close();
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
