import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DatabaseFlaw } from "@flower-war/protocol/operator";
import { DatabaseFlawError, isConstraint, isCorrupt } from "./errors.ts";
import { addChecksum, APPLICATION_ID, keepPrivate, openFile, readValue } from "./file.ts";
import type { PluginType } from "./plugin.ts";
import { syncPath } from "./replaced.ts";
import { markClosed } from "./running.ts";

// https://sqlite.org/fileformat2.html#the_database_header
const HEADER_BYTES = 100;
const MAGIC = Buffer.from("SQLite format 3\0", "latin1");

/**
 * Checks that a file is a complete and intact database of this server, down to its last page, and brings it to this version. What it
 * holds is not changed otherwise. No other process may use it meanwhile.
 * @param migrations see `openFile`
 * @throws `DatabaseFlawError`, or an error of SQLite or of the file system
 */
export function verifyFile(file: string, migrations: readonly string[], plugin: PluginType): void {
  checkHeader(file);
  try {
    checkContent(file, migrations);
    const database = openFile(file, migrations, false);
    try {
      plugin.open(database).verify();
      markClosed(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw isCorrupt(error) || isConstraint(error) ? new DatabaseFlawError("damaged") : error;
  }
  if (existsSync(`${file}-wal`)) throw new Error(`${file} has a write-ahead log that cannot be emptied`);
  syncPath(file);
}

/** Returns how many migrations a file has, whatever it is otherwise. @throws as `verifyFile` */
export function readFileVersion(file: string): number {
  checkHeader(file);
  const database = new DatabaseSync(file, { defensive: true });
  try {
    return Number(readValue(database, "PRAGMA user_version"));
  } catch (error) {
    throw isCorrupt(error) ? new DatabaseFlawError("damaged") : error;
  } finally {
    database.close();
  }
}

/** Whether the first bytes of a file, however many, may be those of a database. */
export function startsAsDatabase(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, MAGIC.length);
  return bytes.subarray(0, length).equals(MAGIC.subarray(0, length));
}

/** @throws `DatabaseFlawError` if a file's beginning or size is wrong */
function checkHeader(file: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, "r");
  const read = readSync(descriptor, header);
  closeSync(descriptor);
  const flaw = flawOfHeader(header.subarray(0, read), statSync(file).size);
  if (flaw !== null) throw new DatabaseFlawError(flaw);
}

/** Tells what is wrong with a file; `null`: nothing that its first bytes tell. */
function flawOfHeader(header: Buffer, size: number): DatabaseFlaw | null {
  if (size === 0) return "empty";
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) return "not-sqlite";
  if (header.length < HEADER_BYTES) return "incomplete";
  // 1 means 65,536.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  if (pageSize < 512) return "damaged";
  const pages = header.readUInt32BE(28);
  // The number of pages is valid only with the change counter that it was written with.
  const isCounted = pages > 0 && header.readUInt32BE(24) === header.readUInt32BE(92);
  return size % pageSize !== 0 || (isCounted && size < pages * pageSize) ? "incomplete" : null;
}

/** Checks what can be checked before anything is written into the file. */
function checkContent(file: string, migrations: readonly string[]): void {
  keepPrivate(file);
  const database = new DatabaseSync(file, { defensive: true });
  try {
    // The schema comes from a stranger, so it may not call functions.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF");
    if (readValue(database, "PRAGMA integrity_check(1)") !== "ok") throw new DatabaseFlawError("damaged");
    const version = Number(readValue(database, "PRAGMA user_version"));
    if (readValue(database, "PRAGMA application_id") !== APPLICATION_ID || version < 1)
      throw new DatabaseFlawError("foreign");
    if (version > migrations.length) throw new DatabaseFlawError("newer");
    if (describeSchema(database) !== describeSchemaOf(migrations.slice(0, version)))
      throw new DatabaseFlawError("foreign");
  } finally {
    database.close();
  }
}

/** Returns what a new database has after these migrations, as `describeSchema` does. */
function describeSchemaOf(migrations: readonly string[]): string {
  const database = new DatabaseSync(":memory:");
  addChecksum(database);
  for (const migration of migrations) database.exec(migration);
  const described = describeSchema(database);
  database.close();
  return described;
}

/** Describes the tables with their columns, the indexes with theirs, and whatever else a schema has, by name. */
function describeSchema(database: DatabaseSync): string {
  const columns = database.prepare(
    'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)',
  );
  const indexed = database.prepare("SELECT name, desc, key FROM pragma_index_xinfo(?)");
  const objects = database
    .prepare(
      "SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
    )
    .all()
    .map(({ type, name, tbl_name: table }) => [
      type,
      name,
      table,
      (type === "index" ? indexed : columns).all(String(name)),
    ]);
  return JSON.stringify(objects);
}
