/** Runs tasks one at a time, in the order in which they came. A task that fails does not hold up the next. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #closed: Error | null = null;

  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(this.#closed);
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Takes no more tasks: each later one rejects with this. Resolves when those before are done. */
  async close(reason: Error): Promise<void> {
    this.#closed = reason;
    await this.#last;
  }
}
