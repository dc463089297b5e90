import { type Entry, type LoggedEntry, type LogPage, parseEntry } from "@flower-war/protocol";

/** An entry of the log: one accepted command's events, as this viewer may see them. */
export interface LogEntry extends Entry {
  /** When the server took the command, ms since 1970 by its clock. */
  readonly at: number;
}

/** Requests the page after entry number `after`. */
export type RequestPage = (after: number) => Promise<LogPage>;

/** Reads a match's log page by page, and remembers what it has read: only new entries are requested again. */
export class LogReader {
  readonly #game: string;
  readonly #request: RequestPage;
  #entries: readonly LogEntry[] = [];
  #reading: Promise<void> | null = null;

  constructor(game: string, request: RequestPage) {
    this.#game = game;
    this.#request = request;
  }

  /**
   * Returns all entries so far, in order; the same array until there are more. Rejects with a `Refusal`.
   * @param n the number of entries that the match has at least
   */
  async read(n: number): Promise<readonly LogEntry[]> {
    for (let before = -1; this.#entries.length < n && this.#entries.length > before; ) {
      before = this.#entries.length;
      await (this.#reading ??= this.#readOn().finally(() => {
        this.#reading = null;
      }));
    }
    return this.#entries;
  }

  async #readOn(): Promise<void> {
    const read = [...this.#entries];
    for (let n = Number.POSITIVE_INFINITY; read.length < n; ) {
      const page = await this.#request(read.length);
      n = page.entries.length === 0 ? 0 : page.n;
      read.push(...page.entries.map((entry) => parseLogged(this.#game, entry)));
    }
    this.#entries = read;
  }
}

function parseLogged(game: string, [at, ...entry]: LoggedEntry): LogEntry {
  return { ...parseEntry(game, entry), at };
}
