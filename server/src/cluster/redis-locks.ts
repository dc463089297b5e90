import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { nanoid } from "nanoid";
import { refused } from "../fault.ts";
import { LocalLocks, type Locks } from "./locks.ts";
import { orUnavailable } from "./unavailable.ts";

/** ms after which a lock falls open whose holder is gone; no task takes nearly as long. */
const LIFE = 10_000;
/** ms to wait for one's turn: a holder that died is outlived. */
const PATIENCE = LIFE + 2_000;
/** ms between two tries. */
const PAUSE = 15;

/** Opens a lock, if it is still ours. */
const RELEASE = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`;

/** Locks in Redis; those of one process queue up before they ask there. */
export class RedisLocks implements Locks {
  readonly #redis: Redis;
  readonly #local = new LocalLocks();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  run<T>(name: string, task: () => Promise<T>): Promise<T> {
    return this.#local.run(name, async () => {
      const key = `lock:${name}`;
      const token = nanoid();
      await this.#take(key, token);
      try {
        return await task();
      } finally {
        // One that cannot be opened now falls open by itself.
        await this.#redis.eval(RELEASE, 1, key, token).catch(() => undefined);
      }
    });
  }

  async #take(key: string, token: string): Promise<void> {
    const end = Date.now() + PATIENCE;
    while ((await orUnavailable(this.#redis.set(key, token, "PX", LIFE, "NX"))) === null) {
      if (Date.now() > end) throw refused("unavailable");
      await sleep(PAUSE * (0.5 + Math.random()));
    }
  }
}
