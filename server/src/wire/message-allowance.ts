import { type Rate, type Time, TokenBucket } from "@flower-war/protocol/ports";

/**
 * Messages over the limit after which their sender is closed. One a second is forgiven, and all of them to a client that is silent
 * for as long as it was told.
 */
const EXCESS: Rate = { perSecond: 1, burst: 100 };
/** Messages that a client may send after the wait it was told: a request and its companion. */
const AFTER_WAIT = 2;

/** Counts the messages of one client. */
export class MessageAllowance {
  readonly #time: Time;
  readonly #allowed: TokenBucket;
  /** `null`: unused. */
  #excess: TokenBucket | null = null;
  /** When the wait ends that the client was told last, by the monotonic clock. */
  #waitEnds = 0;

  constructor(time: Time, messages: Rate) {
    this.#time = time;
    this.#allowed = new TokenBucket(time, messages);
  }

  /**
   * Counts a message. Returns ms until it and another one will be allowed; 0: it is allowed; `null`: its sender goes on and on, and
   * is to be closed.
   */
  count(): number | null {
    if (this.#allowed.take() === 0) return 0;
    const now = this.#time.monotonic();
    const wait = this.#allowed.waitFor(AFTER_WAIT);
    // A client that waited obeyed the refusal; messages that were already on their way do not count against it.
    if (now >= this.#waitEnds) this.#excess = null;
    this.#waitEnds = now + wait;
    this.#excess ??= new TokenBucket(this.#time, EXCESS);
    return this.#excess.take() > 0 ? null : wait;
  }
}
