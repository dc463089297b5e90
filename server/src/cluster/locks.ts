import { Queue } from "../queue.ts";

/** Runs tasks of one name one at a time, in all processes of the cluster. */
export interface Locks {
  /**
   * Runs a task when those before it are done.
   * @throws `Refused` with `unavailable` if its turn does not come
   */
  run<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** The locks of a process that is alone: a queue each. */
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
