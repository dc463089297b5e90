import type {
  Announcement,
  AuditEntry,
  Report,
  ReportHead,
  Sanction,
  SanctionKind,
} from "@flower-war/protocol";
import type { Row, Statement, Value } from "../../storage/database/requests.ts";
import type { SqlDatabase } from "../../storage/sql-database.ts";

/** A report as it is stored. */
export interface NewReport {
  readonly report: Report;
  /** The reporter, who reports a seat of a match once. */
  readonly reporter: string;
}

/** The dates before which things are deleted: ms since 1970. */
export interface Expiry {
  readonly audit: number;
  readonly reports: number;
  /** The end of a sanction or an announcement. */
  readonly ended: number;
}

/** Entries on one page of the audit log. */
export const AUDIT_PAGE = 50;

/** The most reports that are listed at once. */
const MOST_REPORTS = 100;

/** The most rows of each table that one call of `deleteExpired` deletes: other requests get the store in between. */
const MAX_DELETED = 100;

/** Returns the part of a report that the list shows. */
export function headOf({ lines: _lines, chat: _chat, ...head }: Report): ReportHead {
  return head;
}

/**
 * The store for moderation. Whatever an operator changes is stored together with its entry in the audit log, both or neither. The audit
 * log has no method that changes or deletes an entry before it expires.
 */
export class ModerationStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Appends to the audit log. */
  async record(entry: AuditEntry): Promise<void> {
    await this.#database.change(recording(entry));
  }

  /** Returns `AUDIT_PAGE` entries before a date, the newest first, and all more that have the date of the last. */
  async readAudit(before: number): Promise<AuditEntry[]> {
    const page = "SELECT created_at FROM audit WHERE created_at < ? ORDER BY created_at DESC LIMIT ?";
    const last = `SELECT coalesce(min(created_at), 0) FROM (${page}) AS page`;
    const sql = `SELECT * FROM audit WHERE created_at < ? AND created_at >= (${last}) ORDER BY created_at DESC`;
    return (await this.#database.query(sql, before, before, AUDIT_PAGE)).map(entryOf);
  }

  async addSanction(sanction: Sanction, entry: AuditEntry): Promise<void> {
    const { id, kind, player, addresses, reason, operator, createdAt, until } = sanction;
    const sql = `INSERT INTO sanctions (sanction, kind, player, addresses, reason, operator, created_at, ends_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
    await this.#change(entry, sql, id, kind, player, addresses, reason, operator, createdAt, until);
  }

  /** Ends a sanction. Returns `false`, and changes nothing, if none of this id is in force. @param at ms since 1970 */
  liftSanction(id: string, at: number, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE sanctions SET ends_at = ? WHERE sanction = ? AND ends_at > ?";
    return this.#change(entry, sql, at, id, at);
  }

  /** Returns the sanctions in force, the newest first. @param at ms since 1970 */
  async listSanctions(at: number): Promise<Sanction[]> {
    const sql = "SELECT * FROM sanctions WHERE ends_at > ? ORDER BY created_at DESC";
    return (await this.#database.query(sql, at)).map(sanctionOf);
  }

  /** Adds a report. Returns `false`, and changes nothing, if its reporter has reported that seat of that match already. */
  addReport({ report, reporter }: NewReport): Promise<boolean> {
    const { id, match, reported, createdAt } = report;
    const sql = `INSERT INTO reports (report, match, seat, reporter, content, created_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`;
    const values = [id, match, reported.seat, reporter, JSON.stringify(report), createdAt];
    return this.#database.change({ sql, values });
  }

  /** Returns the oldest unsettled reports, at most `MOST_REPORTS`. */
  async listReports(): Promise<ReportHead[]> {
    const sql = "SELECT content FROM reports WHERE settled_at IS NULL ORDER BY created_at LIMIT ?";
    const rows = await this.#database.query(sql, MOST_REPORTS);
    return rows.map((row) => headOf(contentOf(row) as Report));
  }

  /** Returns a report, settled or not; `null`: there is none of this id. */
  async findReport(id: string): Promise<Report | null> {
    const [row] = await this.#database.query("SELECT content FROM reports WHERE report = ?", id);
    return row ? (contentOf(row) as Report) : null;
  }

  /** Settles a report. Returns `false`, and changes nothing, if none of this id waits for it. @param at ms since 1970 */
  settleReport(id: string, at: number, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE reports SET settled_at = ? WHERE report = ? AND settled_at IS NULL";
    return this.#change(entry, sql, at, id);
  }

  /** @param at ms since 1970 */
  async addAnnouncement(announcement: Announcement, at: number, entry: AuditEntry): Promise<void> {
    const sql = "INSERT INTO announcements (announcement, content, created_at, ends_at) VALUES (?, ?, ?, ?)";
    await this.#change(entry, sql, announcement.id, JSON.stringify(announcement), at, announcement.until);
  }

  /** Ends all announcements. @param at ms since 1970 */
  async withdrawAnnouncements(at: number, entry: AuditEntry): Promise<void> {
    const withdraw = { sql: "UPDATE announcements SET ends_at = ? WHERE ends_at > ?", values: [at, at] };
    // The entry comes first: a change whose first statement changes nothing is not done.
    await this.#database.change(recording(entry), withdraw);
  }

  /** Returns the newest announcement that is still shown; `null`: there is none. @param at ms since 1970 */
  async currentAnnouncement(at: number): Promise<Announcement | null> {
    const sql = "SELECT content FROM announcements WHERE ends_at > ? ORDER BY created_at DESC LIMIT 1";
    const [row] = await this.#database.query(sql, at);
    return row ? (contentOf(row) as Announcement) : null;
  }

  /** Deletes what has expired, some of each kind. Returns whether there was any. */
  async deleteExpired({ audit, reports, ended }: Expiry): Promise<boolean> {
    const deleted = [
      await this.#delete("audit", "entry", "created_at", audit),
      await this.#delete("reports", "report", "created_at", reports),
      await this.#delete("sanctions", "sanction", "ends_at", ended),
      await this.#delete("announcements", "announcement", "ends_at", ended),
    ];
    return deleted.includes(true);
  }

  /** Runs a statement and records it, both or neither. Returns `false` if it would have changed nothing. */
  #change(entry: AuditEntry, sql: string, ...values: Value[]): Promise<boolean> {
    return this.#database.change({ sql, values }, recording(entry));
  }

  #delete(table: string, key: string, date: string, before: number): Promise<boolean> {
    const old = `SELECT ${key} FROM ${table} WHERE ${date} < ? ORDER BY ${date} LIMIT ?`;
    const sql = `DELETE FROM ${table} WHERE ${key} IN (${old})`;
    return this.#database.change({ sql, values: [before, MAX_DELETED] });
  }
}

function recording({ id, operator, act, target, reason, until, createdAt }: AuditEntry): Statement {
  const sql = `INSERT INTO audit (entry, operator, act, target, reason, ends_at, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`;
  return { sql, values: [id, operator, act, target, reason, until, createdAt] };
}

function contentOf({ content }: Row): unknown {
  return JSON.parse(String(content));
}

function entryOf({ entry, operator, act, target, reason, ends_at, created_at }: Row): AuditEntry {
  return {
    id: String(entry),
    operator: String(operator),
    act: act as AuditEntry["act"],
    target: String(target),
    reason: String(reason),
    until: typeof ends_at === "number" || typeof ends_at === "string" ? Number(ends_at) : null,
    createdAt: Number(created_at),
  };
}

function sanctionOf(row: Row): Sanction {
  const { sanction, kind, player, addresses, reason, operator, created_at, ends_at } = row;
  return {
    id: String(sanction),
    kind: kind as SanctionKind,
    player: player === null || player === undefined ? null : String(player),
    addresses: addresses === null || addresses === undefined ? null : String(addresses),
    reason: String(reason),
    operator: String(operator),
    createdAt: Number(created_at),
    until: Number(ends_at),
  };
}
