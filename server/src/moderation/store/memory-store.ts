import type { Announcement, AuditEntry, Report, ReportHead, Sanction } from "@flower-war/protocol";
import {
  AUDIT_PAGE,
  type Expiry,
  headOf,
  type ModerationStore,
  MOST_REPORTS,
  type NewReport,
} from "./moderation-store.ts";

interface StoredReport {
  readonly report: Report;
  settledAt: number | null;
}

/** The store for moderation in memory, which ends with the process. */
export class MemoryModeration implements ModerationStore {
  #audit: AuditEntry[] = [];
  #announcements: { readonly announcement: Announcement; until: number }[] = [];
  readonly #sanctions = new Map<string, Sanction>();
  /** Reports by reporter, match and seat: each is reported once. */
  readonly #reports = new Map<string, StoredReport>();

  async record(entry: AuditEntry): Promise<void> {
    this.#audit.push(entry);
  }

  async readAudit(before: number): Promise<AuditEntry[]> {
    const entries = this.#audit
      .filter(({ createdAt }) => createdAt < before)
      .toReversed()
      .toSorted((a, b) => b.createdAt - a.createdAt);
    const last = entries[AUDIT_PAGE - 1]?.createdAt ?? 0;
    return entries.filter(({ createdAt }) => createdAt >= last);
  }

  async addSanction(sanction: Sanction, entry: AuditEntry): Promise<void> {
    this.#sanctions.set(sanction.id, sanction);
    await this.record(entry);
  }

  async liftSanction(id: string, at: number, entry: AuditEntry): Promise<boolean> {
    const sanction = this.#sanctions.get(id);
    if (!sanction || sanction.until <= at) return false;
    this.#sanctions.set(id, { ...sanction, until: at });
    await this.record(entry);
    return true;
  }

  async listSanctions(at: number): Promise<Sanction[]> {
    return [...this.#sanctions.values()]
      .filter(({ until }) => until > at)
      .toSorted((a, b) => b.createdAt - a.createdAt);
  }

  async addReport({ report, reporter }: NewReport): Promise<boolean> {
    const key = JSON.stringify([report.match, report.reported.seat, reporter]);
    if (this.#reports.has(key)) return false;
    this.#reports.set(key, { report, settledAt: null });
    return true;
  }

  async listReports(): Promise<ReportHead[]> {
    return [...this.#reports.values()]
      .filter(({ settledAt }) => settledAt === null)
      .map(({ report }) => headOf(report))
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .slice(0, MOST_REPORTS);
  }

  async findReport(id: string): Promise<Report | null> {
    return this.#find(id)?.report ?? null;
  }

  async settleReport(id: string, at: number, entry: AuditEntry): Promise<boolean> {
    const stored = this.#find(id);
    if (!stored || stored.settledAt !== null) return false;
    stored.settledAt = at;
    await this.record(entry);
    return true;
  }

  async addAnnouncement(announcement: Announcement, _at: number, entry: AuditEntry): Promise<void> {
    this.#announcements.push({ announcement, until: announcement.until });
    await this.record(entry);
  }

  async withdrawAnnouncements(at: number, entry: AuditEntry): Promise<void> {
    for (const each of this.#announcements) each.until = Math.min(each.until, at);
    await this.record(entry);
  }

  async currentAnnouncement(at: number): Promise<Announcement | null> {
    return this.#announcements.findLast(({ until }) => until > at)?.announcement ?? null;
  }

  async deleteExpired({ audit, reports, ended }: Expiry): Promise<boolean> {
    const count = () =>
      this.#audit.length + this.#reports.size + this.#sanctions.size + this.#announcements.length;
    const before = count();
    this.#audit = this.#audit.filter(({ createdAt }) => createdAt >= audit);
    this.#announcements = this.#announcements.filter(({ until }) => until >= ended);
    for (const [id, { until }] of this.#sanctions) if (until < ended) this.#sanctions.delete(id);
    for (const [key, { report }] of this.#reports) if (report.createdAt < reports) this.#reports.delete(key);
    return count() < before;
  }

  #find(id: string): StoredReport | undefined {
    return [...this.#reports.values()].find(({ report }) => report.id === id);
  }
}
