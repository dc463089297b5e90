import { refused } from "../fault.ts";
import type { Fact } from "./facts.ts";
import { type Journal, JournalConflict, JournalUnsure, type Position } from "./journal.ts";

/** The log of one match in the hands of its owner, who writes one change at a time. */
export class MatchLog {
  readonly match: string;
  readonly #journal: Journal;
  readonly #onLost: () => void;
  readonly #now: () => number;
  #at: Position;

  /**
   * @param at where the log stands
   * @param onLost called when somebody else owns the match now, or when it must be read anew to know where it stands:
   *   nobody may be answered here any more
   * @param now the time by which facts are dated, ms since 1970
   */
  constructor(
    journal: Journal,
    match: string,
    at: Position,
    onLost: () => void,
    now: () => number = Date.now,
  ) {
    this.#now = now;
    this.#journal = journal;
    this.match = match;
    this.#at = at;
    this.#onLost = onLost;
  }

  /** Where the log stands. */
  get at(): Position {
    return this.#at;
  }

  /** The time by which facts are dated, ms since 1970. */
  now(): number {
    return this.#now();
  }

  /**
   * Adds facts in one change. Resolves when they are durable, with their date; if it rejects, none was added.
   * @param over with these facts the match is over
   * @throws `Refused` with `unavailable`: the store is away, or the match is lost here
   */
  async append(facts: readonly Fact[], over = false): Promise<number> {
    const { epoch, n } = this.#at;
    const at = this.#now();
    const dated = facts.map((fact) => ({ ...fact, at }));
    try {
      await this.#journal.append(this.match, this.#at, dated, over);
    } catch (error) {
      if (!(error instanceof JournalConflict) && !(error instanceof JournalUnsure)) throw error;
      this.#onLost();
      throw refused("unavailable");
    }
    this.#at = { epoch, n: n + facts.length };
    return at;
  }
}
