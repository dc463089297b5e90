import type { Logger } from "pino";
import { countFault } from "../../metrics/count-fault.ts";
import { faults } from "../../metrics/counters.ts";
import type { Cancel, Time } from "../../time.ts";
import type { Choice } from "./choice.ts";
import type { Substitute } from "./substitute.ts";

/** ms before a move that failed is tried again, doubled each time. */
const RETRY = { first: 500, most: 30_000 };

/**
 * Plays for bots, and for players whose time is over: one move at a time.
 *
 * The time of its move follows from public facts: who is awaited, since when, and whether a bot thinks there. The time is set before
 * anything looks at what the seat holds; the command is chosen meanwhile, and what is chosen by then is played then (SECURITY.md).
 */
export class Autoplay {
  readonly #substitute: Pick<Substitute, keyof Substitute>;
  readonly #time: Time;
  readonly #log: Logger;
  /** The move that is due next; `null`: none, or it is played now. */
  #next: { readonly choice: Choice; readonly cancel: Cancel } | null = null;
  #isPlaying = false;
  #retryDelay = RETRY.first;
  #stopped = false;
  #isHeld = false;

  constructor(substitute: Pick<Substitute, keyof Substitute>, time: Time, log: Logger) {
    this.#substitute = substitute;
    this.#time = time;
    this.#log = log;
  }

  /** Schedules a move if one is needed. Call it after every change of the match. */
  schedule(): void {
    if (this.#stopped || this.#isPlaying) return;
    const { seat } = this.#substitute;
    if (seat === undefined || this.#isHeld) return this.#drop();
    if (this.#next?.choice.seat === seat && this.#substitute.isOpen(this.#next.choice)) return;
    this.#scheduleIn(this.#substitute.delayOf(seat, this.#time.now()), seat);
  }

  stop(): void {
    this.#drop();
    this.#stopped = true;
  }

  /** Whether nothing is played. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Plays nothing from now on, or again. A move that is being played is finished. */
  hold(held: boolean): void {
    this.#isHeld = held;
    this.schedule();
  }

  #scheduleIn(ms: number, seat: string): void {
    this.#drop();
    if (this.#stopped) return;
    const choice = this.#substitute.chooseFor(seat, this.#time.monotonic() + ms);
    const next = { choice, cancel: this.#time.after(ms, () => void this.#play(choice)) };
    this.#next = next;
    // Not at once: what others are sent about the last move does not wait for it.
    void this.#time.nextTurn().then(() => (this.#next === next ? choice.begin() : undefined));
  }

  #drop(): void {
    this.#next?.cancel();
    this.#next = null;
  }

  async #play(choice: Choice): Promise<void> {
    this.#next = null;
    this.#isPlaying = true;
    try {
      const played = await this.#playFor(choice);
      this.#retryDelay = RETRY.first;
      this.#isPlaying = false;
      if (played) this.schedule();
    } catch {
      this.#isPlaying = false;
      this.#retry();
    }
  }

  #retry(): void {
    const { seat } = this.#substitute;
    if (seat === undefined || this.#isHeld) return;
    this.#scheduleIn(this.#retryDelay, seat);
    this.#retryDelay = Math.min(2 * this.#retryDelay, RETRY.most);
  }

  /**
   * Plays for a seat. Rejects if the journal or the rules failed.
   * @returns `false`: the move was refused, and is not tried again before the next change
   */
  async #playFor(choice: Choice): Promise<boolean> {
    const { seat } = choice;
    const by = this.#substitute.sourceOf(seat);
    try {
      const { refused: code } = await this.#substitute.play(choice);
      if (code === undefined || code === "late") return true;
      this.#log.error({ by, seat, code }, "automatic move refused");
      faults.inc({ code: "internal" });
      return false;
    } catch (error) {
      this.#log.error({ err: error, by, seat }, "automatic move failed");
      countFault(error);
      throw error;
    }
  }
}
