import { type Cancel, systemTime, type Time } from "@flower-war/protocol/ports";

interface Timer {
  /** When it is due, by the fake monotonic clock. */
  due: number;
  readonly call: () => void;
  /** `null`: it runs once. */
  readonly every: number | null;
}

/** A time that passes only when the test says so: both clocks and all timers. */
export class FakeTime implements Time {
  #monotonic = 0;
  readonly #timers = new Set<Timer>();
  /** The wall clock when the fake time began: ms since 1970. */
  #start = 1_800_000_000_000;

  readonly now = (): number => this.#start + this.#monotonic;
  readonly monotonic = (): number => this.#monotonic;
  readonly after = (ms: number, call: () => void): Cancel => this.#add(ms, call, null);
  readonly every = (ms: number, call: () => void): Cancel => this.#add(ms, call, ms);
  readonly nextTurn = systemTime.nextTurn;

  /** Number of timers that are set. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Sets the wall clock forth by `ms`, or back. */
  step(ms: number): void {
    this.#start += ms;
  }

  /** Lets `ms` pass. Each timer runs when it is due; what it causes is done before the next one runs. */
  async pass(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    await settle();
    for (let next = this.#nextUntil(end); next !== undefined; next = this.#nextUntil(end)) {
      this.#monotonic = Math.max(this.#monotonic, next.due);
      if (next.every === null) this.#timers.delete(next);
      else next.due += next.every;
      next.call();
      await settle();
    }
    this.#monotonic = end;
  }

  #add(ms: number, call: () => void, every: number | null): Cancel {
    const timer = { due: this.#monotonic + Math.max(0, ms), call, every };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  #nextUntil(end: number): Timer | undefined {
    return [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}

/** Lets everything happen that waits for no time: promises, streams in memory. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await systemTime.nextTurn();
}
