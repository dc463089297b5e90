import type { Announcement } from "@flower-war/protocol";
import type { AuditEntry, Report, ReportHead, Sanction } from "@flower-war/protocol/operator";
import type { Row, Statement } from "../../storage/database/requests.ts";
import { insertInto, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";
import type { AuditChain } from "./audit-chain.ts";

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

/** The most reports that are listed at once. */
const MOST_REPORTS = 100;

/** The most rows of each table that one call of `deleteExpired` deletes: other requests get the store in between. */
const MAX_DELETED = 100;

const SANCTIONS = new Table<Sanction>("sanctions", {
  id: "sanction",
  kind: "kind",
  player: "player",
  addresses: "addresses",
  reason: "reason",
  operator: "operator",
  createdAt: "created_at",
  until: "ends_at",
});

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
  readonly audit: AuditChain;

  /** @param audit the log in the same database */
  constructor(database: SqlDatabase, audit: AuditChain) {
    this.#database = database;
    this.audit = audit;
  }

  /** Appends to the audit log. */
  async record(entry: AuditEntry): Promise<void> {
    await this.audit.append(entry);
  }

  async addSanction(sanction: Sanction, entry: AuditEntry): Promise<void> {
    await this.#change(SANCTIONS.insert(sanction), entry);
  }

  /** Ends a sanction. Returns `false`, and changes nothing, if none of this id is in force. @param at ms since 1970 */
  liftSanction(id: string, at: number, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE sanctions SET ends_at = ? WHERE sanction = ? AND ends_at > ?";
    return this.#change(statement(sql, at, id, at), entry);
  }

  /** Returns the sanctions in force, the newest first. @param at ms since 1970 */
  listSanctions(at: number): Promise<Sanction[]> {
    const sql = `SELECT ${SANCTIONS.fields} FROM sanctions WHERE ends_at > ? ORDER BY created_at DESC`;
    return this.#database.query<Sanction>(sql, at);
  }

  /** Adds a report. Returns `false`, and changes nothing, if its reporter has reported that seat of that match already. */
  addReport({ report, reporter }: NewReport): Promise<boolean> {
    const { id, match, reported, createdAt } = report;
    const content = JSON.stringify(report);
    const row = { report: id, match, seat: reported.seat, reporter, content, created_at: createdAt };
    return this.#database.change(insertInto("reports", row, "ON CONFLICT DO NOTHING"));
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
    return this.#change(statement(sql, at, id), entry);
  }

  /** @param at ms since 1970 */
  async addAnnouncement(announcement: Announcement, at: number, entry: AuditEntry): Promise<void> {
    const { id, until } = announcement;
    const row = { announcement: id, content: JSON.stringify(announcement), created_at: at, ends_at: until };
    await this.#change(insertInto("announcements", row), entry);
  }

  /** Ends all announcements. @param at ms since 1970 */
  async withdrawAnnouncements(at: number, entry: AuditEntry): Promise<void> {
    const withdraw = statement("UPDATE announcements SET ends_at = ? WHERE ends_at > ?", at, at);
    await this.audit.append(entry, null, [withdraw]);
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
      await this.audit.cut(audit),
      await this.#delete("reports", "report", "created_at", reports),
      await this.#delete("sanctions", "sanction", "ends_at", ended),
      await this.#delete("announcements", "announcement", "ends_at", ended),
    ];
    return deleted.includes(true);
  }

  /** Runs a statement and records it, both or neither. Returns `false` if it would have changed nothing. */
  #change(change: Statement, entry: AuditEntry): Promise<boolean> {
    return this.audit.append(entry, change);
  }

  #delete(table: string, key: string, date: string, before: number): Promise<boolean> {
    const old = `SELECT ${key} FROM ${table} WHERE ${date} < ? ORDER BY ${date} LIMIT ?`;
    const sql = `DELETE FROM ${table} WHERE ${key} IN (${old})`;
    return this.#database.change(statement(sql, before, MAX_DELETED));
  }
}

function contentOf({ content }: Row): unknown {
  return JSON.parse(String(content));
}
