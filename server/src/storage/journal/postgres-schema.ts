/**
 * The journal's tables in PostgreSQL. This was released and is never changed: a later change is another migration
 * (../../migrations.ts). Times are ms since 1970.
 *
 * `facts` only grows at its end. A match's head changes with each append, and leaves room beside it so that none of its indexes
 * does: therefore expired matches are found by the hour.
 */
export const POSTGRES_JOURNAL_TABLES = `
  CREATE TABLE heads (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match text NOT NULL UNIQUE,
    code text NOT NULL,
    game text NOT NULL,
    epoch integer NOT NULL,
    n integer NOT NULL,
    over boolean NOT NULL,
    changed_at bigint NOT NULL,
    changed_hour bigint NOT NULL GENERATED ALWAYS AS (changed_at / 3600000) STORED
  ) WITH (fillfactor = 50);
  CREATE INDEX heads_by_code ON heads (code, id);
  CREATE UNIQUE INDEX codes_in_use ON heads (code) WHERE NOT over;
  CREATE INDEX heads_by_age ON heads (over, changed_hour);
  CREATE TABLE facts (
    match text NOT NULL,
    n integer NOT NULL,
    epoch integer NOT NULL,
    text text NOT NULL,
    checksum bigint NOT NULL,
    PRIMARY KEY (match, n)
  );
  CREATE TABLE results (
    match text PRIMARY KEY,
    ended_at bigint NOT NULL,
    text text NOT NULL,
    checksum bigint NOT NULL
  );
  CREATE INDEX results_by_age ON results (ended_at);`;
