import { insertInto, type SqlDatabase, statement } from "../sql-database.ts";

/** When a match must have a room. */
export interface Wake {
  readonly match: string;
  /** ms since 1970 */
  readonly due: number;
}

/** A time in which no server ran, ms since 1970. */
export interface Downtime {
  readonly began: number;
  readonly ended: number;
}

/** The sign of the server that started last. */
const STARTED = "started";
const ALIVE = "ON CONFLICT (name) DO UPDATE SET alive_at = excluded.alive_at";
const REPLACE = "ON CONFLICT (match) DO UPDATE SET due_at = excluded.due_at";

/** Stores when matches with running clocks must have a room. Every method rejects if it was not done. */
export class SleepStore {
  readonly #database: SqlDatabase;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Stores when matches are due, in place of what was stored of them, and forgets others. Resolves when that is durable. */
  async store(wakes: readonly Wake[], forgotten: readonly string[] = []): Promise<void> {
    const marks = forgotten.map(() => "?").join(", ");
    const forget = statement(`DELETE FROM wakes WHERE match IN (${marks})`, ...forgotten);
    await this.#database.change(
      ...wakes.map(({ match, due }) => insertInto("wakes", { match, due_at: due }, REPLACE)),
      ...(forgotten.length > 0 ? [forget] : []),
    );
  }

  /** Reads those that are due first. */
  next(limit: number): Promise<Wake[]> {
    return this.#database.query<Wake>(
      "SELECT match, due_at AS due FROM wakes ORDER BY due_at LIMIT ?",
      limit,
    );
  }

  /** Stores a time in which no server ran, and that one runs now. Of several that start at once one stores it: all know when it began. */
  async addDowntime({ began, ended }: Downtime): Promise<void> {
    await this.#database.change(
      insertInto("downtimes", { began_at: began, ended_at: ended }, "ON CONFLICT DO NOTHING"),
      insertInto("heartbeats", { name: STARTED, alive_at: ended }, ALIVE),
    );
  }

  /** Reads those that ended after a time, ms since 1970. */
  downtimesAfter(time: number): Promise<Downtime[]> {
    const sql = "SELECT began_at AS began, ended_at AS ended FROM downtimes WHERE ended_at > ?";
    return this.#database.query<Downtime>(sql, time);
  }

  /** Deletes those that ended before a time, ms since 1970. */
  async deleteDowntimesBefore(time: number): Promise<void> {
    await this.#database.change(statement("DELETE FROM downtimes WHERE ended_at < ?", time));
  }

  /** Returns when a server ran last, ms since 1970; `null`: it is not known. */
  async lastSign(): Promise<number | null> {
    const [row] = await this.#database.query<{ at: number | null }>(
      "SELECT max(alive_at) AS at FROM heartbeats",
    );
    return row?.at ?? null;
  }
}
