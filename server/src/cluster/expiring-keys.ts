import type { Redis } from "ioredis";
import type { Time } from "../time.ts";
import { orUnavailable } from "./unavailable.ts";

/** Texts by key that expire. Every method rejects with `RefusalError` `unavailable` while they cannot be reached. */
export interface ExpiringKeys {
  /** Sets a key for `life` ms, unless it has another value. Returns whether it was set: a claim by the same value renews it. */
  claim(key: string, value: string, life: number): Promise<boolean>;
  /** Deletes a key if it has this value. */
  release(key: string, value: string): Promise<void>;
  /** Reads a key, and ms until it expires; `null`: it has no value. */
  find(key: string): Promise<{ readonly value: string; readonly life: number } | null>;
}

/** Returns the keys that all processes share, or those of this process if it is alone. */
export function expiringKeys(redis: Redis | null, time: Pick<Time, "monotonic">): ExpiringKeys {
  return redis ? new RedisKeys(redis) : new MemoryKeys(time);
}

/** Keys of a single process, with which they end. */
export class MemoryKeys implements ExpiringKeys {
  readonly #time: Pick<Time, "monotonic">;
  /** In the order in which they were claimed last. `expiresAt`: by the monotonic clock. */
  readonly #held = new Map<string, { readonly value: string; readonly expiresAt: number }>();

  constructor(time: Pick<Time, "monotonic">) {
    this.#time = time;
  }

  async claim(key: string, value: string, life: number): Promise<boolean> {
    this.#removeExpired();
    const held = this.#find(key);
    if (held && held.value !== value) return false;
    this.#held.delete(key);
    this.#held.set(key, { value, expiresAt: this.#time.monotonic() + life });
    return true;
  }

  async release(key: string, value: string): Promise<void> {
    if (this.#held.get(key)?.value === value) this.#held.delete(key);
  }

  async find(key: string) {
    return this.#find(key);
  }

  #find(key: string) {
    const held = this.#held.get(key);
    const life = held ? held.expiresAt - this.#time.monotonic() : 0;
    return held && life > 0 ? { value: held.value, life } : null;
  }

  /** Up to the first that has not expired: those behind it may stay for as long as that. */
  #removeExpired(): void {
    for (const [key, { expiresAt }] of this.#held) {
      if (expiresAt > this.#time.monotonic()) return;
      this.#held.delete(key);
    }
  }
}

/** KEYS: key. ARGV: value, ms. Returns 1 if the key has the value now, else 0. */
const CLAIM = `
local held = redis.call("get", KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`;

/** KEYS: key. ARGV: value. */
const RELEASE = `if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end`;

/** Keys that all processes of a cluster share. */
export class RedisKeys implements ExpiringKeys {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async claim(key: string, value: string, life: number): Promise<boolean> {
    return (await orUnavailable(this.#redis.eval(CLAIM, 1, key, value, life))) === 1;
  }

  async release(key: string, value: string): Promise<void> {
    await orUnavailable(this.#redis.eval(RELEASE, 1, key, value));
  }

  async find(key: string) {
    const found = Promise.all([this.#redis.get(key), this.#redis.pttl(key)]);
    const [value, life] = await orUnavailable(found);
    return value === null || life <= 0 ? null : { value, life };
  }
}
