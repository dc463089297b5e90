import { LIMITS } from "@flower-war/client-sdk/protocol";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";

const { perMinute, silence } = LIMITS.codes;

/** Against guessing: five wrong codes per client and minute, then 60 s of silence (P-3). */
export class CodeGuard {
  readonly #wrong: RateLimiterMemory | RateLimiterRedis;

  /** @param redis counts for all processes; `null`, or while it is away: each counts for itself */
  constructor(redis: Redis | null) {
    const limit = { points: perMinute, duration: 60, keyPrefix: "temples:wrong-codes" };
    const alone = new RateLimiterMemory(limit);
    this.#wrong = redis
      ? new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: alone })
      : alone;
  }

  /** ms until this client may enter a code again; 0: now. */
  async wait(client: string): Promise<number> {
    const known = await this.#wrong.get(client);
    return known !== null && known.consumedPoints > perMinute ? known.msBeforeNext : 0;
  }

  /** The client entered a code that no temple shows. */
  async wrong(client: string): Promise<void> {
    const { remainingPoints } = await this.#wrong.penalty(client);
    if (remainingPoints === 0) await this.#wrong.block(client, silence / 1000);
  }
}
