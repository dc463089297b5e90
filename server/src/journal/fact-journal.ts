import type { Logger } from "pino";
import { type Fact, formatFact, type KeptFact, parseFact } from "./facts.ts";
import { Forgetting } from "./forgetting.ts";
import {
  type Journal,
  JournalDamaged,
  type KeptMatch,
  type MatchHead,
  type MatchName,
  type Position,
} from "./journal.ts";
import type { JournalStore, KeptRows } from "./store.ts";

/**
 * A journal over whatever store: puts facts into words, dates them, and reads them again. It tells the log once of each
 * match that is set aside, and sees to it that matches are forgotten whose time is over.
 */
export class FactJournal implements Journal {
  readonly #store: JournalStore;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #aside = new Set<string>();
  readonly #forgetting: Forgetting;

  constructor(store: JournalStore, log: Logger, now: () => number = Date.now) {
    this.#store = store;
    this.#log = log;
    this.#now = now;
    this.#forgetting = new Forgetting(() => store.forget(), log);
  }

  create(name: MatchName, facts: readonly Fact[]): Promise<void> {
    return this.#store.create(name, this.#rows(facts));
  }

  append(match: string, at: Position, facts: readonly Fact[], over = false): Promise<void> {
    return this.#store.append(match, at, this.#rows(facts), over);
  }

  async takeOver(match: string): Promise<KeptMatch | null> {
    return this.#noticed(async () => readable(match, await this.#store.takeOver(match)));
  }

  async read(match: string): Promise<KeptMatch | null> {
    return this.#noticed(async () => readable(match, await this.#store.read(match)));
  }

  headOf(idOrCode: string): Promise<MatchHead | null> {
    return this.#noticed(() => this.#store.headOf(idOrCode));
  }

  headsOf(matches: readonly string[]): Promise<MatchHead[]> {
    return this.#store.headsOf(matches);
  }

  async close(): Promise<void> {
    this.#forgetting.stop();
    await this.#store.close();
  }

  async #noticed<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof JournalDamaged && !this.#aside.has(error.match)) {
        this.#aside.add(error.match);
        const { match, cause } = error;
        this.#log.error({ match, code: "match-damaged", reason: String(cause) }, "a match is set aside");
      }
      throw error;
    }
  }

  #rows(facts: readonly Fact[]): string[] {
    const now = this.#now();
    return facts.map((fact) => formatFact(fact, now));
  }
}

function readable(match: string, kept: KeptRows | null): KeptMatch | null {
  return kept && { epoch: kept.epoch, facts: factsIn(match, kept.rows) };
}

/** @throws `JournalDamaged` */
function factsIn(match: string, rows: readonly string[]): KeptFact[] {
  try {
    return rows.map(parseFact);
  } catch (error) {
    throw new JournalDamaged(match, error);
  }
}
