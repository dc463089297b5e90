/** Lets bots move by themselves, one move at a time, each after a pause in which people can follow. */
export class Bots {
  readonly #delay: number;
  readonly #move: (seat: string) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param delay ms before each move
   * @param move plays for a seat; must not reject
   */
  constructor(delay: number, move: (seat: string) => Promise<void>) {
    this.#delay = delay;
    this.#move = move;
  }

  /** Says which bot is awaited now; `undefined`: none. */
  await(seat: string | undefined): void {
    clearTimeout(this.#timer);
    if (seat !== undefined) this.#timer = setTimeout(() => void this.#move(seat), this.#delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
