import type { Redis } from "ioredis";
import { orUnavailable } from "../../cluster/unavailable.ts";
import { newShortCode, type Random } from "../../random.ts";
import type { Time } from "../../time.ts";

/** The codes that temples show, unique among those that have not expired (P-2). */
export interface CodeStore {
  /** Issues a code for a temple, or returns the one that has not expired. */
  issue(templeId: string): Promise<PairingCode>;
  /** Finds the temple that shows a code, given as a player entered it; case and spaces are ignored. */
  findTemple(entered: string): Promise<string | null>;
  /** Returns those of these temples whose code has not expired, in the given order. */
  filterShown(templeIds: readonly string[]): Promise<readonly string[]>;
  /** Removes a temple's code before it expires. */
  remove(templeId: string): Promise<void>;
}

export interface PairingCode {
  readonly code: string;
  /** s until it expires. */
  readonly expires: number;
}

/** s from issuing a code to its expiry (P-2). */
export const CODE_LIFE = 300;

/** Returns a code as it was issued, given as a player entered it. */
function normalizeCode(entered: string): string {
  return entered.replaceAll(/\s/g, "").toUpperCase();
}

interface IssuedCode {
  readonly code: string;
  /** ms by `Time.monotonic`. */
  readonly expiresAt: number;
}

/**
 * Codes in memory: after a restart temples show other ones. A code names a temple; that it works for one match only (P-3)
 * follows from the binding that it made.
 */
export class MemoryCodes implements CodeStore {
  readonly #time: Time;
  readonly #random: Random;
  readonly #byTemple = new Map<string, IssuedCode>();
  readonly #temples = new Map<string, string>();

  constructor(time: Time, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  async issue(templeId: string): Promise<PairingCode> {
    this.#removeExpired();
    const { code, expiresAt } = this.#byTemple.get(templeId) ?? this.#create(templeId);
    return { code, expires: Math.ceil((expiresAt - this.#time.monotonic()) / 1000) };
  }

  async findTemple(entered: string): Promise<string | null> {
    this.#removeExpired();
    return this.#temples.get(normalizeCode(entered)) ?? null;
  }

  async filterShown(templeIds: readonly string[]): Promise<readonly string[]> {
    this.#removeExpired();
    return templeIds.filter((templeId) => this.#byTemple.has(templeId));
  }

  async remove(templeId: string): Promise<void> {
    this.#remove(templeId);
  }

  #create(templeId: string): IssuedCode {
    let code = newShortCode(this.#random);
    while (this.#temples.has(code)) code = newShortCode(this.#random);
    const issued = { code, expiresAt: this.#time.monotonic() + CODE_LIFE * 1000 };
    this.#byTemple.set(templeId, issued);
    this.#temples.set(code, templeId);
    return issued;
  }

  #remove(templeId: string): void {
    const issued = this.#byTemple.get(templeId);
    if (!issued) return;
    this.#byTemple.delete(templeId);
    this.#temples.delete(issued.code);
  }

  /** All codes live equally long: the first ones expire first. */
  #removeExpired(): void {
    for (const [templeId, { expiresAt }] of this.#byTemple) {
      if (expiresAt > this.#time.monotonic()) return;
      this.#remove(templeId);
    }
  }
}

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
