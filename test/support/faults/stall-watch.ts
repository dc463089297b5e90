import { setTimeout as sleep } from "node:timers/promises";
import { PATHS } from "@flower-war/protocol";

/** ms without an answer after which a server counts as standing still: less than after which it gives time back (server/src/time.ts). */
const STALL = 1_500;
/** ms between two requests. */
const PAUSE = 100;

/** Notices by a server's answers that its process stood still, as on a busy machine: what it gives back then is no fault of a clock. */
export class StallWatch {
  readonly #url: string;
  /** When a request was sent that is not answered, ms of `performance.now()`; `null`: none is. */
  #askedAt: number | null = null;
  #ended = 0;
  #isOver = false;

  /** @param url of the server */
  constructor(url: string) {
    this.#url = url;
    void this.#watch();
  }

  /** How often it has stood still, until now or still. */
  get stalls(): number {
    return this.#ended + (this.#isStalled ? 1 : 0);
  }

  stop(): void {
    this.#isOver = true;
  }

  get #isStalled(): boolean {
    return this.#askedAt !== null && performance.now() - this.#askedAt >= STALL;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      this.#askedAt = performance.now();
      await fetch(this.#url + PATHS.health).catch(() => {});
      if (this.#isStalled) this.#ended += 1;
      this.#askedAt = null;
      await sleep(PAUSE);
    }
  }
}
