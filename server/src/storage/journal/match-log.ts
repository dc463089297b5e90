import { refuse } from "../../refusal.ts";
import type { Time } from "../../time.ts";
import type { Fact, StoredFact } from "./facts.ts";
import {
  type Journal,
  JournalConflict,
  JournalOutcomeUnknown,
  type Position,
  type StoredResult,
} from "./journal.ts";

interface Note {
  readonly fact: StoredFact;
  readonly appended: () => void;
}

/** The log of one match, as its owner appends to it: one change at a time. */
export class MatchLog {
  readonly match: string;
  readonly #journal: Journal;
  readonly #time: Pick<Time, "now">;
  readonly #onLost: (isTaken: boolean) => void;
  #position: Position;
  #lastAt: number;
  /** Facts that are noted, and not appended yet. */
  #noted: readonly Note[] = [];
  /** Is called in each append, when its date has been read. */
  #onDated: () => void = () => {};

  /**
   * @param end where the log ends, and the date of its last fact, ms since 1970
   * @param time dates the facts
   * @param onLost called when another process owns the match now (`isTaken`), or when a write's outcome is unknown: the room must
   *   send no more answers
   */
  constructor(
    journal: Journal,
    match: string,
    { epoch, n, at = 0 }: Position & { readonly at?: number },
    time: Pick<Time, "now">,
    onLost: (isTaken: boolean) => void,
  ) {
    this.#journal = journal;
    this.match = match;
    this.#position = { epoch, n };
    this.#time = time;
    this.#onLost = onLost;
    this.#lastAt = at;
  }

  /** Calls in each append, when the clock has been read for its date and nothing is written: what is noted then is written before it. */
  onDated(call: () => void): void {
    this.#onDated = call;
  }

  /** Where the log ends. */
  get position(): Position {
    return this.#position;
  }

  /** Returns the time by which facts are dated, ms since 1970: never before the last one. */
  now(): number {
    return Math.max(this.#lastAt, this.#time.now());
  }

  /** The date of the last fact, also of one that is only noted: ms since 1970. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** Whether something is noted that is not appended yet. */
  get hasNotes(): boolean {
    return this.#noted.length > 0;
  }

  /**
   * Notes a fact that is so whether or not the store can be used now: whatever is appended next, it goes before. Returns its date.
   * @param appended called when it is durable, before those who appended go on
   */
  note(fact: Fact, appended = (): void => {}): number {
    const at = this.now();
    this.#lastAt = at;
    this.#noted = [...this.#noted, { fact: { at, ...fact }, appended }];
    return at;
  }

  /** Appends what is noted. Resolves when it is durable. @throws as `append` */
  async appendNotes(): Promise<void> {
    if (this.hasNotes) await this.append([]);
  }

  /**
   * Appends facts, all or none. Resolves when they are durable, with their date in ms since 1970.
   * @param over with these facts the match is over
   * @param result how it ended
   * @throws `RefusalError` with `unavailable`: the store cannot be used, or this process no longer owns the match
   */
  async append(facts: readonly Fact[], over = false, result?: StoredResult): Promise<number> {
    const { epoch, n } = this.#position;
    const read = this.now();
    this.#onDated();
    const at = Math.max(read, this.#lastAt);
    const noted = this.#noted;
    const dated = [...noted.map(({ fact }) => fact), ...facts.map((fact) => ({ at, ...fact }))];
    try {
      await this.#journal.append(this.match, this.#position, dated, over, result);
    } catch (error) {
      if (!(error instanceof JournalConflict) && !(error instanceof JournalOutcomeUnknown)) throw error;
      this.#onLost(error instanceof JournalConflict);
      throw refuse("unavailable");
    }
    this.#position = { epoch, n: n + dated.length };
    this.#noted = this.#noted.slice(noted.length);
    this.#lastAt = Math.max(this.#lastAt, at);
    for (const { appended } of noted) appended();
    return at;
  }
}
