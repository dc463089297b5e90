/** A queue of what a client sends. */
export class Mailbox<T> {
  readonly #waiting: T[] = [];
  #wake: () => void = () => {};
  #ended: string | null = null;

  put(item: T): void {
    this.#waiting.push(item);
    this.#wake();
  }

  /** Why nothing more comes. */
  end(reason: string): void {
    this.#ended ??= reason;
    this.#wake();
  }

  /** Resolves with the next item, or with why none has come within `ms`. */
  async take(
    ms: number,
  ): Promise<{ readonly item: T } | { readonly item?: undefined; readonly reason: string }> {
    const late = performance.now() + ms;
    for (;;) {
      const [item] = this.#waiting.splice(0, 1);
      if (item !== undefined) return { item };
      if (this.#ended !== null) return { reason: this.#ended };
      const left = late - performance.now();
      if (left <= 0) return { reason: `the check waited ${ms / 1000} s` };
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
