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
import {
  AUDIT_PAGE,
  type Expiry,
  headOf,
  MAX_DELETED,
  type ModerationStore,
  MOST_REPORTS,
  type NewReport,
} from "./moderation-store.ts";

/** The store for moderation in the server's database, or in the one that all servers of an installation share. Both have the same tables. */
export class SqlModeration implements ModerationStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async record(entry: AuditEntry): Promise<void> {
    await this.#database.change(recording(entry));
  }

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

  liftSanction(id: string, at: number, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE sanctions SET ends_at = ? WHERE sanction = ? AND ends_at > ?";
    return this.#change(entry, sql, at, id, at);
  }

  async listSanctions(at: number): Promise<Sanction[]> {
    const sql = "SELECT * FROM sanctions WHERE ends_at > ? ORDER BY created_at DESC";
    return (await this.#database.query(sql, at)).map(sanctionOf);
  }

  addReport({ report, reporter }: NewReport): Promise<boolean> {
    const { id, match, reported, createdAt } = report;
    const sql = `INSERT INTO reports (report, match, seat, reporter, content, created_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`;
    const values = [id, match, reported.seat, reporter, JSON.stringify(report), createdAt];
    return this.#database.change({ sql, values });
  }

  async listReports(): Promise<ReportHead[]> {
    const sql = "SELECT content FROM reports WHERE settled_at IS NULL ORDER BY created_at LIMIT ?";
    const rows = await this.#database.query(sql, MOST_REPORTS);
    return rows.map((row) => headOf(contentOf(row) as Report));
  }

  async findReport(id: string): Promise<Report | null> {
    const [row] = await this.#database.query("SELECT content FROM reports WHERE report = ?", id);
    return row ? (contentOf(row) as Report) : null;
  }

  settleReport(id: string, at: number, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE reports SET settled_at = ? WHERE report = ? AND settled_at IS NULL";
    return this.#change(entry, sql, at, id);
  }

  async addAnnouncement(announcement: Announcement, at: number, entry: AuditEntry): Promise<void> {
    const sql = "INSERT INTO announcements (announcement, content, created_at, ends_at) VALUES (?, ?, ?, ?)";
    await this.#change(entry, sql, announcement.id, JSON.stringify(announcement), at, announcement.until);
  }

  async withdrawAnnouncements(at: number, entry: AuditEntry): Promise<void> {
    const withdraw = { sql: "UPDATE announcements SET ends_at = ? WHERE ends_at > ?", values: [at, at] };
    // The entry comes first: a change whose first statement changes nothing is not done.
    await this.#database.change(recording(entry), withdraw);
  }

  async currentAnnouncement(at: number): Promise<Announcement | null> {
    const sql = "SELECT content FROM announcements WHERE ends_at > ? ORDER BY created_at DESC LIMIT 1";
    const [row] = await this.#database.query(sql, at);
    return row ? (contentOf(row) as Announcement) : null;
  }

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
