import type { Clock } from "../clock/clock.ts";
import { type Due, nextDue, stillWarned } from "../clock/due.ts";
import type { Time } from "../time.ts";

export interface TimekeeperListener {
  /** A seat's time is almost over. */
  warn(seat: string, deadline: number): void;
  /** A seat's time is over. */
  expired(): void;
}

/** Rings when something is due on a match's clocks. A timer is pending only while a clock runs, and one for all. */
export class Timekeeper {
  readonly #time: Time;
  readonly #listener: TimekeeperListener;
  #warned: ReadonlySet<string> = new Set();
  #clock: Clock | null = null;
  #cancel = (): void => {};
  #stopped = false;

  constructor(time: Time, listener: TimekeeperListener) {
    this.#time = time;
    this.#listener = listener;
  }

  /** Says how the clocks stand; `null`: nobody's time is counted. */
  watch(clock: Clock | null): void {
    if (this.#stopped || clock === this.#clock) return;
    this.#clock = clock;
    if (clock) this.#warned = stillWarned(clock, this.#warned, this.#time.now());
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #wait(): void {
    this.#cancel();
    const due = this.#clock && nextDue(this.#clock, this.#warned);
    if (due) this.#cancel = this.#time.callAt(due.at, () => this.#ring(due));
  }

  #ring({ kind, seat, deadline }: Due): void {
    if (kind === "fallback") return this.#listener.expired();
    this.#warned = new Set([...this.#warned, seat]);
    this.#listener.warn(seat, deadline);
    this.#wait();
  }
}
