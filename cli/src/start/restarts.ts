/** ms after which a process that is ready counts as one that runs. */
export const STEADY = 5_000;
/** ms before the third attempt in a row; each later one waits twice as long, up to `LONGEST`. */
const FIRST_DELAY = 250;
const LONGEST = 8_000;
/** See `Restarts`. */
const PATIENCE = 60_000;

/**
 * Decides when a process that has ended is started again: at once if it had run, then ever later, and not for ever. All times are ms of
 * one clock that never goes back.
 */
export class Restarts {
  /** Ends in a row of processes that did not run. */
  #failures = 0;
  #failingSince = 0;
  readonly #patience: number;

  /** @param patience ms for which a process is started again and again that does not run */
  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /**
   * Returns the ms until the next start; `null`: there is none, for it has not run for too long.
   * @param readyAt when the process that has ended was ready; `null`: it never was
   */
  next(now: number, readyAt: number | null): number | null {
    const hadRun = readyAt !== null && now - readyAt >= STEADY;
    if (hadRun || this.#failures === 0) this.#failingSince = now;
    this.#failures = hadRun ? 1 : this.#failures + 1;
    if (this.#failures <= 2) return 0;
    if (now - this.#failingSince > this.#patience) return null;
    return Math.min(FIRST_DELAY * 2 ** (this.#failures - 3), LONGEST);
  }
}
