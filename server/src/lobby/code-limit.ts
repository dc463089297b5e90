import { LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "@flower-war/protocol/sockets";
import { type RateLimiter, rateLimiter } from "../cluster/rate-limiter.ts";
import { type MatchName, parseMatchName } from "../match/match-name.ts";
import { RefusalError, refuse } from "../refusal.ts";

const { perAddress, inAll } = LIMITS.matchCodes;
/** The key under which the tries of all addresses are counted. */
const ALL = "all";

/**
 * Limits guesses of short codes: of each address, and of all together. Only those that lead to no match count. Beyond the limit
 * codes lead to public matches alone, which are listed anyway.
 */
export class CodeLimit {
  readonly #ofAddress: RateLimiter;
  readonly #ofAll: RateLimiter;

  /** @param redis counts for all processes; `null`, or while it is away: each process counts for itself */
  constructor(redis: Redis | null) {
    this.#ofAddress = rateLimiter("match-codes", perAddress, redis);
    this.#ofAll = rateLimiter("match-codes-of-all", inAll, redis);
  }

  /**
   * Looks a match up by what a client names it by.
   * @param text an id, an invitation or a short code
   * @param lookUp rejects with `unknown-match` if the name does not lead there
   * @throws `RefusalError` with `unknown-match`, `too-many-codes` with a wait, or as `lookUp`
   */
  async lookUp<T>(text: string, address: string, lookUp: (name: MatchName) => Promise<T>): Promise<T> {
    const name = parseMatchName(text);
    if (!name.isCode) return lookUp(name);
    const client = networkOf(address);
    const wait = await this.#begin(client);
    try {
      const found = await lookUp({ ...name, isCode: wait === null });
      if (wait === null) await this.#forgive(client);
      return found;
    } catch (error) {
      const isMiss = error instanceof RefusalError && error.body.code === "unknown-match";
      if (isMiss && wait !== null) throw refuse("too-many-codes", { wait });
      if (!isMiss && wait === null) await this.#forgive(client);
      throw error;
    }
  }

  /** Counts a try before it is known to fail, so that many at once get no further. Returns ms to wait; `null`: none. */
  async #begin(client: string): Promise<number | null> {
    const ofAddress = await consume(this.#ofAddress, client);
    if (ofAddress !== null) return ofAddress;
    const ofAll = await consume(this.#ofAll, ALL);
    if (ofAll !== null) await this.#ofAddress.reward(client);
    return ofAll;
  }

  async #forgive(client: string): Promise<void> {
    await Promise.all([this.#ofAddress.reward(client), this.#ofAll.reward(ALL)]);
  }
}

/** Returns ms until there is a point; `null`: there was one. */
async function consume(from: RateLimiter, key: string): Promise<number | null> {
  try {
    await from.consume(key);
    return null;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return spent.msBeforeNext;
  }
}
