import type { Rate, Time } from "@flower-war/protocol/ports";

/** Tells clients that are refused for a while when to come again, so that they come at a rate that a server stands. */
export class RetryWaits {
  readonly #time: Time;
  readonly #gain: number;
  readonly #most: number;
  /** When the client that was last told a wait comes again, by the monotonic clock. */
  #last = Number.NEGATIVE_INFINITY;

  /** @param most ms that a client waits at most */
  constructor(time: Time, perSecond: Rate["perSecond"], most: number) {
    this.#time = time;
    this.#gain = 1000 / perSecond;
    this.#most = most;
  }

  /** Returns ms until the next client may come again; 0: whenever it wants. */
  next(): number {
    const now = this.#time.monotonic();
    this.#last = Math.min(now + this.#most, Math.max(now, this.#last + this.#gain));
    return Math.floor(this.#last - now);
  }
}
