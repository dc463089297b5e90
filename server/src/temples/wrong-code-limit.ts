import { LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { networkOf } from "@flower-war/protocol/sockets";
import { type RateLimiter, rateLimiter } from "../cluster/rate-limiter.ts";

const { perMinute, silence } = LIMITS.codes;

/** Limits guesses of pairing codes: after five wrong codes of a client in a minute, 60 s without attempts (P-3). */
export class WrongCodeLimit {
  readonly #limiter: RateLimiter;

  /** @param redis counts for all processes; `null`, or while it is away: each process counts for itself */
  constructor(redis: Redis | null) {
    this.#limiter = rateLimiter("temples:wrong-codes", perMinute, redis);
  }

  /** Returns ms until a client may enter a code again; 0: now. */
  async getWait(client: string): Promise<number> {
    const counted = await this.#limiter.get(networkOf(client));
    return counted !== null && counted.consumedPoints > perMinute ? counted.msBeforeNext : 0;
  }

  /** Counts a code that no temple shows. */
  async countWrong(client: string): Promise<void> {
    const key = networkOf(client);
    const { remainingPoints } = await this.#limiter.penalty(key);
    if (remainingPoints === 0) await this.#limiter.block(key, silence / 1000);
  }
}
