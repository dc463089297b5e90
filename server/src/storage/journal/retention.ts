import type { Logger } from "pino";
import type { Cancel, Time } from "../../time.ts";

/** ms between two checks for expired matches. */
const CHECK_INTERVAL = 60_000;
/** ms between two steps while there are expired matches: other requests get the store in between. */
const STEP_INTERVAL = 100;

/** Deletes matches whose retention is over, a few at a time. */
export class Retention {
  readonly #deleteSome: () => Promise<number>;
  readonly #time: Time;
  readonly #log: Logger;
  #cancel: Cancel = () => {};
  #isStopped = false;

  /** @param deleteSome deletes a few expired matches and returns how many */
  constructor(deleteSome: () => Promise<number>, time: Time, log: Logger) {
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
    const deleted = await this.#deleteSome().catch((err: unknown) => {
      this.#log.debug({ err }, "expired matches not deleted");
      return 0;
    });
    if (!this.#isStopped) this.#schedule(deleted > 0 ? STEP_INTERVAL : CHECK_INTERVAL);
  }
}
