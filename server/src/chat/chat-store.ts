import type { ChatLine } from "@flower-war/protocol";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import { insertInto, type SqlDatabase } from "../storage/sql-database.ts";

/** A line as it is stored. */
export interface StoredLine extends ChatLine {
  /** The owner of `id`: the seat, or for a spectator `/` and the name. */
  readonly sender: string;
  /** The sender's name for it, unique for the sender. */
  readonly id: string;
  /** Whether players do not see it: a spectator said it while they played. */
  readonly hidden: boolean;
}

/** Requests of a server that wait for the database. They go one at a time, so that talk never keeps commands waiting. */
const MOST_WAITING = 200;

const READ = `SELECT n, at, seat, name, text, reaction, sender, request AS id, hidden FROM chat
  WHERE match = ? ORDER BY n`;

/** A line as the database has it. */
type Row = Omit<StoredLine, "seat" | "hidden"> & { readonly seat: string; readonly hidden: number };

/** Stores the chat of matches, for as long as the match's record. */
export class ChatStore {
  readonly #database: SqlDatabase;
  readonly #queue = new Queue();
  #waiting = 0;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Returns all lines of a match, in order. @throws `RefusalError` with `unavailable` */
  async read(match: string): Promise<StoredLine[]> {
    const rows = await this.#run(() => this.#database.query<Row>(READ, match));
    return rows.map((row) => ({ ...row, seat: row.seat || null, hidden: row.hidden === 1 }));
  }

  /**
   * Appends a line. Resolves when it is durable; with `false` if there is a line of this number, or of this sender and id.
   * @throws `RefusalError` with `unavailable`: then the line may have been stored
   */
  append(match: string, line: StoredLine): Promise<boolean> {
    const { id: request, seat, hidden, n, sender, at, name, text, reaction } = line;
    const row = { match, n, sender, request, at, seat: seat ?? "", name, text, reaction };
    const append = insertInto("chat", { ...row, hidden: Number(hidden) }, "ON CONFLICT DO NOTHING");
    return this.#run(() => this.#database.change(append));
  }

  async #run<T>(request: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) throw refuse("unavailable");
    this.#waiting += 1;
    try {
      return await this.#queue.run(request);
    } catch {
      // The database logs why.
      throw refuse("unavailable");
    } finally {
      this.#waiting -= 1;
    }
  }
}
