/** Runs tasks one at a time, in the order in which they came. A task that fails does not block the next. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #before: () => void;
  #closed: Error | null = null;

  /** @param before is called before each task, when its turn has come */
  constructor(before = (): void => {}) {
    this.#before = before;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(this.#closed);
    const result = this.#last.then(() => {
      this.#before();
      return task();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Rejects all later tasks with `reason`. Resolves when earlier ones are done. */
  async close(reason: Error): Promise<void> {
    this.#closed = reason;
    await this.#last;
  }
}

/** Runs a number of tasks at a time; more wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce tasks that run at the same time */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
