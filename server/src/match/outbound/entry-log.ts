import { formatEntry, LIMITS, type LoggedEntry, type LogPage } from "@flower-war/protocol";
import type { Game, GameTypes, RecordEntry, Viewer } from "@flower-war/rules";
import { refuse } from "../../refusal.ts";
import { playedBy } from "../../storage/journal/command-ids.ts";
import type { Journal } from "../../storage/journal/journal.ts";
import type { Cancel, Time } from "../../time.ts";
import { redactEntry } from "./entries.ts";

/** ms for which entries that were read stay in memory: whoever reads a log asks for the next page soon. */
const CACHE_TIME = 10_000;

/** An entry, and when it was journaled, ms since 1970. */
interface DatedEntry<T extends GameTypes> {
  readonly at: number;
  readonly entry: RecordEntry<T>;
}

type LoggedGame<T extends GameTypes> = Pick<Game<T>, "name" | "redact" | "quiet">;

/**
 * The log of one match for its clients: all entries since the beginning, redacted as they were when they were sent. It is read
 * from the journal on request, and costs no memory otherwise.
 */
export class EntryLog<T extends GameTypes> {
  readonly #match: string;
  readonly #game: LoggedGame<T>;
  readonly #journal: Pick<Journal, "readSince">;
  readonly #time: Pick<Time, "after">;
  /** The first entries of the match, as far as they were read. */
  #entries: DatedEntry<T>[] = [];
  /** The number of facts that were read. */
  #factsRead = 0;
  /** The read in progress. */
  #reading: Promise<void> | null = null;
  #cancelClear: Cancel = () => {};

  constructor(
    match: string,
    game: LoggedGame<T>,
    journal: Pick<Journal, "readSince">,
    time: Pick<Time, "after">,
  ) {
    this.#match = match;
    this.#game = game;
    this.#journal = journal;
    this.#time = time;
  }

  /**
   * Returns the next page.
   * @param after the number of the entry before it, from 0
   * @param n the number of entries that the match shows: later ones are left out, even if they are in the journal
   * @throws `RefusalError` with `match-damaged`, `unavailable` or `unknown-match`
   */
  async readPage(viewer: Viewer<T>, after: number, n: number): Promise<LogPage> {
    const end = Math.min(n, after + LIMITS.logPage.entries);
    while (this.#entries.length < end) await (this.#reading ??= this.#read());
    const entries: LoggedEntry[] = [];
    const own: [number, { type: string }][] = [];
    let bytes = 0;
    for (const { at, entry } of this.#entries.slice(after, end)) {
      const logged: LoggedEntry = [at, ...this.#format(entry, viewer)];
      const isOwn = entry.seat === viewer && playedBy(entry) === null;
      const command: [number, { type: string }] | null = isOwn ? [entry.n, entry.command] : null;
      bytes += Buffer.byteLength(JSON.stringify([logged, command]));
      if (entries.length > 0 && bytes > LIMITS.logPage.bytes) break;
      entries.push(logged);
      if (command !== null) own.push(command);
    }
    return { entries, n, own };
  }

  #format(entry: RecordEntry<T>, viewer: Viewer<T>) {
    const { n, seat } = entry;
    return formatEntry(this.#game.name, { n, seat, events: redactEntry(this.#game, entry, viewer) });
  }

  async #read(): Promise<void> {
    this.#cancelClear();
    try {
      const facts = await this.#journal.readSince(this.#match, this.#factsRead);
      if (!facts || facts.length === 0) throw refuse("unknown-match");
      this.#factsRead += facts.length;
      for (const fact of facts) {
        if (fact.type === "entry") this.#entries.push({ at: fact.at, entry: fact.entry as RecordEntry<T> });
      }
    } finally {
      this.#reading = null;
      this.#cancelClear = this.#time.after(CACHE_TIME, () => this.#clear(), { background: true });
    }
  }

  #clear(): void {
    this.#entries = [];
    this.#factsRead = 0;
  }
}
