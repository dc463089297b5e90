import type { Cancel, Time } from "@flower-war/protocol/ports";

interface Timer {
  due: number;
  /** ms between calls; `null`: it rings once. */
  readonly interval: number | null;
  readonly call: () => void;
}

/** A time that moves only when the test calls `pass`. */
export class ManualTime implements Time {
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();

  readonly now = (): number => 1_800_000_000_000 + this.#now;
  readonly monotonic = (): number => this.#now;
  readonly after = (ms: number, call: () => void): Cancel =>
    this.#set({ due: this.#now + ms, interval: null, call });
  readonly every = (ms: number, call: () => void): Cancel =>
    this.#set({ due: this.#now + ms, interval: ms, call });
  readonly nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  /** Lets `ms` pass. Timers ring in order, each followed by a turn of the event loop. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#now = timer.due;
      if (timer.interval === null) this.#timers.delete(timer);
      else timer.due += timer.interval;
      timer.call();
      await this.nextTurn();
    }
    this.#now = end;
  }

  #set(timer: Timer): Cancel {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}
