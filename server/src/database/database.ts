import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { fault, Refused } from "../fault.ts";
import { StartError } from "../start-error.ts";
import type { Ending, Method, Methods, Note, Reply, Request, Row, Statement, Value } from "./requests.ts";

const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url);

/** Why something was not done; `unsure`: perhaps it was, for the thread ended in the midst of it. */
type NotDoneEnding = Exclude<Ending, "done"> | "unsure";

/** What was asked was not done. */
export class NotDone extends Refused {
  readonly ending: NotDoneEnding;
  /** Why, for the log. */
  readonly reason: string;

  constructor(ending: NotDoneEnding, reason: string) {
    super(fault(ending === "damaged" ? "match-damaged" : "unavailable"));
    this.name = "NotDone";
    this.ending = ending;
    this.reason = reason;
  }
}

/** What waits for the thread. */
interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The server's one database, in a thread of its own: a slow disk delays answers and nothing else. What is asked in one
 * turn of the loop travels together; what waits in the thread becomes durable together.
 *
 * Every method rejects with `NotDone`, which is the refusal `unavailable`, while the file cannot be used: then nothing
 * was written.
 */
export class Database {
  readonly file: string;
  readonly #worker: Worker;
  readonly #log: Logger;
  readonly #lost = Promise.withResolvers<void>();
  readonly #waiting = new Map<number, Waiting<unknown>>();
  #outgoing: Request[] = [];
  #asked = 0;
  /** Whether the last change failed. */
  #failing = false;
  #gone = false;
  #closing = false;

  /**
   * Opens a file, made if there is none.
   * @throws `StartError` if it cannot be used
   */
  static async open(file: string, log: Logger): Promise<Database> {
    const worker = new Worker(WORKER, { workerData: file });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const database = new Database(file, worker, log, { resolve, reject });
    await promise;
    return database;
  }

  private constructor(file: string, worker: Worker, log: Logger, opening: Waiting<void>) {
    this.file = file;
    this.#worker = worker;
    this.#log = log;
    worker.on("message", (message: Note | readonly Reply[]) => {
      if ("note" in message) this.#hear(message, opening);
      else for (const reply of message) this.#answer(reply);
    });
    worker.on("error", (err) => {
      log.fatal({ err }, "the database's thread failed");
      opening.reject(err);
    });
    worker.on("exit", () => {
      opening.reject(new StartError("DATA_DIR cannot be used: the database's thread ended."));
      this.#end();
    });
  }

  /** Resolves if its thread ends without having been asked to: then nothing can be read or written any more. */
  get lost(): Promise<void> {
    return this.#lost.promise;
  }

  /**
   * Changes something, all or nothing. Resolves when it is durable; `false`: the first statement, on which the others
   * depend, changed nothing, and so the others were not run.
   */
  change(...statements: Statement[]): Promise<boolean> {
    return this.ask("change", statements);
  }

  /** The rows that a statement gives, which changes nothing. */
  query(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.ask("query", { sql, values });
  }

  /** Asks the thread for anything that it can do. */
  ask<M extends Method>(method: M, ...args: Parameters<Methods[M]>): Promise<ReturnType<Methods[M]>> {
    if (this.#gone) return Promise.reject(new NotDone("failed", "the database is closed"));
    this.#asked += 1;
    const id = this.#asked;
    if (this.#outgoing.length === 0) setImmediate(() => this.#send());
    this.#outgoing.push([id, method, args] as Request);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    return promise as Promise<ReturnType<Methods[M]>>;
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    this.#closing = true;
    const ended = new Promise((resolve) => this.#worker.once("exit", resolve));
    await this.ask("close");
    await ended;
  }

  #send(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    this.#worker.postMessage(this.#outgoing);
    this.#outgoing = [];
  }

  #hear(note: Note, opening: Waiting<void>): void {
    switch (note.note) {
      case "open":
        return opening.resolve();
      case "not-open":
        return opening.reject(new StartError(`DATA_DIR cannot be used (${note.code}): ${note.sentence}`));
      case "rescued":
        return this.#log.error(
          { code: "database-damaged", damaged: note.damaged },
          "the database was damaged; all that could be read is in a new one",
        );
      case "gaps":
        this.#log.error(
          { code: "journal-gaps", rows: note.rows },
          "the last facts of some match are gone with their place in the database",
        );
    }
  }

  #answer([id, ending, value]: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (ending === "done") waiting?.resolve(value);
    else waiting?.reject(new NotDone(ending, String(value)));
    this.#notice(ending, value);
  }

  /** Says once that the file cannot be written, and once that it can again. */
  #notice(ending: Ending, value: unknown): void {
    if (ending === "failed" && !this.#failing) {
      this.#log.error({ code: "database-unavailable", reason: value }, "the database fails; trying on");
      this.#failing = true;
    } else if (ending === "done" && this.#failing) {
      this.#log.info("the database works again");
      this.#failing = false;
    }
  }

  #end(): void {
    this.#gone = true;
    if (!this.#closing) this.#lost.resolve();
    for (const { reject } of this.#waiting.values())
      reject(new NotDone("unsure", "the database's thread ended"));
    this.#waiting.clear();
  }
}
