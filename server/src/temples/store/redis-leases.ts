import type { Redis } from "ioredis";
import { orUnavailable } from "../../cluster/unavailable.ts";
import type { LeaseStore } from "./temple-store.ts";

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
