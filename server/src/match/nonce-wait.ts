/** Waits for the nonces of a match whose seats are all taken, but not for ever. A timer is pending only while it does. */
export class NonceWait {
  readonly #ms: number;
  readonly #giveUp: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param giveUp called after `ms` of waiting, and again after as long if the waiting does not end */
  constructor(ms: number, giveUp: () => void) {
    this.#ms = ms;
    this.#giveUp = giveUp;
  }

  /** Says whether there is anything to wait for. Said again it goes on counting. */
  while(waiting: boolean): void {
    if (waiting) this.#timer ??= setInterval(this.#giveUp, this.#ms);
    else this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
