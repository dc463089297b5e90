import { inBothDialects } from "../../storage/dialects.ts";

/**
 * The tables of sanctions, reports, announcements and the audit log. Once released they are never changed: a later change is another
 * migration (../../migrations.ts).
 */
export const MODERATION_TABLES = inBothDialects(`
  CREATE TABLE sanctions (
    sanction KEY,
    kind TEXT NOT NULL,
    player TEXT,
    addresses TEXT,
    reason TEXT NOT NULL,
    operator TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
  );
  CREATE INDEX sanctions_by_end ON sanctions (ends_at);
  CREATE TABLE reports (
    report KEY,
    match TEXT NOT NULL,
    seat TEXT NOT NULL,
    reporter TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    settled_at BIGINT,
    UNIQUE (match, seat, reporter)
  );
  CREATE INDEX reports_by_date ON reports (created_at);
  CREATE TABLE announcements (
    announcement KEY,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
  );
  CREATE TABLE audit (
    entry KEY,
    operator TEXT NOT NULL,
    act TEXT NOT NULL,
    target TEXT NOT NULL,
    reason TEXT NOT NULL,
    ends_at BIGINT,
    created_at BIGINT NOT NULL
  );
  CREATE INDEX audit_by_date ON audit (created_at);`);

/**
 * What reports are grouped and weighed by. A report of a server before this version counts as one of a network of its own. While such
 * servers still run, theirs have no target: each is a group.
 */
export const REPORT_TARGETS = inBothDialects(`
  ALTER TABLE reports ADD COLUMN target TEXT;
  ALTER TABLE reports ADD COLUMN network TEXT;
  ALTER TABLE reports ADD COLUMN standing INTEGER;
  UPDATE reports SET network = reporter,
    sqlite: target = coalesce(json_extract(content, '$.reported.player'), match || '.' || seat),
    postgres: target = coalesce(content::json #>> '{reported,player}', match || '.' || seat),
    sqlite: standing = CASE WHEN json_extract(content, '$.reporter.seat') IS NULL THEN 1 ELSE 2 END;
    postgres: standing = CASE WHEN content::json #>> '{reporter,seat}' IS NULL THEN 1 ELSE 2 END;
  CREATE INDEX reports_by_target ON reports (target);`);

/** Numbers and hashes of the audit log (audit-chain.ts), and where its oldest entries were deleted: one row. */
export const AUDIT_CHAIN = inBothDialects(`
  ALTER TABLE audit ADD COLUMN n BIGINT;
  ALTER TABLE audit ADD COLUMN hash TEXT;
  CREATE UNIQUE INDEX audit_by_number ON audit (n);
  CREATE TABLE audit_cuts (
    cut KEY,
    n BIGINT NOT NULL,
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seal TEXT NOT NULL
  );`);

/** The account of the operator of an entry. Entries of those who signed in with the admin's password have none. */
export const AUDIT_ACCOUNTS = inBothDialects(`
  ALTER TABLE audit ADD COLUMN account TEXT;`);
