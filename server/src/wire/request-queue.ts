import type { Time } from "../time.ts";

/** Requests that begin in one turn of the event loop at most, and ms after which no further one does. */
const AT_ONCE = 16;
const SLICE = 2;

interface Waiting {
  readonly isGone: () => boolean;
  readonly handle: () => void;
}

/**
 * Begins requests a few at a time, in the order in which they came. Between two turns the process handles what else has arrived, so many
 * requests at once delay no table for longer than one of them takes, and a client that has gone is noticed before its request costs
 * anything.
 */
export class RequestQueue {
  readonly #time: Time;
  readonly #waiting: Waiting[] = [];
  /** Places in the next turn that are not used yet. */
  #places = 0;
  /** When the last one of this turn may begin, by the monotonic clock. */
  #end = 0;

  constructor(time: Time) {
    this.#time = time;
  }

  /**
   * Handles a request in the next turn that has room for it.
   * @param isGone whether its client has gone: then it is dropped
   */
  add(isGone: () => boolean, handle: () => void): void {
    this.#waiting.push({ isGone, handle });
    if (this.#places === 0) this.#beginTurn();
  }

  #beginTurn(): void {
    this.#places = AT_ONCE;
    this.#end = Number.POSITIVE_INFINITY;
    // A request runs until its first wait before the next place is taken.
    for (let place = 0; place < AT_ONCE; place++) void this.#time.nextTurn().then(() => this.#takePlace());
  }

  #takePlace(): void {
    const now = this.#time.monotonic();
    if (this.#places === AT_ONCE) this.#end = now + SLICE;
    this.#places -= 1;
    const next = now < this.#end ? this.#takeNext() : undefined;
    if (this.#places === 0 && this.#waiting.length > 0) this.#beginTurn();
    next?.handle();
  }

  #takeNext(): Waiting | undefined {
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined || !next.isGone()) return next;
    }
  }
}
