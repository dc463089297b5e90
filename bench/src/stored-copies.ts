import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";

export interface Copies {
  readonly copies: number;
  /** Whether the copies are of a match that is over. */
  readonly isOver: boolean;
  /** How many facts of the match each has, from the first on. Default: all. */
  readonly facts?: number;
}

/** Returns the id of a copy. @param i from 1 */
export const copyId = (i: number): string => `copy${String(i).padStart(8, "0")}`;

/** Returns the checksum that a row of the journal has of these values. */
export const checksumOf = (values: readonly unknown[]): number => crc32(values.join("\n"));

/** Opens a database that no server has open. Its statements know `checksum`, which a row of the journal has of its values. */
export function openStored(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.function("checksum", { varargs: true, deterministic: true }, (...values) => checksumOf(values));
  return database;
}

/** Stores the only match of a database that no server has open so many more times, under other names. */
export function copyMatch(file: string, { copies, isOver, facts = 1e9 }: Copies): void {
  using database = openStored(file);
  database.exec(`
    BEGIN;
    CREATE TEMP TABLE original AS SELECT * FROM heads LIMIT 1;
    CREATE TEMP TABLE copies AS
      WITH RECURSIVE c(i) AS (SELECT 1 WHERE ${copies} > 0 UNION ALL SELECT i + 1 FROM c WHERE i < ${copies})
      SELECT (SELECT max(id) FROM heads) + i AS id, printf('copy%08d', i) AS match, printf('%06d', i) AS code FROM c;
    INSERT INTO heads
      SELECT copies.id, copies.match, copies.code, game, epoch, n, ${isOver ? 1 : 0}, touched,
        checksum(copies.match, copies.code, game, epoch, n, ${isOver ? 1 : 0}, touched)
      FROM copies JOIN original;
    INSERT INTO facts (match, n, at, text, crc)
      SELECT id, n, at, text, checksum(id, n, at, text) FROM (
        SELECT copies.id, facts.n, facts.at,
          replace(replace(text, original.match, copies.match), original.code, copies.code) AS text
        FROM copies JOIN original JOIN facts ON facts.match = original.id AND facts.n <= ${facts})
      ORDER BY id, n;
    COMMIT;`);
}
