import type { Statement } from "../database/requests.ts";
import type { SqlDatabase } from "../sql-database.ts";

/** The last time at which a process was alive. */
export interface Sign {
  /** A process, by its `Heartbeats.process`, or a room that closed, by its id. */
  readonly name: string;
  /** ms since 1970 */
  readonly at: number;
}

/** Stores when processes were alive last. Every method rejects if it was not done. */
export interface HeartbeatStore {
  /** Stores signs instead of earlier ones, all or none. Resolves when they are durable. */
  store(signs: readonly Sign[]): Promise<void>;
  /** Reads those of these names that are stored. */
  read(names: readonly string[]): Promise<Sign[]>;
  /** Deletes those before a time, ms since 1970. */
  deleteBefore(time: number): Promise<void>;
}

const STORE = `INSERT INTO heartbeats (name, alive_at) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET alive_at = excluded.alive_at`;

/** In the server's database, or in the one that all servers of an installation share. */
export class SqlHeartbeatStore implements HeartbeatStore {
  readonly #database: SqlDatabase;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async store(signs: readonly Sign[]): Promise<void> {
    await this.#database.change(
      ...signs.map(({ name, at }): Statement => ({ sql: STORE, values: [name, at] })),
    );
  }

  async read(names: readonly string[]): Promise<Sign[]> {
    const marks = names.map(() => "?").join(", ");
    const rows = await this.#database.query(
      `SELECT name, alive_at FROM heartbeats WHERE name IN (${marks})`,
      ...names,
    );
    return rows.map((row) => ({ name: String(row["name"]), at: Number(row["alive_at"]) }));
  }

  async deleteBefore(time: number): Promise<void> {
    await this.#database.change({ sql: "DELETE FROM heartbeats WHERE alive_at < ?", values: [time] });
  }
}

/** In memory, for tests. */
export class MemoryHeartbeatStore implements HeartbeatStore {
  readonly #signs = new Map<string, number>();

  async store(signs: readonly Sign[]): Promise<void> {
    for (const { name, at } of signs) this.#signs.set(name, at);
  }

  async read(names: readonly string[]): Promise<Sign[]> {
    return names.flatMap((name) => {
      const at = this.#signs.get(name);
      return at === undefined ? [] : [{ name, at }];
    });
  }

  async deleteBefore(time: number): Promise<void> {
    for (const [name, at] of this.#signs) if (at < time) this.#signs.delete(name);
  }
}
