import type { RefusalCode } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "@flower-war/protocol/sockets";
import { type RateLimiter, rateLimiter } from "./rate-limiter.ts";
import { refuse } from "../refusal.ts";

/** Limits how many requests of a kind each address (of IPv6: its network of 64 bits) may make in a minute. */
export class AddressLimit {
  readonly #limiter: RateLimiter;
  readonly #code: RefusalCode;

  /**
   * @param code refuses requests over the limit
   * @param redis counts for all processes; `null`, or while it is away: each process counts for itself
   */
  constructor(perMinute: number, code: RefusalCode, redis: Redis | null) {
    this.#code = code;
    this.#limiter = rateLimiter(code, perMinute, redis);
  }

  /**
   * Counts a request.
   * @throws `RefusalError` with a wait if it is over the limit
   */
  async count(address: string): Promise<void> {
    try {
      await this.#limiter.consume(networkOf(address));
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw refuse(this.#code, { wait: spent.msBeforeNext });
    }
  }
}
