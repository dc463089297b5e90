import type { Cancel } from "../../time.ts";
import type { LiveCore } from "../live-core.ts";
import type { Autoplay } from "./autoplay.ts";
import { type Clock, type Due, nextDue, stillWarned, type Warned, warnedBefore } from "./clock.ts";
import type { ClockStops } from "./clock-stops.ts";

/** Fires when something is due on a match's clocks, with one timer for all seats that runs only while a clock does. */
export class ClockAlarm {
  readonly #core: LiveCore;
  readonly #autoplay: Autoplay;
  readonly #clockStops: ClockStops;
  #warned: Warned | null = null;
  #clock: Clock | null = null;
  #cancel: Cancel = () => {};
  #stopped = false;

  constructor(core: LiveCore, autoplay: Autoplay, clockStops: ClockStops) {
    this.#core = core;
    this.#autoplay = autoplay;
    this.#clockStops = clockStops;
  }

  /** Call it after every change of the match. */
  update(): void {
    const { clocks, clocksAreRunning } = this.#core.match;
    const clock = clocksAreRunning ? clocks.current : null;
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
    const lagOf = (seat: string) => this.#core.match.clocks.lagOf(seat);
    const due = this.#clock && nextDue(this.#clock, this.#warned ?? new Map(), lagOf);
    if (due) this.#cancel = this.#core.services.time.at(due.at, () => this.#fire(due));
  }

  #fire({ kind, seat, deadline }: Due): void {
    if (kind === "fallback") {
      // The round trip may have become longer meanwhile.
      if (this.#core.match.clocks.isOver(seat, this.#core.match.log.now())) return this.#autoplay.schedule();
      return this.#schedule();
    }
    if (kind === "restart") return this.#clockStops.settle();
    const turn = this.#clock?.seats.get(seat)?.turns ?? 0;
    this.#warned = new Map([...(this.#warned ?? []), [seat, turn]]);
    this.#core.tellAll("warning", { seat, deadline, turn });
    this.#schedule();
  }
}
