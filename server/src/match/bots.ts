/** ms before a move that failed is tried again, doubled from failure to failure. */
const RETRY = { first: 500, most: 30_000 };

/**
 * Lets bots move by themselves, and whoever plays for a player that does not: one move at a time, each after a pause in
 * which people can follow.
 */
export class Bots {
  readonly #delay: (seat: string) => number;
  readonly #next: () => string | undefined;
  readonly #move: (seat: string) => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;
  #busy = false;
  #retry = RETRY.first;
  #stopped = false;

  /**
   * @param delay ms before each move
   * @param next the seat that somebody has to be moved for; `undefined`: none
   * @param move plays for a seat. `false`: it may not, and is not asked again before the next `wake`; it rejects: it
   *   failed, and is asked again after a while
   */
  constructor(
    delay: (seat: string) => number,
    next: () => string | undefined,
    move: (seat: string) => Promise<boolean>,
  ) {
    this.#delay = delay;
    this.#next = next;
    this.#move = move;
  }

  /** Something changed: perhaps somebody has to be moved for now. */
  wake(): void {
    if (this.#stopped || this.#busy) return;
    const seat = this.#next();
    if (seat === undefined) return;
    this.#busy = true;
    this.#turnIn(this.#delay(seat));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }

  #turnIn(ms: number): void {
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#turn(), ms);
  }

  async #turn(): Promise<void> {
    try {
      const seat = this.#next();
      const moved = seat === undefined || (await this.#move(seat));
      this.#retry = RETRY.first;
      this.#busy = false;
      if (moved) this.wake();
    } catch {
      this.#turnIn(this.#retry);
      this.#retry = Math.min(2 * this.#retry, RETRY.most);
    }
  }
}
