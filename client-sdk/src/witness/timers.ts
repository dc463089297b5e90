import type { Cancel, Time } from "@flower-war/protocol/ports";

/** Timers that end together, and keep no program running. */
export class Timers {
  readonly #time: Time;
  readonly #cancels = new Set<Cancel>();
  #isStopped = false;

  constructor(time: Time) {
    this.#time = time;
  }

  /** Calls something once, after `ms`, unless they are stopped before. */
  after(ms: number, call: () => void): void {
    if (this.#isStopped) return;
    const cancel = this.#time.after(
      ms,
      () => {
        this.#cancels.delete(cancel);
        call();
      },
      { background: true },
    );
    this.#cancels.add(cancel);
  }

  /** Stops them all. Later ones do not start. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
  }
}
