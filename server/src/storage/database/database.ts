import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { RefusalError, refusalBody } from "../../refusal.ts";
import { StartError } from "../../start-error.ts";
import type { Time } from "../../time.ts";
import { type FileTask, runFileTask } from "./file-task.ts";
import { listReplaced, parseReplaced, type ReplacedFile } from "./replaced.ts";
import type { OpenRequest, Outcome, Reply, Request, Row, Statement, ThreadEvent, Value } from "./requests.ts";

/** Why a request was not done; `unknown`: the thread or the file went away while it ran, so it may have been. */
type FailedOutcome = Exclude<Outcome, "done">;

/** Thrown when a request was not done. To clients it is `match-damaged` or `unavailable`. */
export class DatabaseRequestError extends RefusalError {
  readonly outcome: FailedOutcome;
  /** The reason, for the log. */
  readonly reason: string;

  constructor(outcome: FailedOutcome, reason: string) {
    super(refusalBody(outcome === "damaged" ? "match-damaged" : "unavailable"));
    this.outcome = outcome;
    this.reason = reason;
  }
}

export interface DatabaseOptions {
  /** Runs the worker module without a task. */
  readonly thread: Worker;
  /** The module that runs in the threads: it calls `serveDatabase`, or `serveFileTask` if there is one. */
  readonly worker: URL;
  /** See `openFile`. */
  readonly migrations: readonly string[];
  readonly time: Pick<Time, "after" | "monotonic" | "nextTurn">;
  readonly log: Logger;
}

/** ms within which a write must become durable, or the database counts as not available. */
const WRITE_TIMEOUT = 2_000;

interface Pending<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The server's one database, in a thread of its own, so that a slow disk delays answers and nothing else. Requests of one turn
 * of the event loop are sent together; those that wait in the thread become durable together.
 *
 * Every method rejects with `DatabaseRequestError` if the request was not done.
 */
export class Database {
  readonly file: string;
  readonly #options: DatabaseOptions;
  readonly #worker: Worker;
  readonly #time: DatabaseOptions["time"];
  readonly #log: Logger;
  readonly #crash = Promise.withResolvers<void>();
  readonly #pending = new Map<number, Pending<unknown> & { readonly method: string }>();
  #outgoing: Request[] = [];
  /** The check that is under way, for all who ask meanwhile, and since when it is, by `Time.monotonic`. */
  #check: { readonly passes: Promise<boolean>; readonly begun: number } | null = null;
  #lastId = 0;
  #isFailing = false;
  #isClosing = false;
  #hasEnded = false;

  /**
   * Opens a file, or creates it if there is none.
   * @throws `StartError` if it cannot be used
   */
  static async open(file: string, options: DatabaseOptions): Promise<Database> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const database = new Database(file, options, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    options.thread.postMessage({ file, migrations: options.migrations } satisfies OpenRequest);
    await promise;
    return database;
  }

  private constructor(file: string, options: DatabaseOptions, opening: Pending<void>) {
    const { thread: worker, time, log } = options;
    this.file = file;
    this.#options = options;
    this.#worker = worker;
    this.#time = time;
    this.#log = log;
    worker.on("message", (message: ThreadEvent | readonly Reply[]) => {
      if ("event" in message) this.#handleEvent(message, opening);
      else for (const reply of message) this.#settle(reply);
    });
    worker.on("error", (err) => {
      log.fatal({ err }, "database thread failed");
      opening.reject(err);
    });
    worker.on("exit", () => {
      opening.reject(new StartError("DATA_DIR cannot be used: the database thread ended."));
      this.#end();
    });
  }

  /** Resolves if the thread ends without `close`: then nothing can be read or written any more. */
  get crashed(): Promise<void> {
    return this.#crash.promise;
  }

  /**
   * Runs statements, all or none. Resolves when they are durable; with `false` if the first, or one that is `required`, would have
   * changed nothing: then none was run.
   */
  change(...statements: Statement[]): Promise<boolean> {
    return this.request("change", [statements]) as Promise<boolean>;
  }

  /** Reads the rows of a statement that changes nothing. */
  query<R extends object = Row>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.request("query", [{ sql, values }]) as Promise<R[]>;
  }

  /**
   * Tells whether changes can be made: its files are where they were opened, and a write becomes durable within 2 s. Nothing is written if
   * another write did within the last second.
   */
  async isAvailable(): Promise<boolean> {
    const { passes, begun } = (this.#check ??= this.#startCheck());
    const left = WRITE_TIMEOUT - (this.#time.monotonic() - begun);
    const late = Promise.withResolvers<boolean>();
    const cancel = this.#time.after(Math.max(0, left), () => {
      // Where this process stood still the answer may be here, and is handled next.
      void this.#time.nextTurn().then(() => late.resolve(false));
    });
    return Promise.race([passes, late.promise]).finally(cancel);
  }

  #startCheck(): { readonly passes: Promise<boolean>; readonly begun: number } {
    const passes = this.request("check", []).then(
      () => true,
      () => false,
    );
    void passes.then(() => (this.#check = null));
    return { passes, begun: this.#time.monotonic() };
  }

  /** Copies the whole database into a new file. Requests are served meanwhile. */
  async backup(to: string): Promise<void> {
    await this.request("backup", [to]);
  }

  /**
   * Checks in a thread of its own that another file can replace the database, and brings it to this version.
   * @throws `DatabaseFlawError`, `DiskFullError`, or an Error if the file cannot be read or written
   */
  async verify(file: string): Promise<void> {
    await this.#runFileTask(file, { task: "verify" });
  }

  /**
   * Reads one row from another file, in a thread of its own.
   * @returns `null`: none, or the file is of another version
   * @throws Error if the file cannot be read
   */
  readFrom(file: string, sql: string): Promise<Row | null> {
    return this.#runFileTask(file, { task: "read", sql });
  }

  /**
   * Verifies another file, and replaces the database by it: the file is moved, and the replaced one kept.
   * @throws as `verify`, and `DatabaseRequestError`
   */
  async restore(from: string): Promise<ReplacedFile> {
    await this.verify(from);
    const path = String(await this.request("restore", [from]));
    const replaced = parseReplaced(this.file, path);
    if (replaced === null) throw new Error(`not the name of a replaced database: ${path}`);
    return replaced;
  }

  /** Lists what was replaced and kept, the last first. */
  listReplaced(): ReplacedFile[] {
    return listReplaced(this.file);
  }

  #runFileTask(file: string, fileTask: FileTask): Promise<Row | null> {
    const { worker, migrations } = this.#options;
    return runFileTask(worker, { file, migrations, fileTask });
  }

  /** Calls a method in the thread, e.g. one of the plugin. */
  request(method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(new DatabaseRequestError("failed", "the database is closed"));
    this.#lastId += 1;
    if (this.#outgoing.length === 0) void this.#time.nextTurn().then(() => this.#send());
    this.#outgoing.push([this.#lastId, method, args]);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(this.#lastId, { method, resolve, reject });
    return promise;
  }

  async close(): Promise<void> {
    if (this.#hasEnded) return;
    this.#isClosing = true;
    const ended = new Promise((resolve) => this.#worker.once("exit", resolve));
    await this.request("close", []);
    await ended;
  }

  #send(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    this.#worker.postMessage(this.#outgoing);
    this.#outgoing = [];
  }

  #handleEvent(event: ThreadEvent, opening: Pending<void>): void {
    switch (event.event) {
      case "opened":
        return opening.resolve();
      case "open-failed":
        return opening.reject(new StartError(`DATA_DIR cannot be used (${event.code}): ${event.sentence}`));
      case "recovered":
        return this.#log.error(
          { code: "database-damaged", damaged: event.damaged },
          "damaged database recovered into a new file",
        );
      case "log-missing":
        return this.#log.error({ code: "journal-gaps" }, "write-ahead log missing");
      case "log-restored":
        return this.#log.error({ code: "log-harmed", reason: event.harm }, "write-ahead log restored");
      case "mode-refused":
        this.#log.warn({ file: this.file }, "database file mode not changed");
    }
  }

  #settle([id, outcome, value]: Reply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (outcome === "done") pending?.resolve(value);
    else pending?.reject(new DatabaseRequestError(outcome, String(value)));
    // A copy may fail where it is written.
    if (pending?.method !== "backup") this.#logAvailability(outcome, value);
  }

  /** Logs once that the file cannot be used, and once that it can again. */
  #logAvailability(outcome: Outcome, value: unknown): void {
    if ((outcome === "failed" || outcome === "unknown") && !this.#isFailing) {
      this.#log.error({ code: "database-unavailable", reason: value }, "database unavailable");
      this.#isFailing = true;
    } else if (outcome === "done" && this.#isFailing) {
      this.#log.info("database available again");
      this.#isFailing = false;
    }
  }

  #end(): void {
    this.#hasEnded = true;
    if (!this.#isClosing) this.#crash.resolve();
    for (const { reject } of this.#pending.values())
      reject(new DatabaseRequestError("unknown", "the database thread ended"));
    this.#pending.clear();
  }
}
