import type { Time } from "../time.ts";

/** A rate limit: `burst` tokens at once, `perSecond` in the long run. */
export class TokenBucket {
  readonly #time: Time;
  /** ms in which a token is gained. */
  readonly #gain: number;
  /** ms in which an empty bucket fills up. */
  readonly #fill: number;
  /** When the bucket will be full again, by the monotonic clock. */
  #fullAt = 0;

  constructor(time: Time, perSecond: number, burst: number) {
    this.#time = time;
    this.#gain = 1000 / perSecond;
    this.#fill = burst * this.#gain;
  }

  /** Takes a token if there is one. Returns ms until there will be one; 0: it was taken. */
  take(): number {
    const now = this.#time.monotonic();
    const fullAt = Math.max(this.#fullAt, now) + this.#gain;
    const wait = fullAt - this.#fill - now;
    if (wait > 0) return Math.ceil(wait);
    this.#fullAt = fullAt;
    return 0;
  }
}
