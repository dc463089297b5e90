import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Ports } from "../ports.ts";
import { Database } from "./database/database.ts";
import { Journal, type RetentionPeriods } from "./journal/journal.ts";
import { PostgresStore } from "./journal/postgres-store.ts";
import { SqliteStore } from "./journal/sqlite-store.ts";
import type { JournalMethods } from "./journal/sqlite-log.ts";
import type { SqlDatabase } from "./sql-database.ts";
import type { PostgresDatabase } from "./postgres/postgres-database.ts";

const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url);

export type DatabaseThread = Worker;

export interface StoragePorts extends Pick<Ports, "time" | "log"> {}

/** Starts the thread of a database, which opens nothing before `openDatabase` is called with it. */
export function startDatabaseThread(): DatabaseThread {
  return new Worker(WORKER);
}

/**
 * Opens the server's SQLite database in a thread, or creates it if there is none.
 * @param migrations those of all domains (../migrations.ts)
 * @throws `StartError` if it cannot be used
 */
export function openDatabase(
  file: string,
  migrations: readonly string[],
  { time, log }: StoragePorts,
  thread = startDatabaseThread(),
): Promise<Database> {
  return Database.open(file, { thread, worker: WORKER, migrations, time, log });
}

/** A database of SQLite, in a file or in memory. */
export interface SqliteDatabase extends SqlDatabase {
  /** Calls a method of the journal's tables, for `SqliteStore`. Rejects with `DatabaseRequestError` if it was not done. */
  request(method: keyof JournalMethods, args: readonly unknown[]): Promise<unknown>;
}

/** Where a server stores its data: in the PostgreSQL of its installation, in a file of its own, or in memory alone. */
export type Store = PostgresDatabase | SqliteDatabase;

export interface JournalOptions extends StoragePorts {
  readonly retention: RetentionPeriods;
}

/** Opens the journal in a database. Closing it does not close that. */
export function openJournal(database: Store, { retention, time, log }: JournalOptions): Journal {
  const store =
    "request" in database
      ? new SqliteStore(database, retention, time)
      : new PostgresStore(database, retention, time);
  return new Journal(store, time, log);
}
