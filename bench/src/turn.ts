import type { Played } from "./subject.ts";

/** What a turn needs of a client's connection. */
export interface Receiver {
  /** Bytes so far. */
  readonly received: number;
}

/** One command on its way: it was played when it is acknowledged and all four were shown it. */
export class Turn {
  readonly #asked = performance.now();
  readonly #done = Promise.withResolvers<Played>();
  readonly #lines: readonly Receiver[];
  readonly #before: readonly number[];
  #toShow: number;
  #acknowledged: number | null = null;
  #shown = 0;

  /** @param lines of all to whom it will be shown */
  constructor(lines: readonly Receiver[]) {
    this.#lines = lines;
    this.#before = lines.map(({ received }) => received);
    this.#toShow = lines.length;
  }

  get played(): Promise<Played> {
    return this.#done.promise;
  }

  acknowledge(): void {
    this.#acknowledged ??= performance.now() - this.#asked;
    this.#finish();
  }

  /** One more was shown it. */
  show(): void {
    this.#toShow -= 1;
    if (this.#toShow === 0) this.#shown = performance.now() - this.#asked;
    this.#finish();
  }

  refuse(reason: string): void {
    this.#done.reject(new Error(reason));
  }

  #finish(): void {
    if (this.#toShow > 0 || this.#acknowledged === null) return;
    const bytes = this.#lines.map(({ received }, i) => received - (this.#before[i] ?? 0));
    this.#done.resolve({ acknowledged: this.#acknowledged, shown: this.#shown, bytes });
  }
}
