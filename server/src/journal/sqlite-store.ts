import { type Database, NotDone } from "../database/database.ts";
import type { Method, Methods } from "../database/requests.ts";
import {
  JournalConflict,
  JournalDamaged,
  JournalUnavailable,
  JournalUnsure,
  type Keeping,
  type MatchHead,
  type MatchName,
  type Position,
} from "./journal.ts";
import type { JournalStore, KeptRows } from "./store.ts";

/** The journal in the server's database. */
export class SqliteStore implements JournalStore {
  readonly #database: Database;
  readonly #keeping: Keeping;
  readonly #now: () => number;

  /** @param database closed by whoever opened it */
  constructor(database: Database, keeping: Keeping, now: () => number = Date.now) {
    this.#database = database;
    this.#keeping = keeping;
    this.#now = now;
  }

  async create(name: MatchName, rows: readonly string[]): Promise<void> {
    const created = await this.#ask(name.match, "create", name, rows, this.#now());
    if (!created) throw new JournalConflict(name.match, `beginning with code ${name.code}`);
  }

  async append(match: string, at: Position, rows: readonly string[], over: boolean): Promise<void> {
    const added = await this.#ask(match, "append", match, at, rows, over, this.#now());
    if (!added) throw new JournalConflict(match, `fact ${at.n + 1}`);
  }

  takeOver(match: string): Promise<KeptRows | null> {
    return this.#ask(match, "takeOver", match, this.#now());
  }

  read(match: string): Promise<KeptRows | null> {
    return this.#ask(match, "read", match);
  }

  headOf(idOrCode: string): Promise<MatchHead | null> {
    return this.#ask(idOrCode, "headOf", idOrCode);
  }

  /** What is asked for at once travels to the database's thread in one message. */
  async headsOf(matches: readonly string[]): Promise<MatchHead[]> {
    const heads = await Promise.all(matches.map((match) => this.#soundHeadOf(match)));
    return heads.flatMap((head, i) => (head && head.match === matches[i] ? [head] : []));
  }

  forget(): Promise<number> {
    return this.#ask("", "forget", this.#keeping, this.#now());
  }

  async close(): Promise<void> {}

  async #soundHeadOf(match: string): Promise<MatchHead | null> {
    try {
      return await this.headOf(match);
    } catch (error) {
      if (error instanceof JournalDamaged) return null;
      throw error;
    }
  }

  async #ask<M extends Method>(
    match: string,
    method: M,
    ...args: Parameters<Methods[M]>
  ): Promise<ReturnType<Methods[M]>> {
    try {
      return await this.#database.ask(method, ...args);
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      if (error.ending === "damaged") throw new JournalDamaged(match, error);
      throw error.ending === "unsure" ? new JournalUnsure(error) : new JournalUnavailable(error);
    }
  }
}
