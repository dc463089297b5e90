/**
 * The tables of sanctions, reports, announcements and the audit log in SQLite. Once released they are never changed: a later change is
 * another migration (../../migrations.ts).
 */
export const MODERATION_TABLES = `
  CREATE TABLE sanctions (
    id INTEGER PRIMARY KEY,
    sanction TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    player TEXT,
    addresses TEXT,
    reason TEXT NOT NULL,
    operator TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sanctions_by_end ON sanctions (ends_at);
  CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    report TEXT NOT NULL UNIQUE,
    match TEXT NOT NULL,
    seat TEXT NOT NULL,
    reporter TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    UNIQUE (match, seat, reporter)
  ) STRICT;
  CREATE INDEX reports_by_date ON reports (created_at);
  CREATE TABLE announcements (
    id INTEGER PRIMARY KEY,
    announcement TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    entry TEXT NOT NULL UNIQUE,
    operator TEXT NOT NULL,
    act TEXT NOT NULL,
    target TEXT NOT NULL,
    reason TEXT NOT NULL,
    ends_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_date ON audit (created_at);`;
