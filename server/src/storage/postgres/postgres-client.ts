import type { Socket } from "node:net";
import { guardReads } from "@flower-war/protocol/sockets";
import pg from "pg";
import { MessageCheck } from "./message-check.ts";

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
