import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { refused } from "../fault.ts";

/** Holds every address to so many new matches a minute. */
export class CreationLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /**
   * Notes that an address creates a match.
   * @throws `Refused` with `too-many-creations`
   */
  async note(address: string): Promise<void> {
    try {
      await this.#limiter.consume(address);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw refused("too-many-creations", { wait: spent.msBeforeNext });
    }
  }
}
