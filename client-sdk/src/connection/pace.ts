import { LIMITS } from "@flower-war/protocol";
import { sleep, type Time } from "@flower-war/protocol/ports";

/** ms in which another message may be sent, and ms by which messages may be ahead of that: a few fewer than the server allows. */
const GAIN = 1000 / LIMITS.messages.perSecond;
const AHEAD = (LIMITS.messages.burst - 4) * GAIN;

/** Keeps the messages of one connection below the server's limit (`LIMITS.messages`), in their order. */
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
    const now = this.#time.monotonic();
    this.#even = Math.max(this.#even, now) + GAIN;
    const due = this.#even - AHEAD;
    if (due <= now && this.#last === null) return null;
    const turn = (this.#last ?? Promise.resolve()).then(() => this.#sleepUntil(due));
    this.#last = turn;
    return turn.finally(() => {
      if (this.#last === turn) this.#last = null;
    });
  }

  #sleepUntil(due: number): Promise<void> {
    return sleep(this.#time, Math.max(0, due - this.#time.monotonic()), this.#ended);
  }
}
