import type { Code } from "@flower-war/client-sdk/protocol";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { refused } from "../fault.ts";

/** s */
const MINUTE = 60;

/** Holds every address to so many requests of a kind in a minute. */
export class AddressLimit {
  readonly #limiter: RateLimiterMemory | RateLimiterRedis;
  readonly #code: Code;

  /**
   * @param code with which more are refused
   * @param redis counts for all processes; `null`, or while it is away: each counts for itself
   */
  constructor(perMinute: number, code: Code, redis: Redis | null) {
    this.#code = code;
    const alone = new RateLimiterMemory({ points: perMinute, duration: MINUTE });
    this.#limiter = redis
      ? new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: code,
          points: perMinute,
          duration: MINUTE,
          insuranceLimiter: alone,
        })
      : alone;
  }

  /**
   * Notes a request.
   * @throws `Refused` with a wait if it is one too many
   */
  async note(address: string): Promise<void> {
    try {
      await this.#limiter.consume(address);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw refused(this.#code, { wait: spent.msBeforeNext });
    }
  }
}
