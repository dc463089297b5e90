import type { Dialects } from "../dialects.ts";

/**
 * When processes were alive last. Once released it is never changed: a later change is another migration (../../migrations.ts).
 * `alive_at`: ms since 1970.
 */
export const HEARTBEAT_TABLE: Dialects = {
  sqlite: `
  CREATE TABLE heartbeats (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, alive_at INTEGER NOT NULL) STRICT;`,
  postgres: `
  CREATE TABLE heartbeats (name text PRIMARY KEY, alive_at bigint NOT NULL) WITH (fillfactor = 50);`,
};
