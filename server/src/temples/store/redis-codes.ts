import type { Redis } from "ioredis";
import { orUnavailable } from "../../cluster/unavailable.ts";
import { newShortCode, type Random } from "../../random.ts";
import { CODE_LIFE, type CodeStore, normalizeCode, type PairingCode } from "./temple-store.ts";

/** Keys of strings that expire. */
const KEYS = {
  /** The code that a temple shows. */
  shown: (templeId: string) => `temples:shown:${templeId}`,
  /** The temple that shows a code. */
  code: (code: string) => `temples:code:${code}`,
};

/** Codes that all processes of a cluster share. Every method rejects with `unavailable` while Redis is away. */
export class RedisCodes implements CodeStore {
  readonly #redis: Redis;
  readonly #random: Random;

  constructor(redis: Redis, random: Random) {
    this.#redis = redis;
    this.#random = random;
  }

  async issue(templeId: string): Promise<PairingCode> {
    return (await this.#find(templeId)) ?? this.#create(templeId);
  }

  async findTemple(entered: string): Promise<string | null> {
    return orUnavailable(this.#redis.get(KEYS.code(normalizeCode(entered))));
  }

  async filterShown(templeIds: readonly string[]): Promise<readonly string[]> {
    if (templeIds.length === 0) return [];
    const codes = await orUnavailable(this.#redis.mget(templeIds.map((templeId) => KEYS.shown(templeId))));
    return templeIds.filter((_, i) => codes[i] !== null);
  }

  async remove(templeId: string): Promise<void> {
    const issued = await this.#find(templeId);
    if (issued) await orUnavailable(this.#redis.del(KEYS.shown(templeId), KEYS.code(issued.code)));
  }

  async #find(templeId: string): Promise<PairingCode | null> {
    const key = KEYS.shown(templeId);
    const code = await orUnavailable(this.#redis.get(key));
    const life = await orUnavailable(this.#redis.pttl(key));
    return code === null || life <= 0 ? null : { code, expires: Math.ceil(life / 1000) };
  }

  async #create(templeId: string): Promise<PairingCode> {
    const code = newShortCode(this.#random);
    if (!(await this.#setIfAbsent(KEYS.code(code), templeId))) return this.#create(templeId);
    if (await this.#setIfAbsent(KEYS.shown(templeId), code)) return { code, expires: CODE_LIFE };
    // Another process issued a code for this temple just now.
    await orUnavailable(this.#redis.del(KEYS.code(code)));
    return this.issue(templeId);
  }

  /** Sets a key that expires with the code, unless it exists. Returns whether it was set. */
  async #setIfAbsent(key: string, value: string): Promise<boolean> {
    return (await orUnavailable(this.#redis.set(key, value, "EX", CODE_LIFE, "NX"))) !== null;
  }
}
