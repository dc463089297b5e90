import pg from "pg";
import type { Logger } from "pino";
import { DatabaseRequestError } from "../database/database.ts";
import type { Row, Statement, Value } from "../database/requests.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { isAnswer, PostgresClient, readConnectionOptions } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { reasonOf } from "./reason-of.ts";

/** ms that a statement may take: a player waits for it. Its connection is closed then. */
const QUERY_TIMEOUT = 4_000;
/** Connections of one server for what changes something. While a standby is away, commits hold them all. */
const WRITE_CONNECTIONS = 6;
/** Connections of one server for what only reads, which waits for no standby. */
const READ_CONNECTIONS = 4;

/** A session waits for its standby when its server has given up already, and longer than any standby that is there takes. */
const COMMITS_WAIT = {
  text: `SELECT FROM pg_stat_activity WHERE usename = current_user AND datname = current_database()
    AND wait_event = 'SyncRep' AND state_change < now() - interval '1 second' LIMIT 1`,
  values: [],
};

/**
 * ms that a statement waits for a row of another, less than `QUERY_TIMEOUT`: a session does not notice that its server has gone, and
 * while a synchronous standby is away, all connections would wait for rows of commits that wait. Never `statement_timeout`: it ends
 * such a commit's wait as if the standby had it.
 */
const LOCK_TIMEOUT = 3_000;

/**
 * An answer is durable once it is given: a session in which commits are asynchronous is corrected. Other values, which say
 * for which standby a commit waits, are the operator's.
 */
const DURABLE_COMMITS = `set_config('synchronous_commit',
  replace(current_setting('synchronous_commit'), 'off', 'on'), false)`;

/**
 * A session whose server does not go on with its transaction holds up all who wait for the same rows: its connection may be lost without an end, which
 * PostgreSQL would not notice for hours.
 */
const SETTINGS = `SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', false),
  set_config('idle_in_transaction_session_timeout', '${QUERY_TIMEOUT}', false), ${DURABLE_COMMITS}`;

/** How often a transaction is tried that PostgreSQL rolls back for another one, which then ends. */
const TRIES = 3;

/** Before that: tried again at once, it could lock its rows before the other one, which waits for them, has been woken. */
const RETRY_PAUSE = { text: "SELECT pg_sleep(0.2)", values: [] };

/** PostgreSQL rolled a transaction back for another one: it can be retried. */
class RolledBackError extends DatabaseRequestError {}

export interface PostgresOptions {
  /** See `migrate`; `null`: the database is read as it is. */
  readonly migrations: readonly string[] | null;
  readonly log: Logger;
}

/** A statement with values for `$1`, `$2` ... */
export interface PostgresStatement {
  /** A statement with a name is parsed and planned once for each connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs statements: the installation's database, or a session of it. */
export type PostgresAccess = Pick<PostgresDatabase, "run" | "read">;

/**
 * The PostgreSQL database of an installation, through a few connections. While it is away every request is rejected at once, or
 * after a timeout; it connects again by itself. While a synchronous standby is away, reads are answered; the first writes wait
 * in PostgreSQL for good, and others are rejected at once, so that no more sessions wait.
 *
 * Every method rejects with `DatabaseRequestError` if the request was not done: with the outcome `failed`, or `refused` if
 * PostgreSQL cannot run the statement, if nothing was written; with `unknown` if the connection was lost before the answer.
 */
export class PostgresDatabase implements SqlDatabase {
  readonly #writes: pg.Pool;
  readonly #reads: pg.Pool;
  readonly #log: Logger;
  #isFailing = false;
  /** Whether a write got no answer, and it is not known that its commit has ended since. */
  #mayCommitsWait = false;
  #waitCheck: Promise<void> | null = null;
  /** The check that is under way, for all who ask meanwhile. */
  #check: Promise<boolean> | null = null;
  /** How many connections were lost in use. */
  #losses = 0;
  /** `#losses` when each connection was last known to work. */
  readonly #proven = new WeakMap<pg.ClientBase, number>();

  /**
   * Connects to a database, and migrates it.
   * @param url `postgres://user:password@host:port/database`
   * @throws `StartError` if it cannot be used
   */
  static async open(url: string, { migrations, log }: PostgresOptions): Promise<PostgresDatabase> {
    if (migrations !== null) await migrate(url, migrations);
    return new PostgresDatabase(url, log);
  }

  private constructor(url: string, log: Logger) {
    this.#log = log;
    this.#writes = openPool(url, WRITE_CONNECTIONS, log);
    this.#reads = openPool(url, READ_CONNECTIONS, log);
    for (const pool of [this.#writes, this.#reads])
      pool.on("connect", (client) => this.#proven.set(client, this.#losses));
  }

  /** Runs one statement in a transaction of its own. Resolves with its rows when what it wrote is durable. */
  run<R extends pg.QueryResultRow>(statement: PostgresStatement): Promise<R[]> {
    return this.#write((client) => rowsOf<R>(client, statement));
  }

  /** Runs one statement that changes nothing. */
  read<R extends pg.QueryResultRow>(statement: PostgresStatement): Promise<R[]> {
    return this.#use(this.#reads, (client) => rowsOf<R>(client, statement));
  }

  change(...statements: Statement[]): Promise<boolean> {
    return this.#write(async (client) => {
      await ask(client, { text: "BEGIN", values: [] });
      for (const [i, { sql, values, required }] of statements.entries()) {
        const { rowCount } = await ask(client, { text: numberPlaceholders(sql), values });
        if (rowCount === 0 && (i === 0 || required)) {
          await ask(client, { text: "ROLLBACK", values: [] });
          return false;
        }
      }
      await ask(client, { text: "COMMIT", values: [] });
      return true;
    });
  }

  query<R extends object = Row>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.read<R>({ text: numberPlaceholders(sql), values });
  }

  /** Whether the database answers now. While a synchronous standby is away it does, though it accepts no write. */
  async isAvailable(): Promise<boolean> {
    this.#check ??= this.read({ text: "SELECT 1", values: [] })
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.#check = null));
    return this.#check;
  }

  async close(): Promise<void> {
    await Promise.all([this.#writes.end(), this.#reads.end()]);
  }

  async #write<T>(task: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const write = async (client: pg.PoolClient) => {
      if (this.#mayCommitsWait) await this.#refuseIfCommitsWait();
      try {
        return await task(client);
      } catch (error) {
        if (!isAnswer(error)) this.#mayCommitsWait = true;
        throw error;
      }
    };
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#use(this.#writes, write);
      } catch (error) {
        if (!(error instanceof RolledBackError) || tries === TRIES) throw error;
        this.#log.debug({ tries, reason: error.reason }, "transaction retried");
        // If this fails, the next try says why.
        await this.#use(this.#writes, (client) => ask(client, RETRY_PAUSE)).catch(() => {});
      }
    }
  }

  /** Rejects a write that would wait for a standby that is away. Writes that come at the same time ask once. */
  async #refuseIfCommitsWait(): Promise<void> {
    this.#waitCheck ??= this.read(COMMITS_WAIT)
      .then(({ length }) => void (this.#mayCommitsWait = length > 0))
      .finally(() => (this.#waitCheck = null));
    await this.#waitCheck.catch((error: unknown) => {
      // Nothing was written, whatever became of the question.
      throw this.#fail("failed", error);
    });
    if (this.#mayCommitsWait) throw this.#fail("failed", new Error("commits wait for a synchronous standby"));
  }

  async #use<T>(pool: pg.Pool, task: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect(pool);
    try {
      const result = await task(client);
      this.#proven.set(client, this.#losses);
      client.release();
      this.#noteAvailable();
      return result;
    } catch (error) {
      if (error instanceof DatabaseRequestError) {
        client.release();
        throw error;
      }
      const isRolledBack = isAnswer(error) && (await rollBack(client));
      if (!isRolledBack) this.#losses += 1;
      client.release(!isRolledBack);
      if (!isRolledBack) throw this.#fail("unknown", error);
      const kind = kindOf(error);
      throw kind === "outage" ? this.#fail("failed", error) : this.#refuse(kind, error);
    }
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      for (;;) {
        const client = await pool.connect();
        if (this.#proven.get(client) === this.#losses) return client;
        // It may lead nowhere, like the one that was lost meanwhile, and answer nothing for as long as a statement may take.
        client.release(true);
      }
    } catch (error) {
      throw this.#fail("failed", error);
    }
  }

  /** Logs once that the database cannot be used. */
  #fail(outcome: "failed" | "unknown", error: unknown): DatabaseRequestError {
    const reason = reasonOf(error);
    if (!this.#isFailing) this.#log.error({ code: "database-unavailable", reason }, "database unavailable");
    this.#isFailing = true;
    return new DatabaseRequestError(outcome, reason);
  }

  /** Logs each statement that PostgreSQL cannot run: a bug, a lost right or damage, which no retry mends. */
  #refuse(kind: "rolled-back" | "contention" | "refusal", error: pg.DatabaseError): DatabaseRequestError {
    const [reason, sqlState] = [reasonOf(error), error.code];
    if (kind === "rolled-back") return new RolledBackError("failed", reason);
    if (kind === "contention") {
      this.#log.debug({ reason, sqlState }, "lock not available");
      return new DatabaseRequestError("failed", reason);
    }
    this.#log.error({ code: "database-refused", reason, sqlState }, "database statement refused");
    return new DatabaseRequestError("refused", reason);
  }

  #noteAvailable(): void {
    if (this.#mayCommitsWait) return;
    if (this.#isFailing) this.#log.info("database available again");
    this.#isFailing = false;
  }
}

/**
 * Ends the transaction of a statement that failed. Resolves with whether the connection still answers: then nothing was
 * written. An error after which the connection ends may have come when the transaction was committed already.
 */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return ask(client, { text: "ROLLBACK", values: [] }).then(
    () => true,
    () => false,
  );
}

// Classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
/** Connection, resources, an operator, the system; and a standby, which is read only. */
const OUTAGES = ["08", "53", "57", "58", "25"];
/** Another transaction holds a lock that was not free in time. */
const CONTENTION = "55";
/** What can be retried: one of two transactions that cannot be serialized, or of a deadlock. */
const ROLLED_BACK = ["40001", "40P01"];

/** Returns what an error means for a request that was rolled back: whether PostgreSQL, another request or the request itself is why. */
function kindOf({ code = "" }: pg.DatabaseError): "outage" | "rolled-back" | "contention" | "refusal" {
  const sqlClass = code.slice(0, 2);
  if (OUTAGES.includes(sqlClass)) return "outage";
  if (ROLLED_BACK.includes(code)) return "rolled-back";
  return sqlClass === CONTENTION ? "contention" : "refusal";
}

function openPool(url: string, max: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...readConnectionOptions(url),
    max,
    Client: PostgresClient,
    query_timeout: QUERY_TIMEOUT,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its type says
    onConnect: (client) => client.query(SETTINGS),
  });
  // One that is lost while nothing uses it: the next request opens another.
  pool.on("error", (error) => log.debug({ reason: reasonOf(error) }, "connection lost"));
  return pool;
}

async function rowsOf<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: PostgresStatement,
): Promise<R[]> {
  return (await ask<R>(client, statement)).rows;
}

/** Runs a statement. Rejects also if it seems to have ended without PostgreSQL having said that it did. */
async function ask<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  { name, text, values }: PostgresStatement,
): Promise<pg.QueryResult<R>> {
  const result = await client.query<R>({
    ...(name !== undefined && { name }),
    text,
    values: [...values],
  });
  // What PostgreSQL says that it did; it rolls back what it cannot commit.
  const did: string | null = result.command;
  if (did === null || (text === "COMMIT" && did !== text)) throw new Error("no answer to the statement");
  return result;
}

/** Returns a statement with `$1`, `$2` ... in place of each `?`. */
function numberPlaceholders(sql: string): string {
  let n = 0;
  return sql.replaceAll("?", () => `$${(n += 1)}`);
}
