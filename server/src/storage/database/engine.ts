import { existsSync, renameSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import type { Time } from "../../time.ts";
import {
  DamagedItem,
  DatabaseOpenError,
  hasMetTransaction,
  isConstraint,
  isCorrupt,
  isIoError,
  isSchemaMismatch,
  UnknownCommit,
} from "./errors.ts";
import { FileIdentity, keepPrivate, openFile, requireRoom } from "./file.ts";
import { LogCopy } from "./log-copy.ts";
import type { Plugin, PluginType } from "./plugin.ts";
import { syncFolderOf } from "./replaced.ts";
import { recover, replaceBySuccessor, successorOf } from "./recovery.ts";
import type { Outcome, Reply, Request, Statement, ThreadEvent } from "./requests.ts";
import { markClosed, markRunning, writeProbe } from "./running.ts";
import { Statements } from "./statements.ts";

/** Pages that a backup copies at a time; requests are served in between. */
const BACKUP_STEP = 512;
/** How often a backup begins in vain because a transaction is under way just then. */
const BACKUP_ATTEMPTS = 100;
/** ms between two attempts to open the file again: a recovery reads all of it. */
const REOPEN_INTERVAL = 5_000;
/** ms for which a commit shows that the next one will become durable too. */
const COMMIT_COUNTS = 1_000;
/** Bytes for which there must be room again after a write failed: more than a group of commands needs. */
const ROOM = 128 * 1024;

export interface EngineOptions {
  /** See `openFile`. */
  readonly migrations: readonly string[];
  readonly plugin: PluginType;
  readonly time: Pick<Time, "now" | "monotonic">;
}

/** Why the file is not open, and since when by `Time.monotonic`. */
interface Closed {
  readonly error: unknown;
  readonly at: number;
}

/** An open file. */
interface Opened {
  readonly identity: FileIdentity;
  readonly log: LogCopy;
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly plugin: Plugin;
}

/**
 * The server's database, in whatever thread it runs. Requests come in groups; all writes of a group are one transaction, which
 * is made durable at once however many they are.
 */
export class Engine {
  readonly #file: string;
  readonly #options: EngineOptions;
  readonly #emit: (event: ThreadEvent) => void;
  #open: Opened;
  /** Set if the file could not be opened again after a recovery or a restore. */
  #closed: Closed | null = null;
  /** Whether a rolled-back transaction may have left the plugin ahead of the file. */
  #isStale = false;
  /** Whether the file was recovered since it was opened: a second time would not find more. */
  #isRecovered = false;
  /** Whether the file was open before: its log is missing then only because this engine has closed it. */
  #isReopened = false;
  /** When a transaction became durable last, by `Time.monotonic`. */
  #committedAt = Number.NEGATIVE_INFINITY;
  /** Whether the file took no write, and `#probe` has not found since that it does. */
  #isFailing = false;

  /**
   * Opens the file, creates it if there is none, and recovers it if it is damaged.
   * @throws `DatabaseOpenError`, or an error of SQLite or of the file system
   */
  constructor(file: string, options: EngineOptions, emit: (event: ThreadEvent) => void) {
    this.#file = file;
    this.#options = options;
    this.#emit = emit;
    this.#open = this.#openOrRecover();
    this.#isReopened = true;
    if (!keepPrivate(file)) emit({ event: "mode-refused" });
  }

  /** Runs requests. Those that write come first, and are durable when this returns. */
  run(requests: readonly Request[]): Reply[] {
    const writes = requests.filter((request) => this.#isWrite(request));
    const reads = requests.filter((request) => !this.#isWrite(request));
    return [...this.#runWrites(writes), ...reads.map((request) => this.#runRead(request))];
  }

  /** Runs a request that concerns the whole file. */
  async runExclusive(request: Request): Promise<Reply> {
    const [id, method, [file]] = request;
    try {
      if (method === "backup") return [id, "done", await this.backup(String(file))];
      if (method === "restore") return [id, "done", this.restore(String(file))];
      return [id, "done", this.close()];
    } catch (error) {
      return failureOf(request, error);
    }
  }

  /** Copies the whole database, as it is when the copy ends, into a new file. Requests are served meanwhile. */
  async backup(to: string): Promise<void> {
    this.#reopenIfClosed();
    this.#mendLog();
    keepPrivate(to);
    await this.#copyTo(to);
    const copy = new DatabaseSync(to);
    markClosed(copy);
    copy.close();
  }

  async #copyTo(to: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await backup(this.#open.database, to, { rate: BACKUP_STEP });
        return;
      } catch (error) {
        if (attempt === BACKUP_ATTEMPTS || !hasMetTransaction(error)) throw error;
      }
    }
  }

  /**
   * Replaces the database by another file, which was verified (`verifyFile`) and is moved. The replaced file stays beside it. A crash
   * leaves the one or the other at its path, or what the next start finds (`replaceBySuccessor`).
   * @returns where the replaced file is now
   */
  restore(from: string): string {
    this.#prepare();
    const fence = this.#open.plugin.readFence();
    this.close();
    const replaced = this.#replaceBy(from);
    this.#transact(() => this.#open.plugin.raiseFence(fence));
    return replaced;
  }

  /** Whatever fails, the file that is there then is opened. */
  #replaceBy(other: string): string {
    try {
      // Two files would have to be moved, and a crash could come in between.
      if (existsSync(`${this.#file}-wal`)) throw new Error("the write-ahead log cannot be emptied");
      renameSync(other, successorOf(this.#file));
      syncFolderOf(this.#file);
      return replaceBySuccessor(this.#file, "replaced", this.#options.time.now());
    } finally {
      this.#isRecovered = false;
      this.#reopen(() => this.#openOrRecover());
    }
  }

  close(): void {
    if (!this.#open.database.isOpen) return;
    try {
      this.#transact(() => {
        this.#open.plugin.beforeClose();
        markClosed(this.#open.database);
      });
    } catch {
      // What the plugin writes here only saves time at the next start.
    }
    this.#closeFile();
  }

  #closeFile(): void {
    this.#open.database.close();
    this.#open.log.close();
  }

  #isWrite([, method]: Request): boolean {
    return method === "change" || this.#options.plugin.writes.has(method);
  }

  #runWrites(requests: readonly Request[]): Reply[] {
    if (requests.length === 0) return [];
    try {
      return this.#orRecover(() => this.#commit(requests));
    } catch (error) {
      if (!isConstraint(error)) this.#isFailing = true;
      if (!isConstraint(error) || requests.length === 1)
        return requests.map((request) => failureOf(request, error));
      // One of them is invalid: each gets a transaction of its own.
      return requests.flatMap((request) => this.#runWrites([request]));
    }
  }

  /** Runs work, and again after a recovery if the file is damaged. @throws the first error if that does not help */
  #orRecover<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!this.#callsForRecovery(error)) throw error;
      try {
        this.#recover();
        return work();
      } catch {
        throw error;
      }
    }
  }

  #commit(requests: readonly Request[]): Reply[] {
    return this.#transact(() => {
      const replies = requests.map((request) => this.#reply(request));
      this.#open.plugin.beforeCommit();
      return replies;
    });
  }

  #transact<T>(work: () => T): T {
    this.#prepare();
    this.#refresh();
    const { database } = this.#open;
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      commit(this.#open);
      this.#committedAt = this.#options.time.monotonic();
      return result;
    } catch (error) {
      this.#isStale = true;
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }

  /** @throws Error if the file cannot be used now */
  #prepare(): void {
    this.#reopenIfClosed();
    this.#open.identity.check();
    this.#mendLog();
  }

  /**
   * Writes the write-ahead log again if another program has harmed it: SQLite would copy what is there now into the database's file.
   * @returns whether it did. A file that is no longer at its path is left alone
   */
  #mendLog(): boolean {
    const { identity, log } = this.#open;
    const harm = identity.isThere() ? log.findHarm() : null;
    if (harm === null) return false;
    log.restore(this.#options.time.now());
    this.#closeFile();
    this.#reopen(() => this.#openOrRecover());
    this.#emit({ event: "log-restored", harm });
    return true;
  }

  #refresh(): void {
    if (!this.#isStale) return;
    this.#open.plugin.reload();
    this.#isStale = false;
  }

  #runRead(request: Request): Reply {
    try {
      return this.#orRecover(() => {
        this.#prepare();
        this.#refresh();
        return this.#reply(request);
      });
    } catch (error) {
      if (request[1] === "check") this.#isFailing = true;
      return failureOf(request, error);
    }
  }

  #callsForRecovery(error: unknown): boolean {
    const isDamage = isCorrupt(error) || (error instanceof DamagedItem && error.isRecoverable);
    return isDamage && !this.#isRecovered;
  }

  /** Replies `damaged` to what concerns one item alone. @throws every other error, and damage that recovery may repair */
  #reply([id, method, args]: Request): Reply {
    try {
      return [id, "done", this.#call(method, args)];
    } catch (error) {
      if (!(error instanceof DamagedItem) || this.#callsForRecovery(error)) throw error;
      if (error.isRecoverable) this.#open.plugin.giveUp(error.item);
      return [id, "damaged", error.message];
    }
  }

  #call(method: string, args: readonly unknown[]): unknown {
    const { statements, plugin } = this.#open;
    if (method === "check") return this.#probe();
    if (method === "change") return statements.change(args[0] as readonly Statement[]);
    if (method === "query") return statements.query(args[0] as Statement);
    const { reads, writes } = this.#options.plugin;
    if (!reads.has(method) && !writes.has(method)) throw new Error(`the database has no method ${method}`);
    const methods = plugin as unknown as {
      readonly [name: string]: (...args: readonly unknown[]) => unknown;
    };
    return methods[method]?.(...args);
  }

  /**
   * Makes something durable, unless a commit has just shown that this is possible. After a write that failed there must be room for any
   * group of commands: a small one may fit where the next one does not.
   * @throws the error of the write
   */
  #probe(): null {
    const { time } = this.#options;
    if (!this.#isFailing && time.monotonic() - this.#committedAt < COMMIT_COUNTS) return null;
    if (this.#isFailing) requireRoom(`${this.#file}.probe`, ROOM);
    this.#transact(() => writeProbe(this.#open.database));
    this.#isFailing = false;
    return null;
  }

  #openOrRecover(): Opened {
    // The last replacement of the file was stopped between its two steps.
    if (existsSync(successorOf(this.#file)))
      replaceBySuccessor(this.#file, "replaced", this.#options.time.now());
    try {
      return this.#openFile();
    } catch (error) {
      // Damaged rows may violate what a later version's tables require.
      if (!isCorrupt(error) && !isSchemaMismatch(error) && !isConstraint(error)) throw error;
      return this.#recoverAndOpen();
    }
  }

  #openFile(): Opened {
    const hasLog = existsSync(`${this.#file}-wal`);
    const database = openFile(this.#file, this.#options.migrations);
    try {
      const plugin = this.#options.plugin.open(database);
      if (!this.#isRecovered) plugin.verify();
      if (markRunning(database) && !hasLog && !this.#isReopened) this.#emit({ event: "log-missing" });
      const identity = new FileIdentity(this.#file);
      const log = new LogCopy(this.#file);
      return { database, plugin, identity, log, statements: new Statements(database) };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #recover(): void {
    // Then it was not the file that could not be read.
    if (this.#mendLog()) return;
    this.#closeFile();
    this.#reopen(() => this.#recoverAndOpen());
  }

  /** Opens the file in place of the one that was closed. */
  #reopen(open: () => Opened): void {
    try {
      this.#open = open();
      [this.#isStale, this.#closed] = [false, null];
    } catch (error) {
      this.#isRecovered = false;
      this.#closed = { error, at: this.#options.time.monotonic() };
      throw error;
    }
  }

  /** @throws Error if the file is closed, and cannot be opened now */
  #reopenIfClosed(): void {
    if (this.#closed === null) return;
    const { error, at } = this.#closed;
    const isDue = this.#options.time.monotonic() - at >= REOPEN_INTERVAL;
    if (!isDue) throw new Error(`the database is not open: ${describe(error)}`);
    try {
      // Never a new one in its place.
      if (![this.#file, successorOf(this.#file)].some((file) => existsSync(file)))
        throw new Error(`${this.#file} was removed`);
      this.#reopen(() => this.#openOrRecover());
    } catch (cause) {
      // Not as the error itself, which may call for a recovery: there has just been one.
      throw new Error(`the database cannot be opened: ${describe(cause)}`, { cause });
    }
  }

  #recoverAndOpen(): Opened {
    const { migrations, plugin: type, time } = this.#options;
    this.#isRecovered = true;
    const damaged = recover(this.#file, migrations, type, time.now());
    this.#emit({ event: "recovered", damaged });
    return this.#openFile();
  }
}

/** @throws `UnknownCommit`, or an error after which nothing is committed */
function commit({ database, identity, log }: Opened): void {
  let isCommitted = false;
  try {
    database.exec("COMMIT");
    isCommitted = true;
    const harm = log.update();
    identity.check();
    if (harm !== null) throw new Error(harm);
  } catch (error) {
    const isUnknown = isCommitted || isIoError(error);
    throw error instanceof Error && isUnknown ? new UnknownCommit(error) : error;
  }
}

function failureOf([id]: Request, error: unknown): Reply {
  if (error instanceof UnknownCommit) return [id, "unknown", error.message];
  const isRefused = error instanceof DatabaseOpenError || isConstraint(error);
  const outcome: Outcome = isRefused ? "refused" : "failed";
  return [id, outcome, describe(error)];
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
