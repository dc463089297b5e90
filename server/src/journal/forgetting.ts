import type { Logger } from "pino";

/** ms between looking for matches whose time is over. */
const PAUSE = 60_000;
/** ms between two steps while there are any: others have the store in between. */
const STEP_PAUSE = 100;

/** Forgets matches whose time is over, a few at a time. */
export class Forgetting {
  readonly #step: () => Promise<number>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout;
  #stopped = false;

  /** @param step forgets some and gives how many */
  constructor(step: () => Promise<number>, log: Logger) {
    this.#step = step;
    this.#log = log;
    this.#timer = this.#after(PAUSE);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#forget(), ms).unref();
  }

  async #forget(): Promise<void> {
    const forgotten = await this.#step().catch((err: unknown) => {
      this.#log.debug({ err }, "matches are forgotten later");
      return 0;
    });
    if (!this.#stopped) this.#timer = this.#after(forgotten > 0 ? STEP_PAUSE : PAUSE);
  }
}
