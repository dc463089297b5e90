import type { Time } from "../../time.ts";
import {
  JournalConflict,
  JournalDamaged,
  type JournalStore,
  type MatchHead,
  type MatchName,
  orJournalError,
  type OwnedMatch,
  type Position,
  type RetentionPeriods,
  type StoredRows,
} from "./journal.ts";
import type { JournalMethods } from "./sqlite-log.ts";

/** The server's database, in a file or in memory. */
interface JournalDatabase {
  request(method: keyof JournalMethods, args: readonly unknown[]): Promise<unknown>;
}

/** The journal's store in the server's database. */
export class SqliteStore implements JournalStore {
  readonly #database: JournalDatabase;
  readonly #retention: RetentionPeriods;
  readonly #time: Pick<Time, "now">;

  constructor(database: JournalDatabase, retention: RetentionPeriods, time: Pick<Time, "now">) {
    this.#database = database;
    this.#retention = retention;
    this.#time = time;
  }

  async create(name: MatchName, rows: readonly string[]): Promise<void> {
    const created = await this.#request(name.match, "create", name, rows, this.#time.now());
    if (!created) throw new JournalConflict(name.match, `first fact with code ${name.code}`);
  }

  async append(
    match: string,
    at: Position,
    rows: readonly string[],
    over: boolean,
    result?: string,
  ): Promise<void> {
    const end = over ? { result } : undefined;
    const appended = await this.#request(match, "append", match, at, rows, this.#time.now(), end);
    if (!appended) throw new JournalConflict(match, `fact ${at.n + 1}`);
  }

  takeOver(match: string): Promise<StoredRows | null> {
    return this.#request(match, "takeOver", match, this.#time.now());
  }

  read(match: string): Promise<StoredRows | null> {
    return this.#request(match, "read", match);
  }

  readSince(match: string, n: number): Promise<readonly string[] | null> {
    return this.#request(match, "readSince", match, n);
  }

  findHead(idOrCode: string): Promise<MatchHead | null> {
    return this.#request(idOrCode, "findHead", idOrCode);
  }

  findResult(match: string): Promise<string | null> {
    return this.#request(match, "findResult", match);
  }

  /** Requests of one turn of the event loop are sent to the thread in one message. */
  async findHeads(matches: readonly string[]): Promise<MatchHead[]> {
    const heads = await Promise.all(matches.map((match) => this.#findIntactHead(match)));
    return heads.flatMap((head, i) => (head && head.match === matches[i] ? [head] : []));
  }

  listOthers(games: readonly string[], after: string, count: number): Promise<MatchHead[]> {
    return this.#request("", "listOthers", games, after, count);
  }

  async findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]> {
    const heads = await this.findHeads(owned.map(({ match }) => match));
    const epochs = new Map(owned.map(({ match, epoch }) => [match, epoch]));
    return heads.filter(({ match, epoch }) => epoch > (epochs.get(match) ?? epoch)).map(({ match }) => match);
  }

  deleteExpired(): Promise<number> {
    return this.#request("", "deleteExpired", this.#retention, this.#time.now());
  }

  async #findIntactHead(match: string): Promise<MatchHead | null> {
    try {
      return await this.findHead(match);
    } catch (error) {
      if (error instanceof JournalDamaged) return null;
      throw error;
    }
  }

  #request<M extends keyof JournalMethods>(
    match: string,
    method: M,
    ...args: Parameters<JournalMethods[M]>
  ): Promise<ReturnType<JournalMethods[M]>> {
    const request = this.#database.request(method, args) as Promise<ReturnType<JournalMethods[M]>>;
    return orJournalError(match, request);
  }
}
