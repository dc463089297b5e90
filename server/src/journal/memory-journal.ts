import { type Journal, JournalConflict, type JournalEntry, type MatchHeader } from "./journal.ts";

/** A journal that is forgotten with the process. Records are kept as text, so that nobody can change them by hand. */
export class MemoryJournal implements Journal {
  readonly #records = new Map<string, { header: string; entries: string[] }>();

  async begin(header: MatchHeader): Promise<void> {
    if (this.#records.has(header.match)) throw new JournalConflict(header.match, 0);
    this.#records.set(header.match, { header: JSON.stringify(header), entries: [] });
  }

  async append(match: string, entry: JournalEntry): Promise<void> {
    const record = this.#records.get(match);
    if (record?.entries.length !== entry.n - 1) throw new JournalConflict(match, entry.n);
    record.entries.push(JSON.stringify(entry));
  }

  async read(match: string) {
    const record = this.#records.get(match);
    if (!record) return null;
    return {
      header: JSON.parse(record.header) as MatchHeader,
      entries: record.entries.map((entry) => JSON.parse(entry) as JournalEntry),
    };
  }

  async close(): Promise<void> {
    this.#records.clear();
  }
}
