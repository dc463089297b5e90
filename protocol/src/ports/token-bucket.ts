import type { Time } from "./time.ts";

/** A rate limit: `burst` tokens at once, `perSecond` in the long run. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The tokens of a rate limit. */
export class TokenBucket {
  readonly #time: Time;
  /** All buckets of one limit share it. */
  readonly #rate: Rate;
  /** When the bucket will be full again, by the monotonic clock. */
  #fullAt = 0;

  constructor(time: Time, rate: Rate) {
    this.#time = time;
    this.#rate = rate;
  }

  get isFull(): boolean {
    return this.#fullAt <= this.#time.monotonic();
  }

  /** Takes `count` tokens if there are as many. Returns ms until there will be; 0: they were taken. */
  take(count = 1): number {
    const wait = this.waitFor(count);
    if (wait === 0) this.#take(count);
    return wait;
  }

  /** Takes `count` tokens, whether there are as many or not. Returns ms until as many are back as were missing; 0: none was. */
  charge(count: number): number {
    this.#take(count);
    return this.waitFor(0);
  }

  /** Gives back a token that was taken. */
  giveBack(): void {
    this.#take(-1);
  }

  /** Returns ms until there will be `count` tokens. */
  waitFor(count: number): number {
    const now = this.#time.monotonic();
    const wait = Math.max(this.#fullAt, now) + this.gainOf(count) - this.gainOf(this.#rate.burst) - now;
    return Math.max(0, Math.ceil(wait));
  }

  /** Returns ms in which `count` tokens are gained. */
  gainOf(count: number): number {
    return count * (1000 / this.#rate.perSecond);
  }

  #take(count: number): void {
    this.#fullAt = Math.max(this.#fullAt, this.#time.monotonic()) + this.gainOf(count);
  }
}
