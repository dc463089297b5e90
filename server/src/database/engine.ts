import { existsSync, renameSync } from "node:fs";
import { backup, type DatabaseSync, type StatementSync } from "node:sqlite";
import { DamagedMatch } from "../journal/sqlite-damage.ts";
import { SqliteLog } from "../journal/sqlite-log.ts";
import { isSoundRow } from "../journal/sqlite-rows.ts";
import { DatabaseRefused, isConstraint, isCorrupt, isSchemaWrong } from "./errors.ts";
import { checkFile, openFile } from "./open.ts";
import type { Ending, Method, Methods, Note, Reply, Request, Row, Statement } from "./requests.ts";
import { rescue, successorOf, swap } from "./rescue.ts";

/** Pages that a backup copies at a time; changes go on between. */
const BACKUP_STEP = 512;

const WRITES: ReadonlySet<Method> = new Set(["change", "create", "append", "takeOver", "forget"]);

type Together = Omit<Methods, "backup" | "restore" | "close">;

/**
 * The server's database, in whatever thread it lives. Requests come in groups: all their changes are one transaction,
 * made durable at once, whatever their number.
 */
export class Engine {
  readonly #file: string;
  readonly #tell: (note: Note) => void;
  #database: DatabaseSync;
  #log: SqliteLog;
  #statements = new Map<string, StatementSync>();
  /** Whether `#log` stands where the file does. */
  #fresh = true;
  /** Whether the file was saved row by row since the start: once more would find no more. */
  #rescued = false;

  /**
   * Opens the file, made if there is none. A damaged one is saved row by row.
   * @throws DatabaseRefused
   */
  constructor(file: string, tell: (note: Note) => void) {
    this.#file = file;
    this.#tell = tell;
    if (existsSync(successorOf(file))) swap(file, "replaced", Date.now());
    [this.#database, this.#log] = this.#openOrRescue();
  }

  /** Carries requests out. Those that change something come first, and are durable when this returns. */
  run(requests: readonly Request[]): Reply[] {
    const writes = requests.filter(([, method]) => WRITES.has(method));
    const reads = requests.filter(([, method]) => !WRITES.has(method));
    return [...this.#write(writes), ...reads.map((request) => this.#attempt(request))];
  }

  /** Carries out what concerns the whole file. */
  async runAlone(request: Request): Promise<Reply> {
    const [id, method, args] = request;
    try {
      if (method === "backup") return [id, "done", await this.backup(...args)];
      if (method === "restore") return [id, "done", this.restore(...args)];
      return [id, "done", this.close()];
    } catch (error) {
      return failed(request, error);
    }
  }

  /** Copies the whole database into a new file, as it is at the end. Changes go on meanwhile. */
  async backup(to: string): Promise<void> {
    await backup(this.#database, to, { rate: BACKUP_STEP });
  }

  /**
   * Puts another database in this one's place. What it held is kept beside it.
   * @returns where that is now
   * @throws DatabaseRefused if the other is none that this server can use: then nothing has changed
   */
  restore(from: string): string {
    checkFile(from);
    this.close();
    try {
      renameSync(from, successorOf(this.#file));
      return swap(this.#file, "replaced", Date.now());
    } finally {
      [this.#fresh, this.#rescued] = [true, false];
      [this.#database, this.#log] = this.#openOrRescue();
    }
  }

  close(): void {
    if (!this.#database.isOpen) return;
    this.#statements.clear();
    try {
      this.#transact(() => this.#log.mark());
    } catch {
      // The marks only save time at the next start.
    }
    this.#database.close();
  }

  #write(requests: readonly Request[]): Reply[] {
    if (requests.length === 0) return [];
    try {
      return this.#commit(requests);
    } catch (error) {
      if (this.#callsForRescue(error)) return this.#writeRescued(requests, error);
      if (!isConstraint(error) || requests.length === 1)
        return requests.map((request) => failed(request, error));
      // One of them makes no sense: each on its own.
      return requests.flatMap((request) => this.#write([request]));
    }
  }

  #writeRescued(requests: readonly Request[], cause: unknown): Reply[] {
    try {
      this.#rescue();
      return this.#commit(requests);
    } catch {
      return requests.map((request) => failed(request, cause));
    }
  }

  #commit(requests: readonly Request[]): Reply[] {
    return this.#transact(() => {
      const replies = requests.map((request) => this.#answer(request));
      this.#log.markIfDue();
      return replies;
    });
  }

  #transact<T>(work: () => T): T {
    this.#freshen();
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#fresh = false;
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  #freshen(): void {
    if (this.#fresh) return;
    this.#log.load();
    this.#fresh = true;
  }

  #attempt(request: Request): Reply {
    try {
      this.#freshen();
      return this.#answer(request);
    } catch (error) {
      if (!this.#callsForRescue(error)) return failed(request, error);
      return this.#attemptRescued(request, error);
    }
  }

  #callsForRescue(error: unknown): boolean {
    return !this.#rescued && (isCorrupt(error) || (error instanceof DamagedMatch && error.misplaced));
  }

  #attemptRescued(request: Request, cause: unknown): Reply {
    try {
      this.#rescue();
      return this.#answer(request);
    } catch {
      return failed(request, cause);
    }
  }

  /** Whatever is about one match only is an answer; everything else is thrown, and what a rescue may bring back. */
  #answer([id, method, args]: Request): Reply {
    try {
      const call = this.#methods[method as keyof Together] as (...given: unknown[]) => unknown;
      return [id, "done", call(...args)];
    } catch (error) {
      if (!(error instanceof DamagedMatch) || this.#callsForRescue(error)) throw error;
      if (error.misplaced) this.#log.giveUp(error.match);
      return [id, "damaged", error.message];
    }
  }

  readonly #methods: Together = {
    create: (...args) => this.#log.create(...args),
    append: (...args) => this.#log.append(...args),
    takeOver: (...args) => this.#log.takeOver(...args),
    read: (...args) => this.#log.read(...args),
    headOf: (...args) => this.#log.headOf(...args),
    forget: (...args) => this.#log.forget(...args),
    change: (statements) => this.#change(statements),
    query: (statement) => this.#query(statement),
  };

  #change([condition, ...others]: readonly Statement[]): boolean {
    if (!condition || this.#prepared(condition.sql).run(...condition.values).changes === 0) return false;
    for (const { sql, values } of others) this.#prepared(sql).run(...values);
    return true;
  }

  #query({ sql, values }: Statement): Row[] {
    return this.#prepared(sql)
      .all(...values)
      .map((row) => ({ ...row }) as Row);
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #openOrRescue(): [DatabaseSync, SqliteLog] {
    try {
      return this.#open();
    } catch (error) {
      if (!isCorrupt(error) && !isSchemaWrong(error)) throw error;
      return this.#rescueAndOpen();
    }
  }

  #open(): [DatabaseSync, SqliteLog] {
    const database = openFile(this.#file);
    try {
      const log = new SqliteLog(database);
      if (!this.#rescued) log.check();
      if (log.gaps > 0) this.#tell({ note: "gaps", rows: log.gaps });
      return [database, log];
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #rescue(): void {
    this.#statements.clear();
    this.#database.close();
    [this.#database, this.#log] = this.#rescueAndOpen();
    this.#fresh = true;
  }

  #rescueAndOpen(): [DatabaseSync, SqliteLog] {
    this.#rescued = true;
    this.#tell({ note: "rescued", damaged: rescue(this.#file, Date.now(), isSoundRow) });
    const [database, log] = this.#open();
    database.exec("BEGIN IMMEDIATE");
    log.tidy();
    database.exec("COMMIT");
    return [database, log];
  }
}

function failed([id]: Request, error: unknown): Reply {
  const ending: Ending = error instanceof DatabaseRefused || isConstraint(error) ? "refused" : "failed";
  return [id, ending, error instanceof Error ? error.message : String(error)];
}
