import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { MatchHead, MatchName } from "./journal.ts";
import { sealOf } from "./seal.ts";

/* The rows of the journal's tables (database/schema.ts), and the seals by which damage to them is noticed. */

/** Where the log of a match stands. */
export interface Place extends MatchName {
  readonly id: number;
  readonly epoch: number;
  /** Facts so far. */
  readonly n: number;
  readonly over: boolean;
  /** When its last row was written, ms since 1970. */
  readonly touched: number;
  /** Its last row. */
  readonly last: number;
}

/** One row: a fact, or `text` is `null` and the match was taken over. */
export interface Row {
  readonly id: number;
  readonly match: number;
  readonly epoch: number;
  /** Facts up to this row. */
  readonly n: number;
  readonly over: number;
  readonly at: number;
  /** The match's row before this one; 0: none. */
  readonly before: number;
  readonly text: string | null;
}

const ROW = "id, match, epoch, n, over, at, before, text, crc";
const MATCH = "id, match, code, game, last, over, touched, crc";

export function prepare(database: DatabaseSync) {
  return {
    match: database.prepare(`SELECT ${MATCH} FROM matches WHERE match = ?`),
    matchById: database.prepare(`SELECT ${MATCH} FROM matches WHERE id = ?`),
    byCode: database.prepare("SELECT match FROM matches WHERE code = ? ORDER BY id DESC LIMIT 1"),
    old: database.prepare("SELECT id, match FROM matches WHERE over = ? AND touched < ? LIMIT ?"),
    addMatch: database.prepare(
      "INSERT INTO matches (match, code, game, last, over, touched, crc) VALUES (?, ?, ?, 0, 0, ?, ?)",
    ),
    moveMatch: database.prepare("UPDATE matches SET last = ?, over = ?, touched = ?, crc = ? WHERE id = ?"),
    breakMatch: database.prepare("UPDATE matches SET last = 0, crc = -1 WHERE id = ?"),
    removeMatch: database.prepare("DELETE FROM matches WHERE id = ?"),
    row: database.prepare(`SELECT ${ROW} FROM log WHERE id = ?`),
    rowsAfter: database.prepare(`SELECT ${ROW} FROM log WHERE id > ? ORDER BY id`),
    lastRows: database.prepare(`SELECT ${ROW} FROM log ORDER BY id DESC LIMIT ?`),
    addRow: database.prepare(`INSERT INTO log (${ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    removeRow: database.prepare("DELETE FROM log WHERE id = ?"),
    mark: database.prepare("SELECT marked FROM marks WHERE id = 1"),
    setMark: database.prepare("INSERT OR REPLACE INTO marks VALUES (1, ?)"),
  };
}

export type Found = Record<string, SQLOutputValue>;

export function readRow(found: Found): Row {
  const text = found["text"];
  return {
    id: Number(found["id"]),
    match: Number(found["match"]),
    epoch: Number(found["epoch"]),
    n: Number(found["n"]),
    over: Number(found["over"]),
    at: Number(found["at"]),
    before: Number(found["before"]),
    text: typeof text === "string" ? text : null,
  };
}

export function placeIn(found: Found): Place {
  return {
    id: Number(found["id"]),
    match: String(found["match"]),
    code: String(found["code"]),
    game: String(found["game"]),
    epoch: 0,
    n: 0,
    over: found["over"] === 1,
    touched: Number(found["touched"]),
    last: Number(found["last"]),
  };
}

export function headOf({ match, code, game, epoch, over }: Place): MatchHead {
  return { match, code, game, epoch, over };
}

/** The place after one more row. */
export function moved(place: Place, { id, epoch, n, over, at }: Row): Place {
  return { ...place, epoch, n, over: over === 1, touched: at, last: id };
}

/** Whether a row that was saved from a damaged file is what was written there. */
export function isSoundRow(table: string, found: Found): boolean {
  return table !== "log" || isSound(readRow(found), { crc: Number(found["crc"]) });
}

export function valuesOf({ id, match, epoch, n, over, at, before, text }: Row) {
  return [id, match, epoch, n, over, at, before, text] as const;
}

export function sealOfPlace({ match, code, game, last, over, touched }: Place): number {
  return sealOf([match, code, game, last, Number(over), touched]);
}

export function isSound(row: Row, found: Found): boolean {
  return found["crc"] === sealOf(valuesOf(row));
}
