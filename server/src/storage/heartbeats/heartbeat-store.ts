import { insertInto, type SqlDatabase, statement } from "../sql-database.ts";

/** The last time at which a process was alive. */
export interface Sign {
  /** A process, by its `Heartbeats.process`, or a room that closed, by its id. */
  readonly name: string;
  /** ms since 1970 */
  readonly at: number;
}

const REPLACE = "ON CONFLICT (name) DO UPDATE SET alive_at = excluded.alive_at";

/** Stores when processes were alive last. Every method rejects if it was not done. */
export class HeartbeatStore {
  readonly #database: SqlDatabase;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Stores signs instead of earlier ones, all or none. Resolves when they are durable. */
  async store(signs: readonly Sign[]): Promise<void> {
    await this.#database.change(
      ...signs.map(({ name, at }) => insertInto("heartbeats", { name, alive_at: at }, REPLACE)),
    );
  }

  /** Reads those of these names that are stored. */
  read(names: readonly string[]): Promise<Sign[]> {
    const marks = names.map(() => "?").join(", ");
    const sql = `SELECT name, alive_at AS at FROM heartbeats WHERE name IN (${marks})`;
    return this.#database.query<Sign>(sql, ...names);
  }

  /** Deletes those before a time, ms since 1970. */
  async deleteBefore(time: number): Promise<void> {
    await this.#database.change(statement("DELETE FROM heartbeats WHERE alive_at < ?", time));
  }
}
