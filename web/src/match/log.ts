/** One sentence of the log. */
export interface LogLine {
  /** Rises by 1 a line. */
  readonly key: number;
  /** The event's type, or `gap` where the page missed entries. */
  readonly kind: string;
  readonly words: string;
}

/** Lines kept; older ones are dropped. */
const LENGTH = 500;

/** What happened in a match since the page came in, in words. A store in the sense of `useSyncExternalStore`. */
export class MatchLog<E extends { readonly type: string } = { readonly type: string }> {
  #lines: readonly LogLine[] = [];
  #written = 0;
  #n: number;
  readonly #words: (event: E) => string;
  readonly #listeners = new Set<() => void>();

  /** @param n the number of the last entry that is not told any more */
  constructor(n: number, words: (event: E) => string) {
    this.#n = n;
    this.#words = words;
  }

  readonly lines = (): readonly LogLine[] => this.#lines;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param n the number of the match's entry that the event belongs to */
  tell(event: E, n: number): void {
    const missed = n - this.#n - 1;
    if (missed > 0)
      this.#write("gap", `${missed === 1 ? "1 entry was" : `${missed} entries were`} missed here.`);
    this.#n = n;
    this.#write(event.type, this.#words(event));
  }

  #write(kind: string, words: string): void {
    this.#written += 1;
    this.#lines = [...this.#lines, { key: this.#written, kind, words }].slice(-LENGTH);
    for (const listener of this.#listeners) listener();
  }
}
