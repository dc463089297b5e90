import { createHmac, hkdfSync } from "node:crypto";
import type { AuditCheck, AuditEntry } from "@flower-war/protocol/operator";
import type { Logger } from "pino";
import { refuse } from "../../refusal.ts";
import type { Statement } from "../../storage/database/requests.ts";
import { insertInto, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";

/** Entries on one page of the audit log. */
export const AUDIT_PAGE = 50;
/** Entries that a check reads at a time. */
const CHECKED_AT_ONCE = 500;
/** The most entries that one call of `cut` deletes: other requests get the store in between. */
const MOST_CUT = 100;
/** Attempts to append while other servers append too. */
const ATTEMPTS = 20;

/** An entry as it is stored. Those of servers before the chain have neither a number nor a hash. */
type StoredEntry = AuditEntry & { readonly n: number | null; readonly hash: string | null };

/** The end of a chain: its last entry. */
interface Link {
  readonly n: number;
  readonly hash: string;
}

const ENTRY_COLUMNS = {
  id: "entry",
  operator: "operator",
  account: "account",
  act: "act",
  target: "target",
  reason: "reason",
  until: "ends_at",
  createdAt: "created_at",
} as const;
const ENTRIES = new Table<AuditEntry>("audit", ENTRY_COLUMNS);
const CHAINED = new Table<StoredEntry>("audit", { ...ENTRY_COLUMNS, n: "n", hash: "hash" });

/**
 * The audit log. Each entry has a number, and a hash over itself and the hash before it, by a key that is not in the database: whoever
 * changes, deletes, adds or reorders entries there is found out. Of what has expired the last number and hash stay, with their date and a
 * hash over them. What was deleted at the newest end shows only against a number that was noted elsewhere: the log of the server has each.
 */
export class AuditChain {
  readonly #database: SqlDatabase;
  readonly #key: Buffer;
  readonly #log: Pick<Logger, "info">;

  /** @param authSecret `AUTH_SECRET`, from which the key is derived: with another one the chain cannot be checked */
  constructor(database: SqlDatabase, authSecret: string, log: Pick<Logger, "info">) {
    this.#database = database;
    this.#log = log;
    this.#key = Buffer.from(hkdfSync("sha256", authSecret, "", "flower-war audit log", 32));
  }

  /**
   * Runs a statement and appends the entry about it, both or neither. Returns `false` if the statement would have changed nothing.
   * @param change `null`: there is only the entry
   * @param more statements that may change nothing
   * @throws `RefusalError` with `unavailable` if other servers append at the same time, again and again
   */
  async append(
    entry: AuditEntry,
    change: Statement | null = null,
    more: readonly Statement[] = [],
  ): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const last = await this.#last();
      const n = last.n + 1;
      const hash = this.#hash(n, last.hash, entry);
      const insert = { ...CHAINED.insert({ ...entry, n, hash }, "ON CONFLICT DO NOTHING"), required: true };
      if (await this.#database.change(...(change ? [change] : []), insert, ...more)) {
        this.#log.info({ act: entry.act, n, hash }, "audit log appended to");
        return true;
      }
      if ((await this.#last()).n === last.n) return false;
    }
    throw refuse("unavailable");
  }

  /** Returns `AUDIT_PAGE` entries before a date, the newest first, and all more that have the date of the last. */
  read(before: number): Promise<AuditEntry[]> {
    const page = "SELECT created_at FROM audit WHERE created_at < ? ORDER BY created_at DESC LIMIT ?";
    const last = `SELECT coalesce(min(created_at), 0) FROM (${page}) AS page`;
    const sql = `SELECT ${ENTRIES.fields} FROM audit WHERE created_at < ? AND created_at >= (${last})
      ORDER BY created_at DESC, n DESC`;
    return this.#database.query<AuditEntry>(sql, before, before, AUDIT_PAGE);
  }

  /** Deletes the oldest entries, some at a time. Returns whether there were any. @param before a date */
  async cut(before: number): Promise<boolean> {
    const [first] = await this.#database.query<{ at: number | null }>(
      `SELECT min(created_at) AS at FROM audit`,
    );
    if (first?.at == null || first.at >= before) return false;
    const oldest = `SELECT ${CHAINED.fields} FROM audit ORDER BY coalesce(n, 0), created_at LIMIT ?`;
    const rows = await this.#database.query<StoredEntry>(oldest, MOST_CUT);
    const end = rows.findIndex(({ createdAt }) => createdAt >= before);
    const expired = end === -1 ? rows : rows.slice(0, end);
    if (expired.length === 0) return false;
    const marks = expired.map(() => "?").join(", ");
    const deleted = statement(`DELETE FROM audit WHERE entry IN (${marks})`, ...expired.map(({ id }) => id));
    const last = expired.at(-1);
    if (last?.n == null || last.hash === null) return this.#database.change(deleted);
    const { n, hash, createdAt } = last;
    const seal = this.#seal({ n, hash, createdAt });
    const set =
      "n = excluded.n, hash = excluded.hash, created_at = excluded.created_at, seal = excluded.seal";
    const noted = insertInto(
      "audit_cuts",
      { cut: "last", n, hash, created_at: createdAt, seal },
      `ON CONFLICT (cut) DO UPDATE SET ${set} WHERE audit_cuts.n < excluded.n`,
    );
    return this.#database.change({ ...noted, required: true }, deleted);
  }

  /**
   * Checks the chain from its oldest entry to its newest.
   * @param expired the date before which entries may have been deleted, ms since 1970
   */
  async check(expired: number): Promise<AuditCheck> {
    const cut = await this.#readCut();
    const [unchained] = await this.#database.query<{ count: number }>(
      "SELECT count(*) AS count FROM audit WHERE n IS NULL",
    );
    const found = { unchained: unchained?.count ?? 0, entries: 0 };
    if (cut !== null && (cut.seal !== this.#seal(cut) || cut.createdAt >= expired)) {
      return { ...found, last: null, fault: { kind: "cut", n: cut.n, entry: null } };
    }
    let last: Link = cut ?? { n: 0, hash: "" };
    for (;;) {
      const sql = `SELECT ${CHAINED.fields} FROM audit WHERE n > ? ORDER BY n LIMIT ?`;
      const rows = await this.#database.query<StoredEntry>(sql, last.n, CHECKED_AT_ONCE);
      for (const { n, hash, ...entry } of rows) {
        const expected = last.n + 1;
        if (n !== expected) return { ...found, last, fault: { kind: "missing", n: expected, entry: null } };
        if (hash !== this.#hash(n, last.hash, entry)) {
          return { ...found, last, fault: { kind: "changed", n, entry: entry.id } };
        }
        last = { n, hash };
        found.entries += 1;
      }
      if (rows.length < CHECKED_AT_ONCE) return { ...found, last, fault: null };
    }
  }

  async #last(): Promise<Link> {
    const [row] = await this.#database.query<Link>(
      "SELECT n, hash FROM audit WHERE n IS NOT NULL ORDER BY n DESC LIMIT 1",
    );
    return row ?? (await this.#readCut()) ?? { n: 0, hash: "" };
  }

  async #readCut(): Promise<(Link & { readonly createdAt: number; readonly seal: string }) | null> {
    const sql = `SELECT n, hash, created_at AS "createdAt", seal FROM audit_cuts`;
    const [row] = await this.#database.query<Link & { createdAt: number; seal: string }>(sql);
    return row ?? null;
  }

  #hash(
    n: number,
    before: string,
    { id, operator, account, act, target, reason, until, createdAt }: AuditEntry,
  ): string {
    const parts = [n, before, id, operator, act, target, reason, until, createdAt];
    return this.#hmac(account === null ? parts : [...parts, account]);
  }

  #seal({ n, hash, createdAt }: Link & { readonly createdAt: number }): string {
    return this.#hmac(["cut", n, hash, createdAt]);
  }

  #hmac(parts: readonly (string | number | null)[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest("base64url");
  }
}
