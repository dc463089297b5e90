/**
 * How players are told that it is their turn, in SQLite. Once released it is never changed: a later change is another migration
 * (../../migrations.ts). `due_at` is `NULL` when the turn's player was told; `confirmed_at` until the address is confirmed.
 */
export const NOTICE_TABLES = `
  CREATE TABLE push_subscriptions (
    id INTEGER PRIMARY KEY,
    subscription TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX push_subscriptions_by_player ON push_subscriptions (player);
  CREATE TABLE mail_addresses (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    confirmed_at INTEGER
  ) STRICT;
  CREATE TABLE turn_notices (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    player TEXT NOT NULL,
    turn INTEGER NOT NULL,
    noted_at INTEGER NOT NULL,
    due_at INTEGER,
    attempts INTEGER NOT NULL,
    UNIQUE (match, seat)
  ) STRICT;
  CREATE INDEX turn_notices_by_due ON turn_notices (due_at);
  CREATE INDEX turn_notices_by_player ON turn_notices (player);
  CREATE INDEX turn_notices_by_date ON turn_notices (noted_at);`;
