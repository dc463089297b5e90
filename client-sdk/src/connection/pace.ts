import { LIMITS } from "@flower-war/protocol";
import { sleep, type Time } from "@flower-war/protocol/ports";

/** ms in which another message may be sent. */
const GAIN = 1000 / LIMITS.messages.perSecond;
/** ms by which messages may be ahead of that: four fewer than the server allows, which counts by its own clock. */
const AHEAD = (LIMITS.messages.burst - 4) * GAIN;

/**
 * Keeps the messages of one connection below the server's limit (`LIMITS.messages`), in their order. Pages load it, so it does without
 * the `TokenBucket` of the server, which can do more.
 */
export class Pace {
  readonly #time: Time;
  readonly #ended: AbortSignal;
  /** When the messages so far will be made up for, by the monotonic clock. */
  #even = 0;
  /** The turn of the last message; `null`: none waits. */
  #last: Promise<void> | null = null;

  /** @param ended lets all go that wait */
  constructor(time: Time, ended: AbortSignal) {
    this.#time = time;
    this.#ended = ended;
  }

  /** Counts a message. Returns `null` if it may be sent now, or resolves when it may. */
  next(): Promise<void> | null {
    const time = this.#time;
    this.#even = Math.max(this.#even, time.monotonic()) + GAIN;
    const due = this.#even - AHEAD;
    if (due <= time.monotonic() && this.#last === null) return null;
    const turn = this.#waitUntil(due, this.#last);
    this.#last = turn;
    return turn.finally(() => {
      if (this.#last === turn) this.#last = null;
    });
  }

  async #waitUntil(due: number, turnBefore: Promise<void> | null): Promise<void> {
    await turnBefore;
    const wait = due - this.#time.monotonic();
    // The turn before may have come late.
    if (wait > 0) await sleep(this.#time, wait, this.#ended);
  }
}
