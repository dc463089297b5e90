import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Time } from "../time.ts";
import { Database } from "./database/database.ts";
import { FactJournal } from "./journal/fact-journal.ts";
import type { Journal, RetentionPeriods } from "./journal/journal.ts";
import { MemoryJournal } from "./journal/memory-journal.ts";
import { PostgresStore } from "./journal/postgres-store.ts";
import { SqliteStore } from "./journal/sqlite-store.ts";
import type { PostgresDatabase } from "./postgres/postgres-database.ts";

const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url);

export type DatabaseThread = Worker;

export interface StoragePorts {
  readonly time: Time;
  readonly log: Logger;
}

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

/** Where a server stores its data: in the PostgreSQL of its installation, in a database of its own, or nowhere. */
export interface Stores {
  readonly postgres: PostgresDatabase | null;
  readonly database: Database | null;
}

export interface JournalOptions extends StoragePorts {
  readonly retention: RetentionPeriods;
}

/** Opens the journal in PostgreSQL, in the database or, if there is neither, in memory. Closing it closes neither. */
export function openJournal(
  { postgres, database }: Stores,
  { retention, time, log }: JournalOptions,
): Journal {
  if (postgres) return new FactJournal(new PostgresStore(postgres, retention, time), time, log);
  if (database) return new FactJournal(new SqliteStore(database, retention, time), time, log);
  return new MemoryJournal(time);
}
