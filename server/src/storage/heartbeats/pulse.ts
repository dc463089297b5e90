import type { Cancel, Time } from "../../time.ts";

/** ms between two questions; after one without an answer, ms until the next. */
const INTERVAL = { answered: 900, lost: 250 };
/** ms without an answer after which a store counts as lost. */
const PATIENCE = 1_000;

export interface PulseListener {
  /** The store does not answer. @param ms since it last did */
  lost(ms: number): void;
  /** It answers again. */
  back(): void;
}

/** ms after a first question without an answer at which a store counts as away. */
const OUTAGE = 2_500;
/** ms for which one that was away must have answered in time to count as steady. */
const STEADY = 5_000;

/** Whether a store answers, as one server sees it. Times are by the monotonic clock. */
export interface StoreAnswers {
  /** When the last question was asked that has an answer. */
  readonly answeredAt: number;
  /** When the first question after that was asked, which had no answer in time; `null`: the store answers. */
  readonly lostAt: number | null;
  /** Since when it answers in time, if it was away; minus infinity: it was not. */
  readonly steadySince: number;
}

/** Whether a store has been lost for longer than one that is slow. @param now by the monotonic clock */
export function isAway({ lostAt }: StoreAnswers, now: number): boolean {
  return lostAt !== null && now - lostAt >= OUTAGE;
}

/** Whether a store is not away, and has not been for a while. @param now by the monotonic clock */
export function isSteady(store: StoreAnswers, now: number): boolean {
  // The time of a question that is late already does not count.
  return !isAway(store, now) && (store.lostAt ?? now) - store.steadySince >= STEADY;
}

/** Asks a store about once a second whether it is there, and tells when it stops answering and when it answers again. */
export class Pulse implements StoreAnswers {
  readonly #ask: () => Promise<void>;
  readonly #time: Time;
  readonly #listener: PulseListener;
  /** When the question was that it answered last, by the monotonic clock. */
  #answeredAt = 0;
  #lostAt: number | null = null;
  #steadySince = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  #cancel: Cancel = () => {};

  /** @param ask rejects if the store does not answer */
  constructor(ask: () => Promise<void>, time: Time, listener: PulseListener) {
    this.#ask = ask;
    this.#time = time;
    this.#listener = listener;
  }

  start(): void {
    this.#answeredAt = this.#time.monotonic();
    void this.#beat();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  get answeredAt(): number {
    return this.#answeredAt;
  }

  get lostAt(): number | null {
    return this.#lostAt;
  }

  get steadySince(): number {
    return this.#steadySince;
  }

  async #beat(): Promise<void> {
    const begun = this.#time.monotonic();
    const cancelLate = this.#time.after(PATIENCE, () => this.#noteLost(begun), { background: true });
    try {
      await this.#ask();
      this.#noteAnswered(begun);
    } catch {
      this.#noteLost(begun);
    } finally {
      cancelLate();
    }
    if (this.#isStopped) return;
    const wait = this.#lostAt !== null ? INTERVAL.lost : INTERVAL.answered - (this.#time.monotonic() - begun);
    this.#cancel = this.#time.after(Math.max(1, wait), () => void this.#beat(), { background: true });
  }

  #noteAnswered(asked: number): void {
    this.#answeredAt = asked;
    if (this.#lostAt === null || this.#isStopped) return;
    const answered = this.#time.monotonic();
    if (!isSteady(this, answered)) this.#steadySince = answered;
    this.#lostAt = null;
    this.#listener.back();
  }

  #noteLost(asked: number): void {
    if (this.#lostAt !== null || this.#isStopped) return;
    this.#lostAt = asked;
    this.#listener.lost(this.#time.monotonic() - this.#answeredAt);
  }
}
