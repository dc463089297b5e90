/** ms between two groups of sockets: what is done for many at once costs a third of what it costs one by one. */
const STEP = 250;

/** What has a heart. */
export interface Living {
  /** Is called once an interval. */
  beat(): void;
}

/**
 * Lets each socket beat once an interval. They take turns in groups: in step, the pings of 10,000 sockets hold everything
 * up for 0.1 s, and one by one they wake the process for each. Without sockets nothing ticks.
 */
export class Heartbeat {
  readonly #groups: readonly Set<Living>[];
  readonly #step: number;
  #turn = 0;
  #living = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param interval ms */
  constructor(interval: number) {
    const groups = Math.max(1, Math.round(interval / STEP));
    this.#groups = Array.from({ length: groups }, () => new Set());
    this.#step = interval / groups;
  }

  /** Returns the function that ends it for this one. */
  add(living: Living): () => void {
    const group = this.#groups[Math.floor(Math.random() * this.#groups.length)];
    group?.add(living);
    this.#living += 1;
    this.#timer ??= setInterval(() => this.#beat(), this.#step);
    return () => {
      if (!group?.delete(living)) return;
      this.#living -= 1;
      if (this.#living === 0) this.#stop();
    };
  }

  #beat(): void {
    const group = this.#groups[this.#turn];
    this.#turn = (this.#turn + 1) % this.#groups.length;
    group?.forEach((living) => living.beat());
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
