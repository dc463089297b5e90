import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { isConstraint, isCorrupt, isSchemaMismatch } from "./errors.ts";
import { openFile } from "./file.ts";
import type { PluginType } from "./plugin.ts";
import { freeNameBeside, syncFolderOf } from "./replaced.ts";
import { markClosed } from "./running.ts";

/** Rowids to try one by one around a damaged page. */
const MAX_TRIES = 200_000n;

type Row = Record<string, SQLOutputValue>;

/**
 * Copies every row that can be read from a damaged database into a new one in its place. The damaged file stays beside it.
 * Every table must have integer rowids. A file of an older version is copied as such, and then migrated.
 * @param now names the damaged file, ms since 1970
 * @returns where the damaged file is now
 */
export function recover(
  file: string,
  migrations: readonly string[],
  plugin: Pick<PluginType, "isIntact" | "markLosses">,
  now: number,
): string {
  const unfinished = `${file}.recovering`;
  remove(unfinished);
  const source = openDamaged(file);
  try {
    const oldMigrations = migrations.slice(0, versionOf(source) || migrations.length);
    fill(unfinished, oldMigrations, (target) => copyTables(source, target, plugin));
    fill(unfinished, migrations, (target) => {
      plugin.markLosses(target, { readOrdered: (...args) => readOrdered(source, ...args) });
      markClosed(target);
    });
  } finally {
    closeQuietly(source);
  }
  renameSync(unfinished, successorOf(file));
  return replaceBySuccessor(file, "damaged", now);
}

/** Returns the path of the complete file that is to replace a database. */
export function successorOf(file: string): string {
  return `${file}.next`;
}

/**
 * Replaces a database by its successor. A crash in between leaves the successor, with which this is called again.
 * @returns where the replaced file is now
 */
export function replaceBySuccessor(file: string, reason: "damaged" | "replaced", now: number): string {
  const moved = moveAside(file, reason, now);
  renameSync(successorOf(file), file);
  syncFolderOf(file);
  return moved;
}

/** Renames a database, for the operator to examine. */
function moveAside(file: string, reason: "damaged" | "replaced", now: number): string {
  const moved = freeNameBeside(file, reason, now);
  for (const suffix of ["", "-wal"]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, moved + suffix);
  }
  rmSync(`${file}-shm`, { force: true });
  return moved;
}

function remove(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** Returns `null` if nothing can be read. With a writable schema SQLite also reads a file that was cut short. */
function openDamaged(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA writable_schema = ON");
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch (error) {
    closeQuietly(database);
    if (isCorrupt(error)) return null;
    throw error;
  }
}

/** Writes into the file that will replace the damaged one, in one transaction. */
function fill(file: string, migrations: readonly string[], write: (target: DatabaseSync) => void): void {
  const target = openFile(file, migrations);
  try {
    target.exec("BEGIN");
    write(target);
    target.exec("COMMIT");
  } finally {
    target.close();
  }
}

/** Returns the version of a damaged file; 0: it cannot be read. */
function versionOf(source: DatabaseSync | null): number {
  try {
    return Number(source?.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  } catch (error) {
    if (isCorrupt(error)) return 0;
    throw error;
  }
}

function closeQuietly(database: DatabaseSync | null): void {
  try {
    database?.close();
  } catch {
    // Closing a damaged file may fail; it is not used again.
  }
}

function copyTables(
  source: DatabaseSync | null,
  target: DatabaseSync,
  plugin: Pick<PluginType, "isIntact">,
): void {
  if (source) for (const table of listTables(target)) copyTable(source, target, table, plugin);
}

function listTables(database: DatabaseSync): string[] {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return tables.map(({ name }) => String(name));
}

function copyTable(
  source: DatabaseSync,
  target: DatabaseSync,
  table: string,
  plugin: Pick<PluginType, "isIntact">,
): void {
  const columns = target
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => String(name));
  const names = columns.join(", ");
  const insert = target.prepare(
    `INSERT OR IGNORE INTO ${table} (${names}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  target.exec(`DELETE FROM ${table}`);
  const copy = (row: Row) => {
    const values = columns.map((column) => row[column] ?? null);
    insertIfValid(insert, values);
  };
  // A damaged row may have the rowid of an intact one, which must win.
  const damaged: Row[] = [];
  readRows(source, `SELECT rowid AS row, ${names} FROM ${table}`, (row) => {
    if (plugin.isIntact(table, row)) copy(row);
    else damaged.push(row);
  });
  for (const row of damaged) copy(row);
}

/** Reads a table from both ends towards its damaged page, and around that row by row. A row may come twice. */
function readRows(source: DatabaseSync, select: string, take: (row: Row) => void): void {
  const [upwards, downwards, single] = [" ORDER BY rowid", " ORDER BY rowid DESC", " WHERE rowid = ?"].map(
    (order) => prepareIfReadable(source, select + order),
  );
  if (!upwards || !downwards || !single) return;
  const low = readUntilDamage(upwards, [], take);
  if (low === null) return;
  const high = readUntilDamage(downwards, [], take) ?? low;
  const end = high > low && high - low < MAX_TRIES ? high : low + MAX_TRIES;
  for (let id = low + 1n; id < end; id += 1n) readUntilDamage(single, [id], take);
}

/** As `DamagedRows.readOrdered`. */
function readOrdered(
  source: DatabaseSync | null,
  select: string,
  by: readonly string[],
  take: (row: Row) => void,
): boolean {
  const upwards = source && prepareIfReadable(source, `${select} ORDER BY ${by.join(", ")}`);
  const downwards = source && prepareIfReadable(source, `${select} ORDER BY ${by.join(" DESC, ")} DESC`);
  if (!upwards || !downwards) return false;
  if (readUntilDamage(upwards, [], take) === null) return true;
  readUntilDamage(downwards, [], take);
  return false;
}

/** Returns `null` if the damaged schema lacks the table. */
function prepareIfReadable(source: DatabaseSync, sql: string): StatementSync | null {
  try {
    const statement = source.prepare(sql);
    // A damaged number may be of any size.
    statement.setReadBigInts(true);
    return statement;
  } catch (error) {
    if (isCorrupt(error) || isSchemaMismatch(error)) return null;
    throw error;
  }
}

/** Returns the rowid of the last row before one that cannot be read; `null`: all were read. */
function readUntilDamage(
  statement: StatementSync,
  values: readonly bigint[],
  take: (row: Row) => void,
): bigint | null {
  let last = 0n;
  try {
    for (const row of statement.iterate(...values)) {
      take(row);
      last = (row["row"] ?? last) as bigint;
    }
    return null;
  } catch (error) {
    if (isCorrupt(error)) return last;
    throw error;
  }
}

/** Drops a damaged row that violates the table's constraints. */
function insertIfValid(insert: StatementSync, values: SQLOutputValue[]): void {
  try {
    insert.run(...values);
  } catch (error) {
    if (!isConstraint(error)) throw error;
  }
}
