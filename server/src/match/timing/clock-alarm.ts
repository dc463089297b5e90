import type { Cancel, SteadyTime } from "../../time.ts";
import { type Clock, type Due, nextDue, stillWarned, type Warned, warnedBefore } from "./clock.ts";

interface ClockAlarmListener {
  /** A seat's time is almost over. @param deadline ms since 1970 @param turn the seat's, counted from 1 */
  warn(seat: string, deadline: number, turn: number): void;
  /** A seat's time is over. */
  expire(): void;
  /** A clock that stood still has done so for as long as it may. */
  restart(): void;
}

/** Fires when something is due on a match's clocks, with one timer for all seats that runs only while a clock does. */
export class ClockAlarm {
  readonly #time: SteadyTime;
  readonly #listener: ClockAlarmListener;
  #warned: Warned | null = null;
  #clock: Clock | null = null;
  #cancel: Cancel = () => {};
  #stopped = false;

  constructor(time: SteadyTime, listener: ClockAlarmListener) {
    this.#time = time;
    this.#listener = listener;
  }

  /** Watches these clocks instead of the earlier ones; `null`: none. */
  watch(clock: Clock | null): void {
    if (this.#stopped || clock === this.#clock) return;
    this.#clock = clock;
    if (clock) this.#warned = stillWarned(clock, this.#warned ?? warnedBefore(clock));
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #schedule(): void {
    this.#cancel();
    const due = this.#clock && nextDue(this.#clock, this.#warned ?? new Map());
    if (due) this.#cancel = this.#time.at(due.at, () => this.#fire(due));
  }

  #fire({ kind, seat, deadline }: Due): void {
    if (kind === "fallback") return this.#listener.expire();
    if (kind === "restart") return this.#listener.restart();
    const turn = this.#clock?.seats.get(seat)?.turns ?? 0;
    this.#warned = new Map([...(this.#warned ?? []), [seat, turn]]);
    this.#listener.warn(seat, deadline, turn);
    this.#schedule();
  }
}
