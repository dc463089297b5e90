import type { Played } from "./subject.ts";

/** One command on its way: it was played when it is acknowledged and all four were shown it. */
export class Turn {
  readonly #asked = performance.now();
  readonly #done = Promise.withResolvers<Played>();
  #toShow: number;
  #acknowledged: number | null = null;
  #shown = 0;

  /** @param lines to how many it will be shown */
  constructor(lines: number) {
    this.#toShow = lines;
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
    this.#done.resolve({ acknowledged: this.#acknowledged, shown: this.#shown });
  }
}
