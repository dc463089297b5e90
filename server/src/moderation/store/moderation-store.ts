import type { Announcement, AuditEntry, Report, ReportHead, Sanction } from "@flower-war/protocol";

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

/**
 * The store for moderation. Durable; one suite tests all stores (server/test/moderation/store.test.ts). Whatever an operator
 * changes is stored together with its entry in the audit log, both or neither. The audit log has no method that changes or deletes an
 * entry before it expires.
 */
export interface ModerationStore {
  /** Appends to the audit log. */
  record(entry: AuditEntry): Promise<void>;
  /** Returns `AUDIT_PAGE` entries before a date, the newest first, and all more that have the date of the last. */
  readAudit(before: number): Promise<AuditEntry[]>;
  addSanction(sanction: Sanction, entry: AuditEntry): Promise<void>;
  /** Ends a sanction. Returns `false`, and changes nothing, if none of this id is in force. @param at ms since 1970 */
  liftSanction(id: string, at: number, entry: AuditEntry): Promise<boolean>;
  /** Returns the sanctions in force, the newest first. @param at ms since 1970 */
  listSanctions(at: number): Promise<Sanction[]>;
  /** Adds a report. Returns `false`, and changes nothing, if its reporter has reported that seat of that match already. */
  addReport(report: NewReport): Promise<boolean>;
  /** Returns the oldest unsettled reports, at most `MOST_REPORTS`. */
  listReports(): Promise<ReportHead[]>;
  /** Returns a report, settled or not; `null`: there is none of this id. */
  findReport(id: string): Promise<Report | null>;
  /** Settles a report. Returns `false`, and changes nothing, if none of this id waits for it. @param at ms since 1970 */
  settleReport(id: string, at: number, entry: AuditEntry): Promise<boolean>;
  /** @param at ms since 1970 */
  addAnnouncement(announcement: Announcement, at: number, entry: AuditEntry): Promise<void>;
  /** Ends all announcements. @param at ms since 1970 */
  withdrawAnnouncements(at: number, entry: AuditEntry): Promise<void>;
  /** Returns the newest announcement that is still shown; `null`: there is none. @param at ms since 1970 */
  currentAnnouncement(at: number): Promise<Announcement | null>;
  /** Deletes what has expired, some of each kind. Returns whether there was any. */
  deleteExpired(expiry: Expiry): Promise<boolean>;
}

/** Entries on one page of the audit log. */
export const AUDIT_PAGE = 50;

/** The most reports that are listed at once. */
export const MOST_REPORTS = 100;

/** The most rows of each table that one call of `deleteExpired` deletes: other requests get the store in between. */
export const MAX_DELETED = 100;

/** Returns the part of a report that the list shows. */
export function headOf({ lines: _lines, chat: _chat, ...head }: Report): ReportHead {
  return head;
}
