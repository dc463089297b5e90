/** Lets `burst` through at once and `perSecond` in the long run. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filled = performance.now();

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes one if there is one. Returns ms until there will be one; 0: it was taken. */
  take(): number {
    const now = performance.now();
    const gained = ((now - this.#filled) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#filled = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000);
    this.#tokens -= 1;
    return 0;
  }
}
