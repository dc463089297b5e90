import type { Created, Fact, KeptFact } from "./facts.ts";
import type { Journal } from "./journal.ts";

/** The log of one match in the hands of its owner, who writes one change at a time. */
export class MatchLog {
  readonly match: string;
  readonly epoch: number;
  readonly #journal: Journal;
  #n: number;

  private constructor(journal: Journal, match: string, epoch: number, n: number) {
    this.#journal = journal;
    this.match = match;
    this.epoch = epoch;
    this.#n = n;
  }

  /** Opens the log of a new match. @throws `JournalConflict` if its id or its code is in use */
  static async create(journal: Journal, created: Created): Promise<MatchLog> {
    const { match, code, game } = created.plan;
    await journal.create({ match, code, game }, [created]);
    return new MatchLog(journal, match, 1, 1);
  }

  /** Takes the log of a match over from whoever had it; `null`: there is no such match. @throws `JournalDamaged` */
  static async takeOver(
    journal: Journal,
    match: string,
  ): Promise<{ readonly log: MatchLog; readonly facts: readonly KeptFact[] } | null> {
    const kept = await journal.takeOver(match);
    if (!kept) return null;
    return { log: new MatchLog(journal, match, kept.epoch, kept.facts.length), facts: kept.facts };
  }

  /** Facts so far. */
  get n(): number {
    return this.#n;
  }

  /**
   * Adds facts in one change. Resolves when they are durable; if it rejects, none was added.
   * @param over with these facts the match is over
   * @throws `JournalConflict` if somebody else has taken the match over, `JournalUnavailable`
   */
  async append(facts: readonly Fact[], over = false): Promise<void> {
    await this.#journal.append(this.match, { epoch: this.epoch, n: this.#n }, facts, over);
    this.#n += facts.length;
  }
}
