import type { Time } from "@flower-war/protocol/ports";

/** A token bucket that holds one second's worth of tokens. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #time: Time;
  #tokens: number;
  #updatedAt: number;

  constructor(perSecond: number, time: Time) {
    this.#perSecond = perSecond;
    this.#time = time;
    this.#tokens = perSecond;
    this.#updatedAt = time.monotonic();
  }

  /** Takes a token; returns `false` if there is none. */
  tryTake(): boolean {
    const now = this.#time.monotonic();
    const gained = ((now - this.#updatedAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#perSecond, this.#tokens + gained);
    this.#updatedAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
