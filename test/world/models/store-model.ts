import { systemTime } from "@flower-war/protocol/ports";
import { pino } from "pino";
import { MIGRATIONS } from "../../../server/src/migrations.ts";
import type { Outcome, Statement, Value } from "../../../server/src/storage/database/requests.ts";
import { type JournalMethods, journalPlugin } from "../../../server/src/storage/journal/sqlite-log.ts";
import { Journal, type MatchHead, type StoredMatch } from "../../../server/src/storage/journal/journal.ts";
import { SqliteStore } from "../../../server/src/storage/journal/sqlite-store.ts";
import { MemoryDatabase } from "../../../server/src/storage/memory-database.ts";
import type { SimulatedProcess } from "../kernel/simulated-process.ts";
import type { Simulation } from "../kernel/simulation.ts";

/** What a server asks of its store. */
export type StoreRequest =
  | { readonly kind: "change"; readonly statements: readonly Statement[] }
  | { readonly kind: "query"; readonly sql: string; readonly values: readonly Value[] }
  | { readonly kind: "journal"; readonly method: keyof JournalMethods; readonly args: readonly unknown[] }
  | { readonly kind: "check" };

/** Called with how a request ended, and its value or the reason. */
export type StoreAnswer = (outcome: Outcome, value: unknown) => void;

/** How a store behaves. */
export interface StoreState {
  /** ms from a request to its end, at least and at most. */
  readonly delay: readonly [least: number, most: number];
  /** The share of requests that are refused: nothing is done. */
  readonly refused: number;
  /** It has no room: what would store anything is refused. */
  readonly isFull: boolean;
  /** The share of requests of which it is not known whether they were done: half of them were. */
  readonly unknown: number;
}

function isRead(request: StoreRequest): boolean {
  return request.kind === "query" || (request.kind === "journal" && journalPlugin.reads.has(request.method));
}

const FOREVER = {
  finished: Number.POSITIVE_INFINITY,
  unfinished: Number.POSITIVE_INFINITY,
  results: Number.POSITIVE_INFINITY,
};

/** Nothing of the model's own journal is deleted after a while. It is made before the run, when a timer would be of real time, and fall into a later run. */
const WITHOUT_TIMERS = { ...systemTime, after: () => () => {} };

export const WELL: StoreState = { delay: [0.1, 1], refused: 0, isFull: false, unknown: 0 };

/** One run after the other has it: to make the tables takes 4 ms, to empty them 0.1. */
const DATABASE = new MemoryDatabase(MIGRATIONS);
const LOG = pino({ level: "silent" });

/**
 * A store that outlives its servers: the file of one, or the PostgreSQL of several. What was answered with `done` stays; what a server had asked for
 * and was not answered when it was killed may have been done or not.
 */
export class StoreModel {
  state: StoreState = WELL;
  readonly #simulation: Simulation;
  readonly #database = DATABASE;
  /** Whether a killed server's requests are done all the same, as those that PostgreSQL has received. */
  readonly #isShared: boolean;
  readonly #journal: Journal;
  #lastDone = 0;
  /** The matches as they were read last; empty after each write. */
  readonly #read = new Map<string, Promise<StoredMatch | null>>();

  constructor(simulation: Simulation, isShared: boolean) {
    this.#simulation = simulation;
    this.#isShared = isShared;
    this.#database.empty();
    const store = new SqliteStore(this.#database, FOREVER, systemTime);
    this.#journal = new Journal(store, WITHOUT_TIMERS, LOG);
  }

  ask(by: SimulatedProcess, request: StoreRequest, answer: StoreAnswer): void {
    const { random, now } = this.#simulation;
    const { delay, refused, isFull, unknown } = this.state;
    const [least, most] = delay;
    const there = now + least / 2 + (random.fraction() * (most - least)) / 2;
    // A file's requests are done one after the other.
    const at = this.#isShared ? there : Math.max(there, this.#lastDone);
    this.#lastDone = at;
    const fate = random.fraction();
    this.#simulation.add(at - now, this.#isShared ? null : by, () => {
      const back = least / 2 + (random.fraction() * (most - least)) / 2;
      const end = (outcome: Outcome, value: unknown) =>
        this.#simulation.add(back, by, () => answer(outcome, value));
      if (fate < refused || (isFull && !isRead(request))) return void end("failed", "refused by the model");
      const isLost = fate < refused + unknown;
      if (isLost && random.happens(0.5)) return void end("unknown", "lost before");
      this.#perform(request).then(
        (value) => (isLost ? end("unknown", "lost after") : end("done", value)),
        (error: { readonly outcome?: Outcome; readonly reason?: string }) =>
          end(error.outcome ?? "failed", error.reason ?? "failed"),
      );
    });
  }

  /** Reads rows at once, for oracles. */
  query<R extends object>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.#database.query<R>(sql, ...values);
  }

  /** Finds a match's head. */
  findHead(match: string): Promise<MatchHead | null> {
    return this.#journal.findHead(match);
  }

  /** Reads a match as it is stored. */
  read(match: string): Promise<StoredMatch | null> {
    const known = this.#read.get(match);
    if (known !== undefined) return known;
    const read = this.#journal.read(match);
    this.#read.set(match, read);
    return read;
  }

  async #perform(request: StoreRequest): Promise<unknown> {
    if (!isRead(request)) this.#read.clear();
    switch (request.kind) {
      case "change":
        return this.#database.change(...request.statements);
      case "query":
        return this.#database.query(request.sql, ...request.values);
      case "journal":
        return this.#database.request(request.method, request.args);
      case "check":
        return null;
    }
  }
}
