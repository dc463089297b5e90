import { LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";

const { perMinute, silence } = LIMITS.codes;

/** Limits guesses of pairing codes: after five wrong codes of a client in a minute, 60 s without attempts (P-3). */
export class WrongCodeLimit {
  readonly #limiter: RateLimiterMemory | RateLimiterRedis;

  /** @param redis counts for all processes; `null`, or while it is away: each process counts for itself */
  constructor(redis: Redis | null) {
    const limit = { points: perMinute, duration: 60, keyPrefix: "temples:wrong-codes" };
    const local = new RateLimiterMemory(limit);
    this.#limiter = redis
      ? new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: local })
      : local;
  }

  /** Returns ms until a client may enter a code again; 0: now. */
  async getWait(client: string): Promise<number> {
    const counted = await this.#limiter.get(client);
    return counted !== null && counted.consumedPoints > perMinute ? counted.msBeforeNext : 0;
  }

  /** Counts a code that no temple shows. */
  async countWrong(client: string): Promise<void> {
    const { remainingPoints } = await this.#limiter.penalty(client);
    if (remainingPoints === 0) await this.#limiter.block(client, silence / 1000);
  }
}
