import type { ChatLine, Reaction } from "@flower-war/protocol";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import type { Row, Statement } from "../storage/database/requests.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";

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

const READ = "SELECT * FROM chat WHERE match = ? ORDER BY n";
const APPEND = `INSERT INTO chat (match, n, sender, request, at, seat, name, text, reaction, hidden)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;

/** Stores what is said in matches, for as long as the match's record. */
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
    return (await this.#run(() => this.#database.query(READ, match))).map(lineOf);
  }

  /**
   * Appends a line. Resolves when it is durable; with `false` if there is a line of this number, or of this sender and id.
   * @throws `RefusalError` with `unavailable`: then the line may have been stored
   */
  append(match: string, line: StoredLine): Promise<boolean> {
    const { n, sender, id, at, seat, name, text, reaction, hidden } = line;
    const values = [match, n, sender, id, at, seat ?? "", name, text, reaction, Number(hidden)];
    const statement: Statement = { sql: APPEND, values };
    return this.#run(() => this.#database.change(statement));
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

function lineOf(row: Row): StoredLine {
  const text = (column: string) => String(row[column]);
  return {
    n: Number(row["n"]),
    at: Number(row["at"]),
    seat: text("seat") || null,
    name: text("name"),
    text: text("text"),
    reaction: text("reaction") as Reaction | "",
    sender: text("sender"),
    id: text("request"),
    hidden: Number(row["hidden"]) === 1,
  };
}
