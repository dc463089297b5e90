import type { Socket } from "node:net";
import { guardReads } from "@flower-war/protocol/sockets";
import pg from "pg";
import { StartError } from "../../start-error.ts";
import { MessageCheck } from "./message-check.ts";
import { reasonOf } from "./reason-of.ts";

/** Numbers of our advisory locks: PostgreSQL has them per database. The first of each pair tells them from those of others. */
export const LOCKS = {
  /** Held while a server migrates the database. */
  migration: [0x466c6f77, 1],
  /** Held by a server while it runs: by one that is alone for itself, by those that share a Redis together. */
  use: [0x466c6f77, 2],
  /** Held by the one server of several that ships backups. */
  backups: [0x466c6f77, 3],
} as const satisfies Record<string, readonly [number, number]>;

/** ms that connecting may take, or waiting for a connection that is in use: a player waits for it. */
const CONNECT_TIMEOUT = 4_000;

/** ms after which PostgreSQL has ended the session of a server that it does not reach any more. */
export const SESSION_END = 30_000;
/** PostgreSQL asks an idle connection, and gives up one that did not take an answer: only the second ends that. */
const KEEPALIVES = `-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4 -c tcp_user_timeout=${SESSION_END}`;

/** PostgreSQL's number of the type for integers of 8 bytes. */
const INT8 = 20;

/** Ours are below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Returns the options of connections to a database.
 * @param url `DATABASE_URL`
 * @throws `StartError` if the address cannot be read
 */
export function readConnectionOptions(url: string): pg.ClientConfig {
  const options: pg.ClientConfig = {
    connectionString: url,
    application_name: "flower-war",
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  };
  try {
    // It reads the certificates that the address names.
    void new pg.Client(options);
  } catch (error) {
    throw unusable(url, error);
  }
  return options;
}

/**
 * Returns the options of a session that holds a lock.
 * @throws `StartError` if the address cannot be read
 */
export function readLockOptions(url: string): pg.ClientConfig {
  return { ...readConnectionOptions(url), options: KEEPALIVES };
}

/** Builds the error for the operator. It names the host, not the address, which has the password. */
export function unusable(url: string, reason: unknown, code?: string): StartError {
  const what = code === undefined ? `${new URL(url).host} cannot be used` : `cannot be used (${code})`;
  return new StartError(`DATABASE_URL ${what}: ${reasonOf(reason)}.`, reason);
}

/**
 * One connection to PostgreSQL, or to something that stands in front of it. Whatever that sends ends this connection at most: no event is
 * thrown as an error, and a connection that cannot be used is closed.
 */
export class PostgresClient extends pg.Client {
  #isOpen = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this;
    const drop = () => void connection.stream.destroy();
    const guardMessages = () => {
      const check = new MessageCheck();
      guardReads(connection.stream, (chunk) => check.read(chunk));
    };
    if (this.ssl) guardReads(connection.stream);
    else guardMessages();
    connection.on("sslconnect", guardMessages);
    this.on("connect", () => (this.#isOpen = true));
    // The request that used it has the error, or the next one opens another.
    this.on("error", () => {});
    connection.on("error", drop);
    connection.on("errorMessage", (error: pg.DatabaseError) => {
      // PostgreSQL closes a connection that it refuses; others may not.
      if (!this.#isOpen || !isAnswer(error)) drop();
    });
  }

  /** Says goodbye and closes the connection, without waiting for the other end, which may not answer. */
  override end(): Promise<void>;
  override end(callback: (err: Error) => void): void;
  override end(callback?: (err: Error) => void): Promise<void> | void {
    const ended = callback ? super.end(callback) : super.end();
    if (this.#isOpen) (this.connection.stream as Socket).destroySoon();
    return ended;
  }
}

/** Whether an error is PostgreSQL's answer. Its client makes the same of bytes that PostgreSQL never sends, but without an SQLSTATE. */
export function isAnswer(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^[0-9A-Z]{5}$/.test(error.code ?? "");
}
