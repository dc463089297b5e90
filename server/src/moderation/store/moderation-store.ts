import type { Announcement } from "@flower-war/protocol";
import type {
  AuditEntry,
  Report,
  ReportGroup,
  ReportHead,
  ReportList,
  Sanction,
} from "@flower-war/protocol/operator";
import type { Row, Statement, Value } from "../../storage/database/requests.ts";
import { insertInto, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";
import type { AuditChain } from "./audit-chain.ts";

/** A report as it is stored. */
export interface NewReport {
  readonly report: Report;
  /** The name of its group. */
  readonly target: string;
  /** The reporter, who reports a seat of a match once. */
  readonly reporter: string;
  /** The network that they come from. */
  readonly network: string;
  /** What they were at the table. */
  readonly standing: Standing;
}

/** What a reporter was at the table: the higher it is, the heavier the report. */
export const STANDING = { watching: 1, seated: 2, account: 3 } as const;
type Standing = (typeof STANDING)[keyof typeof STANDING];

/** Reports by what became of them. */
export type ReportState = "open" | "settled";

/** Which reports are settled. */
export interface ChosenReports {
  readonly reports: readonly string[];
  readonly targets: readonly string[];
  /** ms since 1970: only those that were filed until then. */
  readonly before: number;
}

/** The dates before which things are deleted: ms since 1970. */
export interface Expiry {
  readonly audit: number;
  readonly reports: number;
  /** The end of a sanction or an announcement. */
  readonly ended: number;
}

/** Groups of reports on one page, and reports that are read of one group that is asked for. */
const GROUPS = 80;
const MOST_REPORTS = 100;

/** The group of a report. Those of older servers that still run have none. */
const TARGET = "coalesce(target, report)";

const WHERE: { readonly [S in ReportState]: string } = {
  open: "settled_at IS NULL",
  settled: "settled_at IS NOT NULL",
};

/** Returns how many reporters of a group were this at the table. */
const countOf = (standing: Standing) => `sum(CASE WHEN standing = ${standing} THEN 1 ELSE 0 END)`;

/** Groups reports: a reporter counts once, and of one network only the heaviest. The values: a target or `""`, twice. */
const groupsOf = (state: ReportState) => `
  WITH reporters AS (
    SELECT ${TARGET} AS target, min(coalesce(network, reporter)) AS network, max(coalesce(standing, 1)) AS standing,
      count(*) AS reports, min(created_at) AS since, max(settled_at) AS settled_at
    FROM reports WHERE ${WHERE[state]} AND (? = '' OR ${TARGET} = ?) GROUP BY ${TARGET}, reporter
  ), networks AS (
    SELECT target, max(standing) AS standing, sum(reports) AS reports, min(since) AS since, max(settled_at) AS settled_at
    FROM reporters GROUP BY target, network
  )
  SELECT target, CAST(sum(reports) AS BIGINT) AS count, min(since) AS since, max(settled_at) AS "settledAt",
    ${countOf(STANDING.account)} AS accounts, ${countOf(STANDING.seated)} AS seated, ${countOf(STANDING.watching)} AS watching
  FROM networks GROUP BY target`;

/** A group as the database has it. */
type GroupRow = Pick<ReportGroup, "target" | "count" | "since" | "settledAt"> & ReportGroup["reporters"];

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
  addReport({ report, ...by }: NewReport): Promise<boolean> {
    const { id, match, reported, createdAt } = report;
    const content = JSON.stringify(report);
    const row = { report: id, match, seat: reported.seat, ...by, content, created_at: createdAt };
    return this.#database.change(insertInto("reports", row, "ON CONFLICT DO NOTHING"));
  }

  /**
   * Returns a page of reports by target: the heaviest group first, then the oldest.
   * @param target of the only group that is read, with its reports; missing: each has its heaviest report
   */
  async listReports(state: ReportState, page: number, target = ""): Promise<Omit<ReportList, "at">> {
    const groups = groupsOf(state);
    const counted = `SELECT count(*) AS total, CAST(coalesce(sum(count), 0) AS BIGINT) AS count FROM (${groups}) AS every`;
    const [all = { total: 0, count: 0 }] = await this.#database.query<{ total: number; count: number }>(
      counted,
      target,
      target,
    );
    const pages = Math.max(1, Math.ceil(all.total / GROUPS));
    const shown = Math.min(page, pages);
    const sql = `${groups} ORDER BY accounts DESC, seated DESC, watching DESC, since, target LIMIT ? OFFSET ?`;
    const rows = await this.#database.query<GroupRow>(sql, target, target, GROUPS, (shown - 1) * GROUPS);
    const heads = await this.#readHeads(
      state,
      rows.map((row) => row.target),
      target === "" ? 1 : MOST_REPORTS,
    );
    return {
      groups: rows.map(({ accounts, seated, watching, ...group }) => ({
        ...group,
        reporters: { accounts, seated, watching },
        reports: heads.get(group.target) ?? [],
      })),
      ...all,
      page: shown,
      pages,
    };
  }

  /** Returns the heaviest reports of some groups, by target. @param most of each */
  async #readHeads(
    state: ReportState,
    targets: readonly string[],
    most: number,
  ): Promise<Map<string, ReportHead[]>> {
    const heads = new Map<string, ReportHead[]>();
    if (targets.length === 0) return heads;
    const order = "coalesce(standing, 1) DESC, created_at, report";
    const placed = `SELECT report, row_number() OVER (PARTITION BY ${TARGET} ORDER BY ${order}) AS place
      FROM reports WHERE ${WHERE[state]} AND ${TARGET} IN (${marksFor(targets)})`;
    const first = `SELECT report FROM (${placed}) AS placed WHERE place <= ?`;
    const sql = `SELECT ${TARGET} AS target, content FROM reports WHERE report IN (${first}) ORDER BY ${order}`;
    for (const row of await this.#database.query(sql, ...targets, most)) {
      const target = String(row["target"]);
      heads.set(target, [...(heads.get(target) ?? []), headOf(contentOf(row) as Report)]);
    }
    return heads;
  }

  /** Returns how many unsettled reports each match has. */
  async countReports(): Promise<ReadonlyMap<string, number>> {
    const sql = "SELECT match, count(*) AS count FROM reports WHERE settled_at IS NULL GROUP BY match";
    const rows = await this.#database.query<{ match: string; count: number }>(sql);
    return new Map(rows.map(({ match, count }) => [match, count]));
  }

  /** Returns a report, settled or not; `null`: there is none of this id. */
  async findReport(id: string): Promise<Report | null> {
    const [row] = await this.#database.query("SELECT content FROM reports WHERE report = ?", id);
    return row ? (contentOf(row) as Report) : null;
  }

  /** Returns how many of the chosen reports wait to be settled. */
  async countChosen(chosen: ChosenReports): Promise<number> {
    const { where, values } = chosenBy(chosen);
    const sql = `SELECT count(*) AS count FROM reports WHERE ${where}`;
    const [row] = await this.#database.query<{ count: number }>(sql, ...values);
    return row?.count ?? 0;
  }

  /** Settles reports. Returns `false`, and changes nothing, if none of them waits for it. @param at ms since 1970 */
  settleReports(chosen: ChosenReports, at: number, entry: AuditEntry): Promise<boolean> {
    const { where, values } = chosenBy(chosen);
    return this.#change(statement(`UPDATE reports SET settled_at = ? WHERE ${where}`, at, ...values), entry);
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

  /** Deletes some expired rows of each kind. Returns whether there were any. */
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

/** Returns the condition of the chosen reports that are not settled, and its values. */
function chosenBy({ reports, targets, before }: ChosenReports): { where: string; values: Value[] } {
  const named = [
    ...(reports.length > 0 ? [`report IN (${marksFor(reports)})`] : []),
    ...(targets.length > 0 ? [`${TARGET} IN (${marksFor(targets)})`] : []),
  ].join(" OR ");
  const where = `settled_at IS NULL AND created_at <= ? AND (${named})`;
  return { where, values: [before, ...reports, ...targets] };
}

/** Returns the `?` for the values of a list, which is not empty. */
const marksFor = (values: readonly Value[]): string => values.map(() => "?").join(", ");

function contentOf({ content }: Row): unknown {
  return JSON.parse(String(content));
}
