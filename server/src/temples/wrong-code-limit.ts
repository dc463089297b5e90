import { LIMITS, SERVER_LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { networkOf, siteOf } from "@flower-war/protocol/sockets";
import { type RateLimiter, rateLimiter, waitAfter } from "../cluster/rate-limiter.ts";

const { perMinute, silence } = LIMITS.codes;
/** The key under which the clients of all addresses are counted. */
const ALL = "all";

/**
 * Limits guesses of pairing codes: after five wrong codes of a client in a minute, 60 s without attempts (P-3). After many wrong
 * codes of all clients together, no client can pair until the minute is over: there are few codes, and each opens a temple.
 */
export class WrongCodeLimit {
  readonly #ofClient: RateLimiter;
  readonly #ofSite: RateLimiter;
  readonly #ofAll: RateLimiter;

  /** @param redis counts for all processes; `null`, or while it is away: each process counts for itself */
  constructor(redis: Redis | null) {
    this.#ofClient = rateLimiter("temples:wrong-codes", perMinute, redis);
    this.#ofSite = rateLimiter("temples:wrong-codes:sites", perMinute * SERVER_LIMITS.perSite, redis);
    this.#ofAll = rateLimiter("temples:wrong-codes:all", SERVER_LIMITS.inAll.wrongCodes, redis);
  }

  /** Returns ms until a client may enter a code again; 0: now. */
  async getWait(client: string): Promise<number> {
    const waits = await Promise.all(
      this.#countersOf(client).map(async ([limiter, key]) => {
        const counted = await limiter.get(key);
        return counted !== null && counted.remainingPoints <= 0 ? waitAfter(counted) : 0;
      }),
    );
    return Math.max(...waits);
  }

  /** Counts a code that no temple shows. */
  async countWrong(client: string): Promise<void> {
    const key = networkOf(client);
    const [own] = await Promise.all(
      this.#countersOf(client).map(([limiter, counted]) => limiter.penalty(counted)),
    );
    if (own?.remainingPoints === 0) await this.#ofClient.block(key, silence / 1000);
  }

  #countersOf(client: string): [RateLimiter, string][] {
    const site = siteOf(client);
    return [
      [this.#ofClient, networkOf(client)],
      ...(site === null ? [] : ([[this.#ofSite, site]] as [RateLimiter, string][])),
      [this.#ofAll, ALL],
    ];
  }
}
