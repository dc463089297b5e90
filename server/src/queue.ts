/** Runs a number of tasks at a time; more wait in the order in which they came. A task that fails does not block the next. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce tasks that run at the same time */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Begins the task at once if no others wait. */
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

/** Runs tasks one at a time. */
export class Queue {
  readonly #turns = new Semaphore(1);
  readonly #before: () => void;
  #closed: Error | null = null;

  /** @param before is called before each task, when its turn has come */
  constructor(before = (): void => {}) {
    this.#before = before;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(this.#closed);
    return this.#turns.run(() => {
      this.#before();
      return task();
    });
  }

  /** Rejects all later tasks with `reason`. Resolves when earlier ones are done. */
  async close(reason: Error): Promise<void> {
    this.#closed = reason;
    await this.#turns.run(() => Promise.resolve());
  }
}
