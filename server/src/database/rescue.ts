import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { isConstraint, isCorrupt } from "./errors.ts";
import { openFile } from "./open.ts";

/** Rowids one after the other that cannot be read, after which the rest of a table is given up. */
const MISSES = 100_000;

/**
 * Saves what can be read of a damaged database into a new one in its place, row by row. The damaged file stays beside it.
 * @param now names it, ms since 1970
 * @returns where the damaged file is now
 */
export function rescue(file: string, now: number): string {
  const unfinished = `${file}.rescuing`;
  remove(unfinished);
  const target = openFile(unfinished);
  target.exec("BEGIN");
  const source = openDamaged(file);
  for (const table of source ? tablesOf(target) : []) if (source) copyTable(source, target, table);
  closeQuietly(source);
  target.exec("COMMIT");
  target.close();
  renameSync(unfinished, `${file}.rescued`);
  return finishRescue(file, now) ?? file;
}

/** Puts a rescued file in its place, also after a crash between the two. `null`: there is none. */
export function finishRescue(file: string, now: number): string | null {
  if (!existsSync(`${file}.rescued`)) return null;
  const damaged = putAside(file, "damaged", now);
  renameSync(`${file}.rescued`, file);
  return damaged;
}

/** Gives a database another name, for the operator to look at. */
export function putAside(file: string, why: string, now: number): string {
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

function copyTable(source: DatabaseSync, target: DatabaseSync, table: string): void {
  const columns = target
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => String(name));
  const names = columns.join(", ");
  const insert = target.prepare(
    `INSERT OR REPLACE INTO ${table} (${names}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  const select = prepared(
    source,
    `SELECT rowid AS row, ${names} FROM ${table} WHERE rowid > ? ORDER BY rowid`,
  );
  if (!select) return;
  let after = 0n;
  for (let misses = 0; misses < MISSES; misses += 1) {
    const reached = copyAfter(after, select, (row) =>
      put(
        insert,
        columns.map((column) => row[column] ?? null),
      ),
    );
    if (reached === null) return;
    if (reached > after) misses = 0;
    after = reached + 1n;
  }
}

/** `null`: the damaged schema knows no such table. */
function prepared(source: DatabaseSync, sql: string): StatementSync | null {
  try {
    const statement = source.prepare(sql);
    // A damaged number may be of any size.
    statement.setReadBigInts(true);
    return statement;
  } catch {
    return null;
  }
}

type Row = Record<string, SQLOutputValue>;

/** Takes rows in their order. Gives the rowid of the last before something that cannot be read; `null`: the end. */
function copyAfter(after: bigint, select: StatementSync, take: (row: Row) => void): bigint | null {
  let reached = after;
  try {
    for (const row of select.iterate(after)) {
      const id = row["row"] as bigint;
      if (id <= reached) return reached;
      take(row);
      reached = id;
    }
    return null;
  } catch (error) {
    if (isCorrupt(error)) return reached;
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
