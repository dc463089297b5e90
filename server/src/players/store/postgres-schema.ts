/**
 * The players' table in PostgreSQL, with the columns of that in SQLite. Once released it is never changed: a later change is
 * another migration (../../migrations.ts).
 */
export const POSTGRES_PLAYER_TABLES = `
  CREATE TABLE players (
    player text PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL
  );
  CREATE INDEX players_by_seen ON players (kind, seen_at);`;
