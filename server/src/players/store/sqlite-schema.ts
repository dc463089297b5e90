/**
 * The players' table in SQLite. Once released it is never changed: a later change is another migration (../../migrations.ts).
 */
export const PLAYER_TABLES = `
  CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX players_by_seen ON players (kind, seen_at);`;
