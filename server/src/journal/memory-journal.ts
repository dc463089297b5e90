import { type Journal, JournalConflict, type JournalEntry, type MatchHeader } from "./journal.ts";

/** How much of released records is kept. */
export interface Keeping {
  /** ms for which a record is kept at least, unless there are too many. */
  readonly time: number;
  /** Characters of all released records together, above which the oldest are forgotten at once. */
  readonly characters: number;
}

const KEEPING: Keeping = { time: 60 * 60_000, characters: 64 * 1024 * 1024 };

/** A journal that is forgotten with the process. Records are kept as text, so that nobody can change them by hand. */
export class MemoryJournal implements Journal {
  readonly #records = new Map<string, { header: string; entries: string[] }>();
  /** Matches that are played no more, the first released first. */
  readonly #released = new Map<string, { at: number; characters: number }>();
  readonly #keeping: Keeping;
  readonly #now: () => number;
  #characters = 0;

  constructor(keeping: Keeping = KEEPING, now: () => number = Date.now) {
    this.#keeping = keeping;
    this.#now = now;
  }

  async begin(header: MatchHeader): Promise<void> {
    this.#forget();
    if (this.#records.has(header.match)) throw new JournalConflict(header.match, 0);
    this.#records.set(header.match, { header: JSON.stringify(header), entries: [] });
  }

  async append(match: string, entry: JournalEntry): Promise<void> {
    const record = this.#records.get(match);
    if (record?.entries.length !== entry.n - 1) throw new JournalConflict(match, entry.n);
    record.entries.push(JSON.stringify(entry));
  }

  async read(match: string) {
    this.#forget();
    const record = this.#records.get(match);
    if (!record) return null;
    return {
      header: JSON.parse(record.header) as MatchHeader,
      entries: record.entries.map((entry) => JSON.parse(entry) as JournalEntry),
    };
  }

  async release(match: string): Promise<void> {
    const record = this.#records.get(match);
    if (!record || this.#released.has(match)) return;
    const characters = record.entries.reduce((sum, { length }) => sum + length, record.header.length);
    this.#characters += characters;
    this.#released.set(match, { at: this.#now(), characters });
    this.#forget();
  }

  async close(): Promise<void> {
    this.#records.clear();
    this.#released.clear();
    this.#characters = 0;
  }

  #forget(): void {
    for (const [match, { at, characters }] of this.#released) {
      const old = this.#now() - at > this.#keeping.time;
      if (!old && this.#characters <= this.#keeping.characters) return;
      this.#records.delete(match);
      this.#released.delete(match);
      this.#characters -= characters;
    }
  }
}
