import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { networkOf, siteOf } from "@flower-war/protocol/sockets";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { RefusalError, refuse } from "../refusal.ts";
import type { Act, Quota } from "./acts.ts";

/** Who acts. */
export interface Actor {
  /** `""`: not known, and not counted. */
  readonly address: string;
  /** The player's id; missing or `null`: they are not known here. */
  readonly player?: string | null;
  /** What the act is about, such as an e-mail address. */
  readonly target?: string;
  /** The match for which an address is counted apart; missing: it is counted for all together. */
  readonly match?: string;
  /** Whether what all do together, or all of a network of 48 bits, does not hold this one back. Default `false` */
  readonly isKnown?: boolean;
}

type Counter = RateLimiterMemory | RateLimiterRedis;

/** The counters of an act, and whose key each counts; a key of `null` is not counted. */
type Counters = readonly (readonly [Counter, (by: Actor) => string | null])[];

/** s */
const MINUTE = 60;

/**
 * Counts all that strangers can do too often, in one place. An act counts for its address (of IPv6: the network of 64 bits, and more
 * generously the one of 48 that it is in), its player, its target, and for all together, as its quota says.
 */
export class Quotas {
  readonly #quotas: Readonly<Record<Act, Quota>>;
  readonly #counters: ReadonlyMap<Act, Counters>;
  readonly #mistakes: ReadonlyMap<Act, Counters>;

  /** @param redis counts for all processes; `null`, or while it is away: each process counts for itself */
  constructor(quotas: Readonly<Record<Act, Quota>>, redis: Redis | null) {
    const acts = Object.keys(quotas) as Act[];
    const mistakes = { network: SERVER_LIMITS.mistakes };
    this.#quotas = quotas;
    this.#counters = new Map(acts.map((act) => [act, openCounters(act, quotas[act], redis)]));
    this.#mistakes = new Map(acts.map((act) => [act, openCounters(`${act}:mistakes`, mistakes, redis)]));
  }

  /**
   * Counts an act.
   * @throws `RefusalError` with the quota's code and a wait if it is beyond the quota; then it is not counted
   */
  async count(act: Act, by: Actor): Promise<void> {
    const wait = await this.take(act, by);
    if (wait !== null) throw refuse(this.#quotas[act].code, { wait });
  }

  /** The same. Returns ms until the act is allowed, and then it is not counted; `null`: it is. */
  async take(act: Act, by: Actor): Promise<number | null> {
    return takeAll(this.#of(act), by);
  }

  /** Gives back an act that was counted. */
  async giveBack(act: Act, by: Actor): Promise<void> {
    await rewardAll(this.#of(act), by);
  }

  /** Gives back an act that was counted, and that proved to be malformed: `SERVER_LIMITS.mistakes` of an address in a minute. */
  async forgive(act: Act, by: Actor): Promise<void> {
    if ((await takeAll(this.#mistakes.get(act) ?? [], by)) === null) await this.giveBack(act, by);
  }

  /** Returns ms until an act is allowed; 0: now. Nothing is counted. */
  async waitFor(act: Act, by: Actor): Promise<number> {
    const waits = this.#of(act).map(async ([counter, keyOf]) => {
      const key = keyOf(by);
      const counted = key === null ? null : await counter.get(key);
      return counted !== null && counted.consumedPoints >= counter.points ? endOf(counted) : 0;
    });
    return Math.max(0, ...(await Promise.all(waits)));
  }

  /** Requires that an act is allowed, and counts nothing. @throws `RefusalError` with the quota's code and a wait */
  async require(act: Act, by: Actor): Promise<void> {
    const wait = await this.waitFor(act, by);
    if (wait > 0) throw refuse(this.#quotas[act].code, { wait });
  }

  /** Counts an act that has happened, whether or not it is beyond the quota. */
  async note(act: Act, by: Actor): Promise<void> {
    const { silence } = this.#quotas[act];
    const noted = this.#of(act).map(async ([counter, keyOf], i) => {
      const key = keyOf(by);
      if (key === null) return;
      const { consumedPoints } = await counter.penalty(key);
      if (i === 0 && silence !== undefined && consumedPoints === counter.points) {
        await counter.block(key, silence);
      }
    });
    await Promise.all(noted);
  }

  /**
   * Makes an attempt of which only failures count. It is counted before it is known to fail, so that many at once get no further.
   * @throws `RefusalError` as `count` or `run`
   */
  async attempt<T>(act: Act, by: Actor, run: () => Promise<T>): Promise<T> {
    await this.count(act, by);
    return this.finish(act, by, run, (code) => code !== "unavailable");
  }

  /**
   * Makes an attempt that was counted, and gives it back unless it fails.
   * @param isFailure whether it fails that was refused with a code
   * @throws as `run`
   */
  async finish<T>(
    act: Act,
    by: Actor,
    run: () => Promise<T>,
    isFailure: (code: string) => boolean,
  ): Promise<T> {
    let failed = false;
    try {
      return await run();
    } catch (error) {
      failed = error instanceof RefusalError && isFailure(error.body.code);
      throw error;
    } finally {
      if (!failed) await this.giveBack(act, by);
    }
  }

  #of(act: Act): Counters {
    return this.#counters.get(act) ?? [];
  }
}

/** Opens the counters of a quota: the narrowest first, so that who is beyond their own counts for nobody else. */
function openCounters(name: string, quota: Omit<Quota, "code">, redis: Redis | null): Counters {
  const { network, player, target, all, seconds = MINUTE } = quota;
  const { site = network && network * SERVER_LIMITS.perSite } = quota;
  const open = (of: string, points: number | undefined, keyOf: (by: Actor) => string | null) => {
    if (points === undefined) return [];
    const limit = { keyPrefix: `${name}:${of}`, points, duration: seconds };
    const local = new RateLimiterMemory(limit);
    const counter = redis
      ? new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: local })
      : local;
    return [[counter, keyOf] as const];
  };
  const inMatch = (key: string | null, { match }: Actor) =>
    key && (match === undefined ? key : `${match} ${key}`);
  return [
    ...open("network", network, (by) => inMatch(networkOf(by.address) || null, by)),
    ...open("site", site, (by) => inMatch(by.isKnown ? null : siteOf(by.address), by)),
    ...open("player", player, (by) => by.player ?? null),
    ...open("target", target, (by) => by.target ?? null),
    ...open("all", all, ({ isKnown = false }) => (isKnown ? null : "all")),
  ];
}

/** Counts in all counters or in none. Returns ms until there is room in the one that is full; `null`: it is counted. */
async function takeAll(counters: Counters, by: Actor): Promise<number | null> {
  for (const [i, [counter, keyOf]] of counters.entries()) {
    const key = keyOf(by);
    if (key === null) continue;
    try {
      await counter.consume(key);
    } catch (full) {
      if (!(full instanceof RateLimiterRes)) throw full;
      await rewardAll(counters.slice(0, i), by);
      return endOf(full);
    }
  }
  return null;
}

async function rewardAll(counters: Counters, by: Actor): Promise<void> {
  await Promise.all(
    counters.map(async ([counter, keyOf]) => {
      const key = keyOf(by);
      if (key !== null) await counter.reward(key);
    }),
  );
}

/** Returns ms after which a counter has begun anew. Redis still has a key in the ms in which it expires. */
function endOf({ msBeforeNext }: RateLimiterRes): number {
  return msBeforeNext + 1;
}
