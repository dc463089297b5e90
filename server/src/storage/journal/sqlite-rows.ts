import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { checksumOf } from "../database/file.ts";
import type { MatchHead, MatchName } from "./journal.ts";

/* The rows of the journal's tables (sqlite-schema.ts), and the checksums by which damage to them is detected. */

/** A row of `heads`: a match, without its facts. */
export interface Head extends MatchName {
  /** Rowid of the match. */
  readonly id: number;
  readonly epoch: number;
  /** Number of facts when the head was written; there may be more by now. */
  readonly n: number;
  readonly over: boolean;
  /** When the head was written, ms since 1970. */
  readonly touched: number;
}

/** A row of `facts`. Its rowid says when it was written, among all rows. */
export interface FactRow {
  /** Rowid of the match. */
  readonly match: number;
  /** The fact's number, from 1. */
  readonly n: number;
  /** When it was written, ms since 1970. */
  readonly at: number;
  readonly text: string;
}

const HEAD = "id, match, code, game, epoch, n, over, touched, crc";
const FACT = "id, match, n, at, text, crc";
const LAST =
  "SELECT coalesce(max(at), 0) FROM (SELECT at FROM facts WHERE match = heads.id ORDER BY n DESC LIMIT 1)";

export function prepareStatements(database: DatabaseSync) {
  return {
    checkHeads: database.prepare("PRAGMA integrity_check(heads)"),
    headByName: database.prepare(`SELECT ${HEAD} FROM heads WHERE match = ?`),
    headByCode: database.prepare("SELECT match FROM heads WHERE code = ? ORDER BY id DESC LIMIT 1"),
    otherHeads: database.prepare(
      `SELECT ${HEAD} FROM heads WHERE game NOT IN (SELECT value FROM json_each(?)) AND match > ? ORDER BY match LIMIT ?`,
    ),
    // Over the facts' matches too: a match gets no facts of one whose head was lost.
    nextHead: database.prepare(
      "SELECT max(ifnull((SELECT max(id) FROM heads), 0), ifnull((SELECT max(match) FROM facts), 0)) + 1 AS id",
    ),
    insertHead: database.prepare(`INSERT INTO heads (${HEAD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    updateHead: database.prepare(
      "UPDATE heads SET epoch = ?, n = ?, over = ?, touched = ?, crc = ? WHERE id = ?",
    ),
    highestEpoch: database.prepare("SELECT ifnull(max(epoch), 0) AS epoch FROM heads"),
    raiseEpochs: database.prepare(
      `UPDATE heads SET epoch = epoch + ?1, crc = checksum(match, code, game, epoch + ?1, n, over, touched)
        WHERE crc = checksum(match, code, game, epoch, n, over, touched)`,
    ),
    invalidateHead: database.prepare("UPDATE heads SET crc = -1 WHERE match = ?"),
    deleteHead: database.prepare("DELETE FROM heads WHERE id = ?"),
    expiredHeads: database.prepare(
      `SELECT id, match FROM heads WHERE over = ?1 AND touched < ?2 AND (${LAST}) < ?2 LIMIT ?3`,
    ),
    insertFact: database.prepare("INSERT INTO facts (match, n, at, text, crc) VALUES (?, ?, ?, ?, ?)"),
    factsSince: database.prepare(`SELECT ${FACT} FROM facts WHERE match = ? AND n > ? ORDER BY n`),
    lastFact: database.prepare(`SELECT ${FACT} FROM facts WHERE match = ? ORDER BY n DESC LIMIT 1`),
    factById: database.prepare(`SELECT ${FACT} FROM facts WHERE id = ?`),
    latestFacts: database.prepare(`SELECT ${FACT} FROM facts ORDER BY id DESC LIMIT ?`),
    indexedFact: database.prepare("SELECT id FROM facts INDEXED BY facts_by_match WHERE match = ? AND n = ?"),
    deleteFacts: database.prepare("DELETE FROM facts WHERE match = ?"),
    deleteChat: database.prepare("DELETE FROM chat WHERE match = ?"),
    result: database.prepare("SELECT match, ended, text, crc FROM results WHERE match = ?"),
    setResult: database.prepare(
      "INSERT OR REPLACE INTO results (match, ended, text, crc) VALUES (?, ?, ?, ?)",
    ),
    deleteResults: database.prepare(
      "DELETE FROM results WHERE id IN (SELECT id FROM results WHERE ended < ? LIMIT ?)",
    ),
  };
}

/** A row as SQLite returns it. */
export type RawRow = Readonly<Record<string, SQLOutputValue>>;

/** The columns of each table whose values its `crc` is of. Those of `log` are of versions before 4. */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  heads: ["match", "code", "game", "epoch", "n", "over", "touched"],
  facts: ["match", "n", "at", "text"],
  results: ["match", "ended", "text"],
  log: ["id", "match", "epoch", "n", "over", "at", "before", "text"],
};

/** Whether a row of a table, of any version, is as it was written. */
export function isIntactRow(table: string, raw: RawRow): boolean {
  const columns = CHECKED[table];
  return columns === undefined || Number(raw["crc"]) === checksumOf(columns.map((column) => raw[column]));
}

/** Reads a row of `heads`; `null`: it is damaged. */
export function readHead(raw: RawRow): Head | null {
  return isIntactRow("heads", raw) ? headOf(raw) : null;
}

/** Reads a row of `heads` as it is, whether or not it is damaged. */
export function headOf(raw: RawRow): Head {
  return {
    id: Number(raw["id"]),
    match: String(raw["match"]),
    code: String(raw["code"]),
    game: String(raw["game"]),
    epoch: Number(raw["epoch"]),
    n: Number(raw["n"]),
    over: raw["over"] === 1,
    touched: Number(raw["touched"]),
  };
}

/** Reads a row of `facts`; `null`: it is damaged. */
export function readFact(raw: RawRow): FactRow | null {
  const { match, n, at, text } = raw;
  if (typeof text !== "string" || !isIntactRow("facts", raw)) return null;
  return { match: Number(match), n: Number(n), at: Number(at), text };
}

/** Reads the text of a row of `results`; `null`: it is damaged. */
export function readResult(raw: RawRow): string | null {
  const { text } = raw;
  return typeof text === "string" && isIntactRow("results", raw) ? text : null;
}

export function headChecksum({ match, code, game, epoch, n, over, touched }: Head): number {
  return checksumOf([match, code, game, epoch, n, Number(over), touched]);
}

export function factChecksum({ match, n, at, text }: FactRow): number {
  return checksumOf([match, n, at, text]);
}

export function matchHeadOf({ match, code, game, epoch, over }: Head): MatchHead {
  return { match, code, game, epoch, over };
}
