import type { Time } from "../../time.ts";
import { checksumOf } from "../database/file.ts";
import type { PostgresAccess } from "../postgres/postgres-database.ts";
import { JournalConflict, type Position } from "./journal.ts";

/** Statements that are under way at a time: while PostgreSQL syncs one, the next gathers. */
const STATEMENTS_AT_ONCE = 2;
/** Appends in one statement. */
const MAX_APPENDS = 512;

/**
 * One row for each append, then one for each fact. A head moves only if it is at the append's position, and only facts of heads
 * that moved are written. A statement has one append of each match at most: of two, PostgreSQL would move the head by one, and
 * write the facts of both.
 */
const APPEND = {
  name: "append",
  text: `
WITH appends AS (
  SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::boolean[], $6::text[], $7::bigint[])
    AS a (match, epoch, n, facts, over, result, checksum)
), moved AS (
  UPDATE heads h SET n = a.n + a.facts, over = h.over OR a.over, changed_at = $8::bigint
  FROM appends a WHERE h.match = a.match AND h.epoch = a.epoch AND h.n = a.n
  RETURNING h.match, h.epoch, a.result, a.checksum
), written AS (
  INSERT INTO facts (match, n, epoch, text, checksum)
  SELECT f.match, f.n, moved.epoch, f.text, f.checksum
  FROM unnest($9::text[], $10::integer[], $11::text[], $12::bigint[]) AS f (match, n, text, checksum)
  JOIN moved ON moved.match = f.match
), ended AS (
  INSERT INTO results (match, ended_at, text, checksum)
  SELECT match, $8::bigint, result, checksum FROM moved WHERE result IS NOT NULL
  ON CONFLICT (match) DO UPDATE SET ended_at = excluded.ended_at, text = excluded.text, checksum = excluded.checksum
)
SELECT match FROM moved`,
};

interface Append {
  readonly match: string;
  readonly at: Position;
  readonly rows: readonly string[];
  readonly over: boolean;
  readonly result: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers the appends of a turn of the event loop, and those that came while earlier ones were written, into one statement. */
export class PostgresAppender {
  readonly #database: PostgresAccess;
  readonly #time: Pick<Time, "now" | "nextTurn">;
  #waiting: Append[] = [];
  /** Matches with an append in a statement that is under way. */
  readonly #busy = new Set<string>();
  #statements = 0;
  #isScheduled = false;

  constructor(database: PostgresAccess, time: Pick<Time, "now" | "nextTurn">) {
    this.#database = database;
    this.#time = time;
  }

  /**
   * Resolves when the rows are durable.
   * @throws `JournalConflict`; what `PostgresDatabase.run` rejects with
   */
  append(
    match: string,
    at: Position,
    rows: readonly string[],
    over: boolean,
    result?: string,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ match, at, rows, over, result, resolve, reject });
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#statements >= STATEMENTS_AT_ONCE) return;
    this.#isScheduled = true;
    void this.#time.nextTurn().then(() => {
      this.#isScheduled = false;
      return this.#writeNext();
    });
  }

  async #writeNext(): Promise<void> {
    const appends = this.#takeNext();
    if (appends.length === 0) return;
    this.#statements += 1;
    // Facts of other matches that came meanwhile need not wait for this one.
    if (this.#waiting.length > 0) this.#schedule();
    try {
      const moved = await this.#database.run<{ match: string }>({
        ...APPEND,
        values: valuesOf(appends, this.#time.now()),
      });
      const matches = new Set(moved.map(({ match }) => match));
      for (const { match, at, resolve, reject } of appends) {
        if (matches.has(match)) resolve();
        else reject(new JournalConflict(match, `fact ${at.n + 1}`));
      }
    } catch (error) {
      for (const { reject } of appends) reject(error);
    } finally {
      this.#statements -= 1;
      for (const { match } of appends) this.#busy.delete(match);
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  /** Takes the first append of each match that has none under way. */
  #takeNext(): Append[] {
    const taken: Append[] = [];
    const left: Append[] = [];
    for (const append of this.#waiting) {
      if (taken.length === MAX_APPENDS || this.#busy.has(append.match)) left.push(append);
      else {
        this.#busy.add(append.match);
        taken.push(append);
      }
    }
    this.#waiting = left;
    return taken;
  }
}

/** Returns the checksum of a match's `n`th row. */
export function rowChecksum(match: string, epoch: number, n: number, text: string): number {
  return checksumOf([match, epoch, n, text]);
}

/** Returns the checksum of a match's result. */
export function resultChecksum(match: string, endedAt: number, text: string): number {
  return checksumOf([match, endedAt, text]);
}

function valuesOf(appends: readonly Append[], now: number): unknown[] {
  const facts = appends.flatMap(({ match, at, rows }) =>
    rows.map((text, i) => ({ match, n: at.n + i + 1, text, epoch: at.epoch })),
  );
  return [
    appends.map(({ match }) => match),
    appends.map(({ at }) => at.epoch),
    appends.map(({ at }) => at.n),
    appends.map(({ rows }) => rows.length),
    appends.map(({ over }) => over),
    appends.map(({ result }) => result ?? null),
    appends.map(({ match, result }) => (result === undefined ? null : resultChecksum(match, now, result))),
    now,
    facts.map(({ match }) => match),
    facts.map(({ n }) => n),
    facts.map(({ text }) => text),
    facts.map(({ match, epoch, n, text }) => rowChecksum(match, epoch, n, text)),
  ];
}
