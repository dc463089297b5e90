/** Gives up on those who are away for too long. A timer is pending for somebody only while he is. */
export class Absences {
  readonly #patience: number;
  readonly #giveUp: (seat: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #stopped = false;

  /** @param patience ms */
  constructor(patience: number, giveUp: (seat: string) => void) {
    this.#patience = patience;
    this.#giveUp = giveUp;
  }

  /** Says whose seats are empty now. For those of whom it was said before it goes on counting. */
  are(seats: readonly string[]): void {
    if (this.#stopped) return;
    for (const seat of this.#timers.keys()) if (!seats.includes(seat)) this.#forget(seat);
    for (const seat of seats) if (!this.#timers.has(seat)) this.#count(seat);
  }

  stop(): void {
    this.#stopped = true;
    for (const seat of this.#timers.keys()) this.#forget(seat);
  }

  #count(seat: string): void {
    const over = () => {
      this.#forget(seat);
      this.#giveUp(seat);
    };
    this.#timers.set(seat, setTimeout(over, this.#patience));
  }

  #forget(seat: string): void {
    clearTimeout(this.#timers.get(seat));
    this.#timers.delete(seat);
  }
}
