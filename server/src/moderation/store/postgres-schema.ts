/**
 * The tables of sanctions, reports, announcements and the audit log in PostgreSQL, with the columns of those in SQLite. Once released they
 * are never changed: a later change is another migration (../../migrations.ts).
 */
export const POSTGRES_MODERATION_TABLES = `
  CREATE TABLE sanctions (
    sanction text PRIMARY KEY,
    kind text NOT NULL,
    player text,
    addresses text,
    reason text NOT NULL,
    operator text NOT NULL,
    created_at bigint NOT NULL,
    ends_at bigint NOT NULL
  );
  CREATE INDEX sanctions_by_end ON sanctions (ends_at);
  CREATE TABLE reports (
    report text PRIMARY KEY,
    match text NOT NULL,
    seat text NOT NULL,
    reporter text NOT NULL,
    content text NOT NULL,
    created_at bigint NOT NULL,
    settled_at bigint,
    UNIQUE (match, seat, reporter)
  );
  CREATE INDEX reports_by_date ON reports (created_at);
  CREATE TABLE announcements (
    announcement text PRIMARY KEY,
    content text NOT NULL,
    created_at bigint NOT NULL,
    ends_at bigint NOT NULL
  );
  CREATE TABLE audit (
    entry text PRIMARY KEY,
    operator text NOT NULL,
    act text NOT NULL,
    target text NOT NULL,
    reason text NOT NULL,
    ends_at bigint,
    created_at bigint NOT NULL
  );
  CREATE INDEX audit_by_date ON audit (created_at);`;
