/**
 * The tables of notices in PostgreSQL, with the columns of those in SQLite. Once released it is never changed: a later change is
 * another migration (../../migrations.ts).
 */
export const POSTGRES_NOTICE_TABLES = `
  CREATE TABLE push_subscriptions (
    subscription text PRIMARY KEY,
    player text NOT NULL,
    endpoint text NOT NULL UNIQUE,
    p256dh text NOT NULL,
    auth text NOT NULL,
    language text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE INDEX push_subscriptions_by_player ON push_subscriptions (player);
  CREATE TABLE mail_addresses (
    player text PRIMARY KEY,
    address text NOT NULL,
    language text NOT NULL,
    created_at bigint NOT NULL,
    confirmed_at bigint
  );
  CREATE TABLE turn_notices (
    match text NOT NULL,
    game text NOT NULL,
    seat text NOT NULL,
    player text NOT NULL,
    turn bigint NOT NULL,
    noted_at bigint NOT NULL,
    due_at bigint,
    attempts integer NOT NULL,
    PRIMARY KEY (match, seat)
  );
  CREATE INDEX turn_notices_by_due ON turn_notices (due_at);
  CREATE INDEX turn_notices_by_player ON turn_notices (player);
  CREATE INDEX turn_notices_by_date ON turn_notices (noted_at);`;
