import type { RefusalCode } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { refuse } from "../refusal.ts";

/** s */
const MINUTE = 60;

/** Limits how many requests of a kind each address may make in a minute. */
export class AddressLimit {
  readonly #limiter: RateLimiterMemory | RateLimiterRedis;
  readonly #code: RefusalCode;

  /**
   * @param code refuses requests over the limit
   * @param redis counts for all processes; `null`, or while it is away: each process counts for itself
   */
  constructor(perMinute: number, code: RefusalCode, redis: Redis | null) {
    this.#code = code;
    const local = new RateLimiterMemory({ points: perMinute, duration: MINUTE });
    this.#limiter = redis
      ? new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: code,
          points: perMinute,
          duration: MINUTE,
          insuranceLimiter: local,
        })
      : local;
  }

  /**
   * Counts a request.
   * @throws `RefusalError` with a wait if it is over the limit
   */
  async count(address: string): Promise<void> {
    try {
      await this.#limiter.consume(address);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw refuse(this.#code, { wait: spent.msBeforeNext });
    }
  }
}
