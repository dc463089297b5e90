import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { changeMode } from "../../private-files.ts";
import { DatabaseOpenError, isBusy } from "./errors.ts";

/** Marks a file as a database of Flower War, in its header: "FlWr". */
export const APPLICATION_ID = 0x466c5772;

/** ms to wait for another program that reads the file: another server is refused before (../../data-folder.ts). */
const LOCK_TIMEOUT = 500;

/** Only the server's user may read what matches hide: secrets, dice to come. */
const MODE = 0o600;

/**
 * Creates a file that is open to its user alone, or makes it so. SQLite gives its mode to the files beside it.
 *
 * A file that exists is not opened: when any descriptor of a file closes, the process loses all its locks on it (POSIX), SQLite's too.
 * @returns `false` if its owner or its disk does not allow that
 */
export function keepPrivate(file: string): boolean {
  if (!existsSync(file)) closeSync(openSync(file, "a", MODE));
  return changeMode(file, MODE);
}

/**
 * Opens a database for this process alone, creates it if there is none, and applies the migrations that it lacks. A commit is
 * durable: the write-ahead log is synced before it returns.
 * @param migrations one script for each version, in order; the file's `user_version` is the number of those applied
 * @param mayBeNew whether a file without content becomes a new database; if not, it is `database-foreign`
 * @throws `DatabaseOpenError`, or an error of SQLite: one that `isCorrupt` if the file is damaged
 */
export function openFile(file: string, migrations: readonly string[], mayBeNew = true): DatabaseSync {
  keepPrivate(file);
  const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY");
    addChecksum(database);
    const version = readVersion(database, file, migrations.length, mayBeNew);
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    migrate(database, migrations, version);
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DatabaseOpenError("database-held", `${file} is in use by another server.`);
    throw error;
  }
}

/** @throws `DatabaseOpenError` if this version of the server cannot use the file */
function readVersion(database: DatabaseSync, file: string, latest: number, mayBeNew: boolean): number {
  const version = Number(readValue(database, "PRAGMA user_version"));
  const applicationId = readValue(database, "PRAGMA application_id");
  const isNew = version === 0 && readValue(database, "SELECT count(*) FROM sqlite_schema") === 0;
  if (!(isNew && mayBeNew) && applicationId !== APPLICATION_ID) {
    throw new DatabaseOpenError("database-foreign", `${file} is not a database of Flower War.`);
  }
  if (version > latest) {
    throw new DatabaseOpenError(
      "database-newer",
      `${file} was written by a newer Flower War (its version is ${version}, this one reads up to ${latest}). Start the newer one again; or move the file away, start this one, and \`flower-war restore\` a backup from before the upgrade.`,
    );
  }
  return version;
}

/** Writing takes the exclusive lock, which is then held until the file is closed: so also where there is nothing to migrate. */
function migrate(database: DatabaseSync, migrations: readonly string[], version: number): void {
  database.exec("BEGIN IMMEDIATE");
  for (const migration of migrations.slice(version)) database.exec(migration);
  if (version < migrations.length) {
    database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${APPLICATION_ID}`);
  }
  database.exec("COMMIT");
}

/** Returns the CRC-32 by which a store detects damage to a row. SQL has it as `checksum(...)` (`addChecksum`). */
export function checksumOf(values: readonly unknown[]): number {
  return crc32(values.join("\n"));
}

/** Adds `checksum(...)` to SQL. A damaged number may be of any size, and has the digits of a checksum all the same. */
export function addChecksum(database: DatabaseSync): void {
  const options = { deterministic: true, useBigIntArguments: true, varargs: true };
  database.function("checksum", options, (...values) => checksumOf(values));
}

/** Reads the first column of the first row. */
export function readValue(database: DatabaseSync, sql: string): unknown {
  return Object.values(database.prepare(sql).get() ?? {})[0];
}

/** The file of an open database, by what the file system knows it: its path may come to name another file, or none. */
export class FileIdentity {
  readonly #path: string;
  readonly #identity: string | null;

  constructor(path: string) {
    this.#path = path;
    this.#identity = identify(path);
  }

  isThere(): boolean {
    return identify(this.#path) === this.#identity;
  }

  /** @throws Error if it is no longer at its path: what is written would not be found again */
  check(): void {
    if (!this.isThere()) throw new Error(`${this.#path} was removed or replaced`);
  }
}

/** Returns the device and inode of a file; `null`: there is none. */
function identify(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/**
 * Makes a file of so many bytes durable and removes it: the disk has room for them.
 * @param file is replaced if there is one
 * @throws the error of the file system
 */
export function requireRoom(file: string, bytes: number): void {
  try {
    const descriptor = openSync(file, "w", 0o600);
    try {
      writeFileSync(descriptor, Buffer.alloc(bytes));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } finally {
    rmSync(file, { force: true });
  }
}
