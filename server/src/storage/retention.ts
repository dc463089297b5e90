import type { Logger } from "pino";
import type { Cancel, Time } from "../time.ts";

/** ms between two checks for what has expired. */
const CHECK_INTERVAL = 60_000;
/** ms between two steps while something has expired: other requests get the store in between. */
const STEP_INTERVAL = 100;

/** Deletes what is kept for a limited time, a few items at a time. */
export class Retention {
  readonly #deleteSome: () => Promise<boolean>;
  readonly #time: Time;
  readonly #log: Logger;
  #cancel: Cancel = () => {};
  #isStopped = false;

  /** @param deleteSome deletes a few expired items and returns whether there were any */
  constructor(deleteSome: () => Promise<boolean>, time: Time, log: Logger) {
    this.#deleteSome = deleteSome;
    this.#time = time;
    this.#log = log;
  }

  start(): void {
    this.#schedule(CHECK_INTERVAL);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #schedule(ms: number): void {
    this.#cancel = this.#time.after(ms, () => void this.#run(), { background: true });
  }

  async #run(): Promise<void> {
    const anyDeleted = await this.#deleteSome().catch((err: unknown) => {
      this.#log.debug({ err }, "expired items not deleted");
      return false;
    });
    if (!this.#isStopped) this.#schedule(anyDeleted ? STEP_INTERVAL : CHECK_INTERVAL);
  }
}
