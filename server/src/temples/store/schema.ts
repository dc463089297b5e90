import { inBothDialects } from "../../storage/dialects.ts";

/** The temples' tables. This was released and is never changed: a later change is another migration (../../migrations.ts). */
export const TEMPLE_TABLES = inBothDialects(`
  CREATE TABLE temple_credentials (
    temple KEY,
    hash TEXT NOT NULL,
    enrolled_at BIGINT NOT NULL
  );
  CREATE TABLE temple_bindings (
    temple KEY,
    match TEXT NOT NULL,
    seats TEXT NOT NULL
  );
  CREATE INDEX temple_bindings_by_match ON temple_bindings (match);
  CREATE TABLE temple_ledgers (
    temple KEY,
    ledger TEXT NOT NULL,
    postgres: version INTEGER NOT NULL
  );
  CREATE TABLE temple_judgements (
    id ROWID,
    temple TEXT NOT NULL,
    bead TEXT NOT NULL UNIQUE,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL
  );
  CREATE INDEX temple_judgements_by_temple ON temple_judgements (temple, id);`);

/** Ledgers are replaced only by one that follows from them: `version` is raised each time. For SQLite alone; as above, never changed. */
export const LEDGER_VERSIONS = `ALTER TABLE temple_ledgers ADD COLUMN version INTEGER NOT NULL DEFAULT 1;`;

/** Whether a temple has the ack of a verdict; those from before count as told. As above, never changed. */
export const TOLD_VERDICTS = inBothDialects(
  `ALTER TABLE temple_judgements ADD COLUMN told INTEGER NOT NULL DEFAULT 1;`,
);

/** The columns of `FormerMatch`. As above, never changed. */
export const FORMER_MATCHES = inBothDialects(`
  CREATE TABLE temple_former_matches (
    id ROWID,
    temple TEXT NOT NULL,
    slot TEXT NOT NULL,
    match TEXT NOT NULL
  );
  CREATE INDEX temple_former_matches_by_temple ON temple_former_matches (temple, id);`);
