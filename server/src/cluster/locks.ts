import { Queue } from "../queue.ts";

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
