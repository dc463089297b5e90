import type { MotionTime } from "../../src/game-frame/motion/queue.ts";

/** A time that moves only when a test moves it. */
export class ManualTime implements MotionTime {
  #now = 0;
  readonly #timers = new Set<{ readonly due: number; readonly call: () => void }>();

  readonly monotonic = (): number => this.#now;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { due: this.#now + ms, call };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** How many timers have still to call. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass while nothing runs: timers that are due call late. */
  passLate(ms: number): void {
    this.#now += ms;
    this.pass(0);
  }

  /** Lets time pass. Each timer calls when it is due, the earliest first. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
      if (next === undefined || next.due > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.call();
    }
    this.#now = end;
  }
}
