import { inBothDialects } from "../../storage/dialects.ts";

/**
 * How players are told that it is their turn. Once released it is never changed: a later change is another migration
 * (../../migrations.ts). `due_at` is `NULL` when the turn's player was told; `confirmed_at` until the address is confirmed.
 */
export const NOTICE_TABLES = inBothDialects(`
  CREATE TABLE push_subscriptions (
    subscription KEY,
    player TEXT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL
  );
  CREATE INDEX push_subscriptions_by_player ON push_subscriptions (player);
  CREATE TABLE mail_addresses (
    player KEY,
    address TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    confirmed_at BIGINT
  );
  CREATE TABLE turn_notices (
    sqlite: id ROWID,
    match TEXT NOT NULL,
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    player TEXT NOT NULL,
    turn BIGINT NOT NULL,
    noted_at BIGINT NOT NULL,
    due_at BIGINT,
    attempts INTEGER NOT NULL,
    sqlite: UNIQUE (match, seat)
    postgres: PRIMARY KEY (match, seat)
  );
  CREATE INDEX turn_notices_by_due ON turn_notices (due_at);
  CREATE INDEX turn_notices_by_player ON turn_notices (player);
  CREATE INDEX turn_notices_by_date ON turn_notices (noted_at);`);
