import { refuse } from "../../refusal.ts";
import type { Time } from "../../time.ts";
import type { Fact } from "./facts.ts";
import {
  type Journal,
  JournalConflict,
  JournalOutcomeUnknown,
  type Position,
  type StoredResult,
} from "./journal.ts";

/** The log of one match, as its owner appends to it: one change at a time. */
export class MatchLog {
  readonly match: string;
  readonly #journal: Journal;
  readonly #time: Pick<Time, "now">;
  readonly #onLost: () => void;
  #position: Position;

  /**
   * @param position where the log ends
   * @param time dates the facts
   * @param onLost called when another process owns the match now, or when a write's outcome is unknown: the room must send
   *   no more answers
   */
  constructor(
    journal: Journal,
    match: string,
    position: Position,
    time: Pick<Time, "now">,
    onLost: () => void,
  ) {
    this.#journal = journal;
    this.match = match;
    this.#position = position;
    this.#time = time;
    this.#onLost = onLost;
  }

  /** Where the log ends. */
  get position(): Position {
    return this.#position;
  }

  /** Returns the time by which facts are dated, ms since 1970. */
  now(): number {
    return this.#time.now();
  }

  /**
   * Appends facts, all or none. Resolves when they are durable, with their date in ms since 1970.
   * @param over with these facts the match is over
   * @param result how it ended
   * @throws `RefusalError` with `unavailable`: the store cannot be used, or this process no longer owns the match
   */
  async append(facts: readonly Fact[], over = false, result?: StoredResult): Promise<number> {
    const { epoch, n } = this.#position;
    const at = this.#time.now();
    const dated = facts.map((fact) => ({ at, ...fact }));
    try {
      await this.#journal.append(this.match, this.#position, dated, over, result);
    } catch (error) {
      if (!(error instanceof JournalConflict) && !(error instanceof JournalOutcomeUnknown)) throw error;
      this.#onLost();
      throw refuse("unavailable");
    }
    this.#position = { epoch, n: n + facts.length };
    return at;
  }
}
