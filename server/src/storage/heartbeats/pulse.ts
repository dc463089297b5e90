import type { Cancel, Time } from "../../time.ts";

/** ms between two questions; after one without an answer, ms until the next. */
const INTERVAL = { answered: 900, lost: 250 };
/** ms without an answer after which a store counts as lost. */
const PATIENCE = 1_000;

export interface PulseListener {
  /** The store does not answer. @param since when it last did, ms since 1970 */
  lost(since: number): void;
  /** It answers again. */
  back(): void;
}

/** Asks a store about once a second whether it is there, and tells when it stops answering and when it answers again. */
export class Pulse {
  readonly #ask: (now: number) => Promise<void>;
  readonly #time: Time;
  readonly #listener: PulseListener;
  #answeredAt = 0;
  #isLost = false;
  #isStopped = false;
  #cancel: Cancel = () => {};

  /** @param ask rejects if the store does not answer; is called with the time, ms since 1970 */
  constructor(ask: (now: number) => Promise<void>, time: Time, listener: PulseListener) {
    this.#ask = ask;
    this.#time = time;
    this.#listener = listener;
  }

  start(): void {
    this.#answeredAt = this.#time.now();
    void this.#beat();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Whether the store does not answer. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async #beat(): Promise<void> {
    const now = this.#time.now();
    const begun = this.#time.monotonic();
    const cancelLate = this.#time.after(PATIENCE, () => this.#noteLost(), { background: true });
    try {
      await this.#ask(now);
      this.#noteAnswered(now);
    } catch {
      this.#noteLost();
    } finally {
      cancelLate();
    }
    if (this.#isStopped) return;
    const wait = this.#isLost ? INTERVAL.lost : INTERVAL.answered - (this.#time.monotonic() - begun);
    this.#cancel = this.#time.after(Math.max(0, wait), () => void this.#beat(), { background: true });
  }

  #noteAnswered(at: number): void {
    this.#answeredAt = at;
    if (!this.#isLost || this.#isStopped) return;
    this.#isLost = false;
    this.#listener.back();
  }

  #noteLost(): void {
    if (this.#isLost || this.#isStopped) return;
    this.#isLost = true;
    this.#listener.lost(this.#answeredAt);
  }
}
