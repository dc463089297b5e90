/** Lets bots move by themselves, one move at a time, each after a pause in which people can follow. */
export class Bots {
  readonly #delay: number;
  readonly #next: () => string | undefined;
  readonly #move: (seat: string) => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;
  #busy = false;
  #stopped = false;

  /**
   * @param delay ms before each move
   * @param next the seat of a bot that is awaited; `undefined`: none is
   * @param move plays for a seat; must not reject. `false`: it could not, and is not asked again before the next `wake`
   */
  constructor(delay: number, next: () => string | undefined, move: (seat: string) => Promise<boolean>) {
    this.#delay = delay;
    this.#next = next;
    this.#move = move;
  }

  /** Something changed: perhaps a bot is awaited now. */
  wake(): void {
    if (this.#stopped || this.#busy || this.#next() === undefined) return;
    this.#busy = true;
    this.#timer = setTimeout(() => void this.#turn(), this.#delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }

  async #turn(): Promise<void> {
    const seat = this.#next();
    const moved = seat === undefined || (await this.#move(seat));
    this.#busy = false;
    if (moved) this.wake();
  }
}
