import { Queue } from "../queue.ts";
import { sleep } from "@flower-war/protocol/ports";
import type { Redis } from "ioredis";
import { newId, type Random } from "../random.ts";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";
import { type ExpiringKeys, RedisKeys } from "./expiring-keys.ts";

/** Locks by name that hold in all processes of the cluster. */
export interface Locks {
  /**
   * Runs a task while holding a lock; tasks wait in the order in which they came.
   * @throws `RefusalError` with `unavailable` if the lock cannot be taken in time
   */
  run<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** The locks of a single process: a queue each. */
export class LocalLocks implements Locks {
  readonly #queues = new Map<string, { queue: Queue; users: number }>();

  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const lock = this.#queues.get(name) ?? { queue: new Queue(), users: 0 };
    this.#queues.set(name, lock);
    lock.users += 1;
    try {
      return await lock.queue.run(task);
    } finally {
      lock.users -= 1;
      if (lock.users === 0) this.#queues.delete(name);
    }
  }
}

/** ms after which a lock expires whose holder is gone; no task takes nearly as long. */
const EXPIRY = 10_000;
/** ms to wait for a lock: long enough to outlast a holder that died. */
const TIMEOUT = EXPIRY + 2_000;
/** ms between two attempts. */
const RETRY_INTERVAL = 15;

/** Locks in Redis. Tasks of one process wait in a local queue before they compete there. */
export class RedisLocks implements Locks {
  readonly #keys: ExpiringKeys;
  readonly #time: Time;
  readonly #random: Random;
  readonly #local = new LocalLocks();
  /** Locks that may be held for nothing, by token: whether they were taken or released is not known. */
  readonly #left = new Map<string, string>();

  constructor(redis: Redis, time: Time, random: Random) {
    this.#keys = new RedisKeys(redis);
    this.#time = time;
    this.#random = random;
    redis.on("ready", () => {
      for (const [token, key] of this.#left) void this.#release(key, token);
    });
  }

  run<T>(name: string, task: () => Promise<T>): Promise<T> {
    return this.#local.run(name, async () => {
      const key = `lock:${name}`;
      const token = newId(this.#random);
      try {
        await this.#acquire(key, token);
      } catch (error) {
        void this.#release(key, token);
        throw error;
      }
      try {
        return await task();
      } finally {
        await this.#release(key, token);
      }
    });
  }

  /** Releases a lock, if it is held. One that cannot be released now is when Redis is back, unless it has expired. */
  async #release(key: string, token: string): Promise<void> {
    try {
      await this.#keys.release(key, token);
      this.#left.delete(token);
    } catch {
      if (!this.#left.has(token))
        this.#time.after(EXPIRY, () => this.#left.delete(token), { background: true });
      this.#left.set(token, key);
    }
  }

  async #acquire(key: string, token: string): Promise<void> {
    const end = this.#time.monotonic() + TIMEOUT;
    while (!(await this.#keys.claim(key, token, EXPIRY))) {
      if (this.#time.monotonic() > end) throw refuse("unavailable");
      await sleep(this.#time, RETRY_INTERVAL * (0.5 + this.#random.fraction()));
    }
  }
}
