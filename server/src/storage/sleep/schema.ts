import type { Dialects } from "../dialects.ts";

/**
 * When matches with running clocks must have a room, and when no server ran. Once released they are never changed: a later change is another
 * migration (../../migrations.ts). `due_at`, `began_at`, `ended_at`: ms since 1970.
 */
export const SLEEP_TABLES: Dialects = {
  sqlite: `
  CREATE TABLE wakes (id INTEGER PRIMARY KEY, match TEXT NOT NULL UNIQUE, due_at INTEGER NOT NULL) STRICT;
  CREATE INDEX wakes_due_at ON wakes (due_at);
  CREATE TABLE downtimes (id INTEGER PRIMARY KEY, began_at INTEGER NOT NULL UNIQUE, ended_at INTEGER NOT NULL) STRICT;`,
  postgres: `
  CREATE TABLE wakes (match text PRIMARY KEY, due_at bigint NOT NULL);
  CREATE INDEX wakes_due_at ON wakes (due_at);
  CREATE TABLE downtimes (began_at bigint PRIMARY KEY, ended_at bigint NOT NULL);`,
};
