import type { Reaction } from "@flower-war/protocol";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import type { Row, Statement } from "../storage/database/requests.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { ChatStore, StoredLine } from "./chat-store.ts";

/** Requests of a server that wait for the database. They go one at a time, so that talk never keeps commands waiting. */
const MOST_WAITING = 200;

const READ = "SELECT * FROM chat WHERE match = ? ORDER BY n";
const APPEND = `INSERT INTO chat (match, n, sender, request, at, seat, name, text, reaction, hidden)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;

/** The chat in the server's database, or in the one that all servers of an installation share. */
export class SqlChatStore implements ChatStore {
  readonly #database: SqlDatabase;
  readonly #queue = new Queue();
  #waiting = 0;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async read(match: string): Promise<StoredLine[]> {
    return (await this.#run(() => this.#database.query(READ, match))).map(lineOf);
  }

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
