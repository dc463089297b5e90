import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { isConstraint, isCorrupt, isSchemaWrong } from "./errors.ts";
import { openFile } from "./open.ts";

/** Rowids that are tried one by one around a damaged place. */
const MISSES = 200_000n;

/** Whether a row is what was written there. */
export type IsSound = (table: string, row: Record<string, SQLOutputValue>) => boolean;

/**
 * Saves what can be read of a damaged database into a new one in its place, row by row. The damaged file stays beside it.
 * @param now names it, ms since 1970
 * @returns where the damaged file is now
 */
export function rescue(file: string, now: number, isSound: IsSound): string {
  const unfinished = `${file}.rescuing`;
  remove(unfinished);
  const target = openFile(unfinished);
  target.exec("BEGIN");
  const source = openDamaged(file);
  for (const table of source ? tablesOf(target) : []) if (source) copyTable(source, target, table, isSound);
  closeQuietly(source);
  target.exec("COMMIT");
  target.close();
  renameSync(unfinished, successorOf(file));
  return swap(file, "damaged", now);
}

/** What is whole and is to be in the database's place. */
export const successorOf = (file: string) => `${file}.next`;

/**
 * Puts a file's successor in its place, also after a crash in the midst of that.
 * @returns where the old one is now
 */
export function swap(file: string, why: string, now: number): string {
  const aside = putAside(file, why, now);
  renameSync(successorOf(file), file);
  return aside;
}

/** Gives a database another name, for the operator to look at. */
function putAside(file: string, why: string, now: number): string {
  const aside = `${file}.${why}-${now}`;
  for (const suffix of ["", "-wal"]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  rmSync(`${file}-shm`, { force: true });
  return aside;
}

function remove(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** `null`: nothing of it can be read. With a writable schema SQLite reads a file too that is shorter than it says. */
function openDamaged(file: string): DatabaseSync | null {
  try {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA writable_schema = ON");
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch (error) {
    if (isCorrupt(error)) return null;
    throw error;
  }
}

function closeQuietly(database: DatabaseSync | null): void {
  try {
    database?.close();
  } catch {
    // A damaged file need not be left tidy.
  }
}

function tablesOf(database: DatabaseSync): string[] {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return tables.map(({ name }) => String(name));
}

function copyTable(source: DatabaseSync, target: DatabaseSync, table: string, isSound: IsSound): void {
  const columns = target
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => String(name));
  const names = columns.join(", ");
  const insert = target.prepare(
    `INSERT OR IGNORE INTO ${table} (${names}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  target.exec(`DELETE FROM ${table}`);
  const keep = (row: Row) =>
    put(
      insert,
      columns.map((column) => row[column] ?? null),
    );
  // What is damaged may stand where something else belongs: that comes first.
  const unsound: Row[] = [];
  readAll(source, `SELECT rowid AS row, ${names} FROM ${table}`, (row) => {
    if (isSound(table, row)) keep(row);
    else unsound.push(row);
  });
  for (const row of unsound) keep(row);
}

type Row = Record<string, SQLOutputValue>;

/** Reads a table from both ends towards its damaged place, and around that row by row. A row may come twice. */
function readAll(source: DatabaseSync, select: string, take: (row: Row) => void): void {
  const [upwards, downwards, one] = [" ORDER BY rowid", " ORDER BY rowid DESC", " WHERE rowid = ?"].map(
    (order) => prepared(source, select + order),
  );
  if (!upwards || !downwards || !one) return;
  const low = readUntilDamage(upwards, [], take);
  if (low === null) return;
  const high = readUntilDamage(downwards, [], take) ?? low;
  const end = high > low && high - low < MISSES ? high : low + MISSES;
  for (let id = low + 1n; id < end; id += 1n) readUntilDamage(one, [id], take);
}

/** `null`: the damaged schema knows no such table. */
function prepared(source: DatabaseSync, sql: string): StatementSync | null {
  try {
    const statement = source.prepare(sql);
    // A damaged number may be of any size.
    statement.setReadBigInts(true);
    return statement;
  } catch (error) {
    if (isCorrupt(error) || isSchemaWrong(error)) return null;
    throw error;
  }
}

/** Gives the rowid of the last row before one that cannot be read; `null`: there is none such. */
function readUntilDamage(
  statement: StatementSync,
  values: readonly bigint[],
  take: (row: Row) => void,
): bigint | null {
  let last = 0n;
  try {
    for (const row of statement.iterate(...values)) {
      take(row);
      last = row["row"] as bigint;
    }
    return null;
  } catch (error) {
    if (isCorrupt(error)) return last;
    throw error;
  }
}

/** A row that the table does not take is damaged. */
function put(insert: StatementSync, values: SQLOutputValue[]): void {
  try {
    insert.run(...values);
  } catch (error) {
    if (!isConstraint(error)) throw error;
  }
}
