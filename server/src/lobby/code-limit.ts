import { LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { AddressCounter, consume } from "../cluster/address-limit.ts";
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
  readonly #ofAddress: AddressCounter;
  readonly #ofAll: RateLimiter;

  /** @param redis counts for all processes; `null`, or while it is away: each process counts for itself */
  constructor(redis: Redis | null) {
    this.#ofAddress = new AddressCounter("match-codes", perAddress, redis);
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
    const wait = await this.#begin(address);
    try {
      const found = await lookUp({ ...name, isCode: wait === null });
      if (wait === null) await this.#forgive(address);
      return found;
    } catch (error) {
      const isMiss = error instanceof RefusalError && error.body.code === "unknown-match";
      if (isMiss && wait !== null) throw refuse("too-many-codes", { wait });
      if (!isMiss && wait === null) await this.#forgive(address);
      throw error;
    }
  }

  /** Counts a try before it is known to fail, so that many at once get no further. Returns ms to wait; `null`: none. */
  async #begin(address: string): Promise<number | null> {
    const ofAddress = await this.#ofAddress.take(address);
    if (ofAddress !== null) return ofAddress;
    const ofAll = await consume(this.#ofAll, ALL);
    if (ofAll !== null) await this.#ofAddress.giveBack(address);
    return ofAll;
  }

  async #forgive(address: string): Promise<void> {
    await Promise.all([this.#ofAddress.giveBack(address), this.#ofAll.reward(ALL)]);
  }
}
