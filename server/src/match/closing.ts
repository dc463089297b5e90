/** How long rooms stay when nobody needs them, in ms. */
export interface Patience {
  /** A match in which nobody is present. */
  readonly empty: number;
  /** A match that is over. */
  readonly over: number;
  /** A match that is over and has seats at a temple, which goes on showing it (temple protocol P-5). */
  readonly overAtTemple: number;
}

/** Decides when a match's room closes. A timer is pending only while it would. */
export class Closing {
  readonly #patience: Patience;
  readonly #close: () => void;
  #reason: keyof Patience | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(patience: Patience, close: () => void) {
    this.#patience = patience;
    this.#close = close;
  }

  /**
   * Says why the room may close now, `null`: not at all. The same reason again goes on counting.
   * @param since when that became so, ms since 1970
   */
  because(reason: keyof Patience | null, since = Date.now()): void {
    if (this.#stopped || reason === this.#reason) return;
    clearTimeout(this.#timer);
    this.#reason = reason;
    if (reason) this.#timer = setTimeout(this.#close, this.#patience[reason] - (Date.now() - since));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }
}
