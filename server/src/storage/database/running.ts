import type { DatabaseSync } from "node:sqlite";
import { isCorrupt } from "./errors.ts";

/** The row 1 says that a server has the file open, or was killed; the row 2 comes and goes (`writeProbe`). Released: never changed (../../migrations.ts). */
export const RUNNING_TABLE = "CREATE TABLE running (id INTEGER PRIMARY KEY) STRICT";

/**
 * Marks a file as in use, in the file itself and not only in its write-ahead log. That log is not empty then: of an empty one `LogCopy` could not
 * tell whether another program has harmed its first commit.
 * @returns whether it was so marked: the server before was killed, and must have left its write-ahead log
 */
export function markRunning(database: DatabaseSync): boolean {
  try {
    const { changes } = database.prepare("INSERT OR IGNORE INTO running VALUES (1)").run();
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    writeProbe(database);
    return changes === 0;
  } catch (error) {
    if (isCorrupt(error)) throw error;
    // A server starts also while its disk is full, and then goes without the mark.
    return false;
  }
}

/** Marks a file as closed, so that it is complete without a write-ahead log. */
export function markClosed(database: DatabaseSync): void {
  database.exec("DELETE FROM running");
}

/** Changes a row that means nothing, so that a commit has something to make durable. */
export function writeProbe(database: DatabaseSync): void {
  const { changes } = database.prepare("DELETE FROM running WHERE id = 2").run();
  if (changes === 0) database.exec("INSERT INTO running VALUES (2)");
}
