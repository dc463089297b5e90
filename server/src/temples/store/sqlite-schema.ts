/**
 * The temples' tables in SQLite. This was released and is never changed: a later change is another migration
 * (../../migrations.ts).
 */
export const TEMPLE_TABLES = `
  CREATE TABLE temple_credentials (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    enrolled_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE temple_bindings (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL UNIQUE,
    match TEXT NOT NULL,
    seats TEXT NOT NULL
  ) STRICT;
  CREATE INDEX temple_bindings_by_match ON temple_bindings (match);
  CREATE TABLE temple_ledgers (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL UNIQUE,
    ledger TEXT NOT NULL
  ) STRICT;
  CREATE TABLE temple_judgements (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL,
    bead TEXT NOT NULL UNIQUE,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
  CREATE INDEX temple_judgements_by_temple ON temple_judgements (temple, id);`;

/** Ledgers are replaced only by one that follows from them: `version` is raised each time. As above, never changed. */
export const LEDGER_VERSIONS = `ALTER TABLE temple_ledgers ADD COLUMN version INTEGER NOT NULL DEFAULT 1;`;

/** The columns of `FormerMatch`. As above, never changed. */
export const FORMER_MATCHES = `
  CREATE TABLE temple_former_matches (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL,
    slot TEXT NOT NULL,
    match TEXT NOT NULL
  ) STRICT;
  CREATE INDEX temple_former_matches_by_temple ON temple_former_matches (temple, id);`;
