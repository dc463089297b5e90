import { DatabaseSync } from "node:sqlite";
import { DatabaseRefused, isBusy, isCorrupt } from "./errors.ts";
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts";

/** ms to wait for a server that is about to end and lets go of the file. */
const PATIENCE = 5_000;

/**
 * Opens a server's database for this process alone, and brings it to the present version. A commit is durable: the
 * write-ahead log is synced before it returns.
 * @param migrations the present version and all before it
 * @throws `DatabaseRefused`, or an error of SQLite, `isCorrupt` if the file is damaged
 */
export function openFile(file: string, migrations: readonly string[] = MIGRATIONS): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: PATIENCE });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    const version = versionOf(database, file, migrations.length);
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    migrate(database, migrations, version);
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DatabaseRefused("database-held", `${file} is held by another server.`);
    throw error;
  }
}

/** @throws `DatabaseRefused` if this version of the server cannot use it */
function versionOf(database: DatabaseSync, file: string, latest: number): number {
  const version = Number(first(database, "PRAGMA user_version"));
  const owner = first(database, "PRAGMA application_id");
  const isNew = version === 0 && first(database, "SELECT count(*) FROM sqlite_schema") === 0;
  if (!isNew && owner !== APPLICATION_ID) {
    throw new DatabaseRefused("database-foreign", `${file} is not a database of Flower War.`);
  }
  if (version > latest) {
    throw new DatabaseRefused(
      "database-newer",
      `${file} was written by a newer Flower War (its version is ${version}, this one reads up to ${latest}).`,
    );
  }
  return version;
}

/** Takes the lock for good, even where there is nothing to do. */
function migrate(database: DatabaseSync, migrations: readonly string[], version: number): void {
  database.exec("BEGIN IMMEDIATE");
  for (const migration of migrations.slice(version)) database.exec(migration);
  if (version < migrations.length) {
    database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${APPLICATION_ID}`);
  }
  database.exec("COMMIT");
}

/** The first column of the first row. */
export function first(database: DatabaseSync, sql: string): unknown {
  return Object.values(database.prepare(sql).get() ?? {})[0];
}

/**
 * Whether a file is a sound database of ours, down to its last page.
 * @throws `DatabaseRefused`
 */
export function checkFile(file: string): void {
  try {
    const database = openFile(file);
    const check = first(database, "PRAGMA integrity_check(1)");
    database.close();
    if (check === "ok") return;
  } catch (error) {
    if (!isCorrupt(error)) throw error;
  }
  throw new DatabaseRefused("database-unusable", `${file} is damaged.`);
}
