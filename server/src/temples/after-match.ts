/** How long bindings outlive their match, in ms (P-5). */
export const AFTER_MATCH = 600_000;

/** Remembers matches that are over, and lets their temples go when they have been over for a while (P-5). */
export class AfterMatch {
  readonly #release: (match: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** @param release called once a match, `AFTER_MATCH` after it was told to be over first */
  constructor(release: (match: string) => void) {
    this.#release = release;
  }

  over(match: string): void {
    if (this.#timers.has(match)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(match);
      this.#release(match);
    }, AFTER_MATCH);
    this.#timers.set(match, timer.unref());
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
