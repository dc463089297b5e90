import { inBothDialects } from "../../storage/dialects.ts";

/**
 * The tables of tournaments. Once released they are never changed: a later change is another migration (../../migrations.ts). `facts`: how
 * many there are; `starts_at`: when it starts by itself, ms since 1970, 0: it does not; `ended_at`: 0 while it goes on; `fact`: JSON.
 */
export const TOURNAMENT_TABLES = inBothDialects(`
  CREATE TABLE tournaments (
    tournament KEY,
    organiser TEXT NOT NULL,
    facts INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL
  );
  CREATE INDEX tournaments_by_end ON tournaments (ended_at);
  CREATE TABLE tournament_facts (
    sqlite: id ROWID,
    tournament TEXT NOT NULL,
    n INTEGER NOT NULL,
    fact TEXT NOT NULL,
    postgres: PRIMARY KEY (tournament, n)
  );
  sqlite: CREATE UNIQUE INDEX tournament_facts_by_n ON tournament_facts (tournament, n);`);
