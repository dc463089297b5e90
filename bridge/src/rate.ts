/** How often something may happen: so many times at once, and so many a second after that. */
export class Rate {
  readonly #perSecond: number;
  #left: number;
  #at: number;

  /** @param now ms, as for `passes` */
  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#at = now;
  }

  passes(now: number): boolean {
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
