import type { Redis } from "ioredis";
import { orUnavailable } from "../../cluster/unavailable.ts";
import type { Time } from "../../time.ts";

/** Which bridge serves each temple, one at a time (S-1). */
export interface LeaseStore {
  /** Takes or renews a temple's lease for `life` ms. Returns `false` if another bridge holds it. */
  claim(templeId: string, bridge: string, life: number): Promise<boolean>;
  /** Ends a temple's lease if this bridge holds it. */
  release(templeId: string, bridge: string): Promise<void>;
}

/** Leases of bridges that are all connected to this process: they end with it. */
export class MemoryLeases implements LeaseStore {
  readonly #time: Time;
  /** `expiresAt`: ms by `Time.monotonic`. */
  readonly #byTemple = new Map<string, { readonly bridge: string; readonly expiresAt: number }>();

  constructor(time: Time) {
    this.#time = time;
  }

  async claim(templeId: string, bridge: string, life: number): Promise<boolean> {
    const now = this.#time.monotonic();
    const held = this.#byTemple.get(templeId);
    if (held && held.bridge !== bridge && held.expiresAt > now) return false;
    this.#byTemple.set(templeId, { bridge, expiresAt: now + life });
    return true;
  }

  async release(templeId: string, bridge: string): Promise<void> {
    if (this.#byTemple.get(templeId)?.bridge === bridge) this.#byTemple.delete(templeId);
  }
}

/** The key of a string that expires: the bridge that has a temple's lease. */
const leaseKey = (templeId: string) => `temples:lease:${templeId}`;

/** KEYS: lease. ARGV: bridge, ms. Returns 1 if the lease is now this bridge's, else 0. */
const CLAIM_LEASE = `
local holder = redis.call("get", KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`;

/** KEYS: lease. ARGV: bridge. */
const RELEASE_LEASE = `if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end`;

/** Leases that all processes of a cluster share. Every method rejects with `unavailable` while Redis is away. */
export class RedisLeases implements LeaseStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async claim(templeId: string, bridge: string, life: number): Promise<boolean> {
    return (await orUnavailable(this.#redis.eval(CLAIM_LEASE, 1, leaseKey(templeId), bridge, life))) === 1;
  }

  async release(templeId: string, bridge: string): Promise<void> {
    await orUnavailable(this.#redis.eval(RELEASE_LEASE, 1, leaseKey(templeId), bridge));
  }
}
