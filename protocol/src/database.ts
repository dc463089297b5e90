/* The server's own database as an admin copies and replaces it (`OPERATOR_PATHS.database`); docs/journal.md says what happens to matches. */

/**
 * The fault of a file that was to replace the database: the `reason` of `bad-database`. `empty`: it has no bytes;
 * `not-sqlite`: it does not begin as SQLite's files do; `incomplete`: its end is missing; `damaged`: SQLite or the journal finds
 * contradictions; `foreign`: another program wrote it; `newer`: a later version of the server wrote it.
 */
export const DATABASE_FLAWS = ["empty", "not-sqlite", "incomplete", "damaged", "foreign", "newer"] as const;
export type DatabaseFlaw = (typeof DATABASE_FLAWS)[number];

/** The content of a database. */
export interface DatabaseContents {
  /** Matches that are not over, and those that are: with a record, or with a result alone. */
  matches: { running: number; finished: number };
  /** Enrolled temples. */
  temples: number;
  players: number;
  /** When a match or a player was last written, ms since 1970; `null`: never. */
  writtenAt: number | null;
}

/** A file that can replace the database, and waits for a `RestoreRequest`. Nothing is replaced yet. */
export interface UploadedDatabase {
  /** The id for the `RestoreRequest`. */
  restore: string;
  /** ms since 1970: then it is deleted. */
  until: number;
  holds: DatabaseContents;
  /** The content that the server stores now, and would replace. */
  replaces: DatabaseContents;
  /** The kept file that would be deleted, since so many are kept; `null`: none. */
  deletes: KeptDatabase | null;
}

/** The database was replaced. */
export interface RestoredDatabase {
  /** The id of the replaced database, which was kept: a `RestoreRequest` with it undoes this one. */
  undo: string;
}

/** A database that was replaced, and can be restored. */
export interface KeptDatabase {
  id: string;
  /** When it was replaced, ms since 1970. */
  replacedAt: number;
  /** `null`: another version of the server wrote it, or it cannot be read. */
  holds: DatabaseContents | null;
}

export interface KeptDatabases {
  /** The content that the server stores now. */
  current: DatabaseContents;
  /** The one that was replaced last comes first. */
  kept: KeptDatabase[];
}
