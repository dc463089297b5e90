import { type Fact, formatFact, type KeptFact, parseFact } from "./facts.ts";
import {
  type Journal,
  JournalDamaged,
  type KeptMatch,
  type MatchHead,
  type MatchName,
  type Position,
} from "./journal.ts";
import type { JournalStore, KeptRows } from "./store.ts";

/** A journal over whatever store: puts facts into words, dates them, and reads them again. */
export class FactJournal implements Journal {
  readonly #store: JournalStore;
  readonly #now: () => number;

  constructor(store: JournalStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  create(name: MatchName, facts: readonly Fact[]): Promise<void> {
    return this.#store.create(name, this.#rows(facts));
  }

  append(match: string, at: Position, facts: readonly Fact[], over = false): Promise<void> {
    return this.#store.append(match, at, this.#rows(facts), over);
  }

  async takeOver(match: string): Promise<KeptMatch | null> {
    return readable(match, await this.#store.takeOver(match));
  }

  async read(match: string): Promise<KeptMatch | null> {
    return readable(match, await this.#store.read(match));
  }

  headOf(idOrCode: string): Promise<MatchHead | null> {
    return this.#store.headOf(idOrCode);
  }

  close(): Promise<void> {
    return this.#store.close();
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
