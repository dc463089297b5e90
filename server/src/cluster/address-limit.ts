import { type RefusalCode, SERVER_LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { networkOf, siteOf } from "@flower-war/protocol/sockets";
import { RefusalError, refuse } from "../refusal.ts";
import { type RateLimiter, rateLimiter, waitAfter } from "./rate-limiter.ts";

/** The key under which all addresses are counted together. */
const ALL = "all";

/** Takes a point. Returns ms until there is one; `null`: there was one. */
export async function consume(from: RateLimiter, key: string): Promise<number | null> {
  try {
    await from.consume(key);
    return null;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return waitAfter(spent);
  }
}

/** Counts something by address: of IPv6 by its network of 64 bits, and more generously by the one of 48 that it is in. */
export class AddressCounter {
  readonly #ofNetwork: RateLimiter;
  readonly #ofSite: RateLimiter;

  /**
   * @param name unique in an installation
   * @param redis counts for all processes; `null`, or while it is away: each process counts for itself
   */
  constructor(name: string, perMinute: number, redis: Redis | null) {
    this.#ofNetwork = rateLimiter(name, perMinute, redis);
    this.#ofSite = rateLimiter(`${name}:sites`, perMinute * SERVER_LIMITS.perSite, redis);
  }

  /** Counts one. Returns ms until it is allowed, and then it is not counted; `null`: it is. */
  async take(address: string): Promise<number | null> {
    const site = siteOf(address);
    const ofSite = site === null ? null : await consume(this.#ofSite, site);
    if (ofSite !== null) return ofSite;
    const ofNetwork = await consume(this.#ofNetwork, networkOf(address));
    if (ofNetwork !== null && site !== null) await this.#ofSite.reward(site);
    return ofNetwork;
  }

  /** Gives one back. */
  async giveBack(address: string): Promise<void> {
    const site = siteOf(address);
    await Promise.all([
      this.#ofNetwork.reward(networkOf(address)),
      site === null ? null : this.#ofSite.reward(site),
    ]);
  }
}

/** Limits how many requests of a kind each address may make in a minute, and all of them together. */
export class AddressLimit {
  readonly #ofAddress: AddressCounter;
  readonly #ofAll: RateLimiter | null;
  readonly #mistakes: AddressCounter;
  readonly #code: RefusalCode;

  /**
   * @param code refuses requests over the limit
   * @param redis counts for all processes; `null`, or while it is away: each process counts for itself
   * @param inAll missing: there is no limit on all
   */
  constructor(perMinute: number, code: RefusalCode, redis: Redis | null, inAll?: number) {
    this.#code = code;
    this.#ofAddress = new AddressCounter(code, perMinute, redis);
    this.#ofAll = inAll === undefined ? null : rateLimiter(`${code}:all`, inAll, redis);
    this.#mistakes = new AddressCounter(`${code}:mistakes`, SERVER_LIMITS.mistakes, redis);
  }

  /**
   * Counts a request.
   * @throws `RefusalError` with a wait if it is over the limit
   */
  async count(address: string): Promise<void> {
    const ofAddress = await this.#ofAddress.take(address);
    if (ofAddress !== null) throw refuse(this.#code, { wait: ofAddress });
    const ofAll = this.#ofAll && (await consume(this.#ofAll, ALL));
    if (ofAll === null) return;
    await this.#ofAddress.giveBack(address);
    throw refuse(this.#code, { wait: ofAll });
  }

  /** Gives back a request that was counted, and that proved to be malformed: `SERVER_LIMITS.mistakes` of an address in a minute. */
  async forgive(address: string): Promise<void> {
    if ((await this.#mistakes.take(address)) !== null) return;
    await Promise.all([this.#ofAddress.giveBack(address), this.#ofAll?.reward(ALL)]);
  }
}

/** Limits how often attempts of all addresses together may fail in a minute. Those that succeed are not counted. */
export class FailureLimit {
  readonly #limiter: RateLimiter;
  readonly #code: RefusalCode;

  /** As for `AddressLimit`. */
  constructor(perMinute: number, code: RefusalCode, redis: Redis | null) {
    this.#code = code;
    this.#limiter = rateLimiter(`${code}:failed`, perMinute, redis);
  }

  /**
   * Makes an attempt. Only one that is refused counts as failed, not one that finds the store away.
   * @throws `RefusalError` with a wait if too many failed, or as `attempt`
   */
  async run<T>(attempt: () => Promise<T>): Promise<T> {
    // Counted before it is known to fail, so that many at once get no further.
    const wait = await consume(this.#limiter, ALL);
    if (wait !== null) throw refuse(this.#code, { wait });
    let failed = false;
    try {
      return await attempt();
    } catch (error) {
      failed = error instanceof RefusalError && error.body.code !== "unavailable";
      throw error;
    } finally {
      if (!failed) await this.#limiter.reward(ALL);
    }
  }
}
