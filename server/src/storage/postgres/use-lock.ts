import type pg from "pg";
import type { Logger } from "pino";
import type { StartError } from "../../start-error.ts";
import type { Cancel, Time } from "../../time.ts";
import { LOCKS, PostgresClient, readLockOptions, SESSION_END, unusable } from "./connection.ts";
import { reasonOf } from "./reason-of.ts";

/** ms between two checks whether the lock is still held; for as long one that was lost may go unnoticed. */
const CHECK_INTERVAL = 2_000;
/** ms between two attempts to take it. */
const RETRY_INTERVAL = 100;
/** ms that a start waits for a server that was killed: PostgreSQL may not have noticed yet. */
const START_TIMEOUT = 3_000;

/** ms after which a lock that is refused is another server's: until then the own lost connection may hold it. */
const PATIENCE = SESSION_END + 10_000;

export interface UseLockOptions {
  /** Whether servers that share a Redis may hold it together. */
  readonly shared: boolean;
  readonly time: Pick<Time, "monotonic" | "after">;
  readonly log: Logger;
}

/**
 * Tells the other servers of a database that this one uses it: a server without `REDIS_URL` must be the only one, for it does not
 * see the matches of others. The lock ends with its connection; when PostgreSQL is back, it is taken again.
 */
export class UseLock {
  readonly #url: string;
  readonly #options: UseLockOptions;
  readonly #taken = Promise.withResolvers<string>();
  #client: pg.Client | null = null;
  #cancel: Cancel = () => {};
  /** The check that is under way. */
  #checked: Promise<void> = Promise.resolve();
  /** When the lock was refused first since it was lost, by `Time.monotonic`. */
  #refusedAt: number | null = null;
  #isReleased = false;

  /** @throws `StartError` if other servers use the database */
  static async acquire(url: string, options: UseLockOptions): Promise<UseLock> {
    const lock = new UseLock(url, options);
    const { time } = options;
    const end = time.monotonic() + START_TIMEOUT;
    while (!(await lock.#take())) {
      if (time.monotonic() > end) throw lock.#refusal();
      await new Promise<void>((resolve) => void time.after(RETRY_INTERVAL, resolve));
    }
    lock.#checkLater();
    return lock;
  }

  private constructor(url: string, options: UseLockOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** Resolves with a sentence if another server took the database while the connection was lost. */
  get taken(): Promise<string> {
    return this.#taken.promise;
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    this.#cancel();
    await this.#checked;
    await this.#client?.end().catch(() => {});
  }

  /**
   * Connects and tries to take the lock. Resolves with whether it is held now.
   * @throws `StartError` if PostgreSQL cannot be asked
   */
  async #take(): Promise<boolean> {
    const options = readLockOptions(this.#url);
    const client = new PostgresClient({ ...options, query_timeout: CHECK_INTERVAL });
    try {
      await client.connect();
      const call = this.#options.shared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
      const { rows } = await client.query<{ held: boolean }>(`SELECT ${call}($1, $2) AS held`, [
        ...LOCKS.use,
      ]);
      if (rows[0]?.held) this.#client = client;
      else await client.end();
      return rows[0]?.held ?? false;
    } catch (error) {
      client.end().catch(() => {});
      throw unusable(this.#url, error);
    }
  }

  #checkLater(): void {
    if (this.#isReleased) return;
    const check = () => (this.#checked = this.#check());
    this.#cancel = this.#options.time.after(CHECK_INTERVAL, () => void check(), { background: true });
  }

  async #check(): Promise<void> {
    const isHeld = await this.#isHeld();
    const now = this.#options.time.monotonic();
    this.#refusedAt = isHeld === false ? (this.#refusedAt ?? now) : null;
    const isTaken = this.#refusedAt !== null && now - this.#refusedAt >= PATIENCE;
    if (isTaken && !this.#isReleased) this.#taken.resolve(this.#refusal().message);
    else this.#checkLater();
  }

  /** Whether the lock is held, again if need be; `null`: PostgreSQL is away. */
  async #isHeld(): Promise<boolean | null> {
    try {
      await this.#client?.query("SELECT 1");
      return true;
    } catch (error) {
      this.#options.log.debug({ reason: reasonOf(error) }, "database lock lost");
      this.#client?.end().catch(() => {});
    }
    return this.#take().catch(() => null);
  }

  #refusal(): StartError {
    const others = this.#options.shared ? "a server without REDIS_URL uses it" : "another server uses it";
    return unusable(this.#url, `${others}; several servers need the same REDIS_URL`, "database-held");
  }
}
