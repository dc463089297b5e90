import { type Cancel, type ServerTime, type SteadyTime, systemTime } from "../../src/time.ts";

interface Timer {
  /** When it is due, by `monotonic`. */
  due: number;
  /** ms between two calls; `null`: it calls once. */
  readonly interval: number | null;
  /** It was set with `at`. */
  readonly isAlarm: boolean;
  readonly call: () => void;
}

/** The wall clock when the first fake time starts: ms since 1970. */
const START = 1_800_000_000_000;

/**
 * A time that moves only when a test moves it: both clocks and all timers. Only a timer of 0 ms calls by itself, in
 * another turn of the event loop.
 */
export class FakeTime implements ServerTime {
  readonly #start: number;
  #elapsed = 0;
  readonly #timers = new Set<Timer>();
  readonly #standstills = new Set<(ms: number) => void>();
  /** ms for which the process stood still without being noticed. */
  #unnoticed = 0;
  /** ms by which the wall clock was set forth. */
  #stepped = 0;

  readonly now = (): number => this.steady.now() + this.#stepped;
  readonly steady: SteadyTime = {
    now: () => {
      const ms = this.#unnoticed;
      this.#unnoticed = 0;
      if (ms > 0) for (const call of this.#standstills) call(ms);
      return this.#start + this.#elapsed;
    },
    at: (when, call) => this.#add({ due: when - this.#start, interval: null, isAlarm: true, call }),
    monotonic: () => this.#elapsed,
    after: (ms, call) => this.after(ms, call),
    every: (ms, call) => this.every(ms, call),
    nextTurn: () => this.nextTurn(),
  };
  readonly monotonic = (): number => this.#elapsed;
  readonly nextTurn = systemTime.nextTurn;

  after(ms: number, call: () => void): Cancel {
    if (ms <= 0) return systemTime.after(0, call);
    return this.#add({ due: this.#elapsed + ms, interval: null, isAlarm: false, call });
  }

  every(ms: number, call: () => void): Cancel {
    return this.#add({ due: this.#elapsed + ms, interval: ms, isAlarm: false, call });
  }

  onStandstill(call: (ms: number) => void): Cancel {
    this.#standstills.add(call);
    return () => void this.#standstills.delete(call);
  }

  /** Number of timers set with `at`. */
  get alarms(): number {
    return [...this.#timers].filter(({ isAlarm }) => isAlarm).length;
  }

  /** Whether some timer is due in exactly `ms`. */
  isDueIn(ms: number): boolean {
    return [...this.#timers].some(({ due }) => due === this.#elapsed + ms);
  }

  /** @param start what the wall clock says now, ms since 1970 */
  constructor(start = START) {
    this.#start = start;
  }

  /** Lets time pass. Each timer calls when it is due; what it starts goes on for a turn of the event loop before the next. */
  async pass(ms: number): Promise<void> {
    await this.nextTurn();
    const end = this.#elapsed + ms;
    for (let timer = this.#firstUntil(end); timer; timer = this.#firstUntil(end)) {
      this.#elapsed = Math.max(this.#elapsed, timer.due);
      this.#fire(timer);
      await this.nextTurn();
    }
    this.#elapsed = end;
  }

  /** Sets the wall clock forth by `ms`, or back. */
  step(ms: number): void {
    this.#stepped += ms;
  }

  /** Lets time pass while the process stands still: the timers that were due call late, each once, at its end. */
  standStill(ms: number): void {
    this.freeze(ms);
    this.now();
    for (let timer = this.#firstUntil(this.#elapsed); timer; timer = this.#firstUntil(this.#elapsed)) {
      this.#fire(timer);
    }
  }

  /** The same, but what came meanwhile is handled before any timer: the standstill is noticed when the time is read. */
  freeze(ms: number): void {
    this.#elapsed += ms;
    this.#unnoticed += ms;
  }

  #add(timer: Timer): Cancel {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  #fire(timer: Timer): void {
    if (timer.interval === null) this.#timers.delete(timer);
    else timer.due = this.#elapsed + timer.interval;
    timer.call();
  }

  #firstUntil(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.due <= end && timer.due < (first?.due ?? Infinity)) first = timer;
    return first;
  }
}
