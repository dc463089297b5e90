import type { Link } from "./ports.ts";
import { onWake } from "./wake.ts";

/** How the SDK notices a connection that is lost without a word: a network that changed, a line that was cut. */
export interface PingPolicy {
  /** ms of silence after which it asks whether the server is there. Default 10,000. */
  readonly every: number;
  /** ms that it waits to hear anything then, before it takes the connection for lost. Default 5,000. */
  readonly patience: number;
}

export const PING: PingPolicy = { every: 10_000, patience: 5000 };

/** No pings: a silent loss is noticed when the operating system does. */
export const NO_PING: PingPolicy = { every: Number.POSITIVE_INFINITY, patience: 0 };

/** Watches one connection after the other: asks when one is silent, and gives it up when no answer comes. */
export class Heartbeat {
  readonly #policy: PingPolicy;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When something was last heard, in ms of `performance.now()`. */
  #heardAt = 0;
  /** Asked, and nothing heard since. */
  #unanswered = false;
  #stopWaking = (): void => {};

  constructor(policy: PingPolicy) {
    this.#policy = policy;
  }

  watch(link: Link): void {
    this.stop();
    if (this.#policy.every === Number.POSITIVE_INFINITY) return;
    this.heard();
    this.#listen(link, this.#policy.every);
    this.#stopWaking = onWake(() => this.#ask(link));
  }

  heard(): void {
    this.#heardAt = performance.now();
    this.#unanswered = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopWaking();
  }

  #listen(link: Link, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const left = this.#policy.every - (performance.now() - this.#heardAt);
      if (left > 0) this.#listen(link, left);
      else this.#ask(link);
    }, ms);
  }

  #ask(link: Link): void {
    this.#unanswered = true;
    link.ping(() => this.heard());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#unanswered) link.abandon("nothing was heard any more");
      else this.#listen(link, this.#policy.every);
    }, this.#policy.patience);
  }
}
