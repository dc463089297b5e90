/** Lets `burst` through at once and `perSecond` in the long run. */
export class TokenBucket {
  /** ms in which a token is gained. */
  readonly #gain: number;
  /** ms in which an empty bucket is full. */
  readonly #fill: number;
  /** When the bucket will be full again. */
  #full = 0;

  constructor(perSecond: number, burst: number) {
    this.#gain = 1000 / perSecond;
    this.#fill = burst * this.#gain;
  }

  /** Takes a token if there is one. Returns ms until there will be one; 0: it was taken. */
  take(): number {
    const now = performance.now();
    const full = Math.max(this.#full, now) + this.#gain;
    const wait = full - this.#fill - now;
    if (wait > 0) return Math.ceil(wait);
    this.#full = full;
    return 0;
  }
}
