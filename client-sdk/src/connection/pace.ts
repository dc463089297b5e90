import { LIMITS } from "@flower-war/protocol";
import { sleep, type Time, TokenBucket } from "@flower-war/protocol/ports";

const { perSecond, burst } = LIMITS.messages;
/** Messages that the server allows beyond those that the SDK sends: it counts by its own clock, and networks hurry some. */
const MARGIN = 4;

/** Keeps the messages of one connection below the server's limit (`LIMITS.messages`), in their order. */
export class Pace {
  readonly #time: Time;
  readonly #ended: AbortSignal;
  readonly #bucket: TokenBucket;
  /** The turn of the last message; `null`: none waits. */
  #last: Promise<void> | null = null;

  /** @param ended lets all go that wait */
  constructor(time: Time, ended: AbortSignal) {
    this.#time = time;
    this.#ended = ended;
    this.#bucket = new TokenBucket(time, perSecond, burst - MARGIN);
  }

  /** Counts a message. Returns `null` if it may be sent now, or resolves when it may. */
  next(): Promise<void> | null {
    const due = this.#time.monotonic() + this.#bucket.charge(1);
    if (due <= this.#time.monotonic() && this.#last === null) return null;
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
