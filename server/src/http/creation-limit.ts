import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { refused } from "../fault.ts";

/** s */
const MINUTE = 60;

/** Holds every address to so many new matches a minute. */
export class CreationLimit {
  readonly #limiter: RateLimiterMemory | RateLimiterRedis;

  /** @param redis counts for all processes; `null`, or while it is away: each counts for itself */
  constructor(perMinute: number, redis: Redis | null) {
    const alone = new RateLimiterMemory({ points: perMinute, duration: MINUTE });
    this.#limiter = redis
      ? new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: "creations",
          points: perMinute,
          duration: MINUTE,
          insuranceLimiter: alone,
        })
      : alone;
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
