import type { Logger } from "pino";
import type { Cancel, Time } from "../time.ts";

const MINUTE = 60_000;

/**
 * Logs failures of one kind at most once a minute: the first at once, those of the following minute as one line at its
 * end. A line has the fields of the latest failure and `failures`, their number since the previous line.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #time: Time;
  readonly #message: string;
  #failures = 0;
  #latest: object = {};
  #cancel: Cancel | null = null;

  constructor(log: Logger, time: Time, message: string) {
    this.#log = log;
    this.#time = time;
    this.#message = message;
  }

  report(failure: object): void {
    this.#failures += 1;
    this.#latest = failure;
    if (this.#cancel === null) this.#startMinute();
  }

  /** Logs what has not been logged yet. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#failures === 0) return;
    this.#log.warn({ ...this.#latest, failures: this.#failures }, this.#message);
    this.#failures = 0;
  }

  #startMinute(): void {
    if (this.#failures === 0) return;
    this.flush();
    this.#cancel = this.#time.after(MINUTE, () => this.#endMinute(), { background: true });
  }

  #endMinute(): void {
    this.#cancel = null;
    this.#startMinute();
  }
}
