/**
 * The temples' tables in PostgreSQL, with the columns of those in SQLite. This was released and is never changed: a later change
 * is another migration (../../migrations.ts).
 */
export const POSTGRES_TEMPLE_TABLES = `
  CREATE TABLE temple_credentials (
    temple text PRIMARY KEY,
    hash text NOT NULL,
    enrolled_at bigint NOT NULL
  );
  CREATE TABLE temple_bindings (
    temple text PRIMARY KEY,
    match text NOT NULL,
    seats text NOT NULL
  );
  CREATE INDEX temple_bindings_by_match ON temple_bindings (match);
  CREATE TABLE temple_ledgers (
    temple text PRIMARY KEY,
    ledger text NOT NULL,
    version integer NOT NULL
  );
  CREATE TABLE temple_judgements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    temple text NOT NULL,
    bead text NOT NULL UNIQUE,
    verdict text NOT NULL,
    reason text NOT NULL
  );
  CREATE INDEX temple_judgements_by_temple ON temple_judgements (temple, id);`;

/** The columns of `FormerMatch`. As above, never changed. */
export const POSTGRES_FORMER_MATCHES = `
  CREATE TABLE temple_former_matches (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    temple text NOT NULL,
    slot text NOT NULL,
    match text NOT NULL
  );
  CREATE INDEX temple_former_matches_by_temple ON temple_former_matches (temple, id);`;
