import type { Cancel, Time } from "@flower-war/protocol/ports";
import type { Connection } from "./connection.ts";
import { onWake } from "./wake.ts";

/** How the SDK detects a connection that is lost without a close, for example after a change of network. */
export interface PingPolicy {
  /** Milliseconds of silence after which the SDK pings the server. Default 10,000. */
  readonly every: number;
  /** Milliseconds to wait for any message after a ping before the connection counts as lost. Default 5,000. */
  readonly timeout: number;
}

export const DEFAULT_PING: PingPolicy = { every: 10_000, timeout: 5000 };

/** No pings: a silent loss is detected when the operating system detects it. */
export const NO_PING: PingPolicy = { every: Number.POSITIVE_INFINITY, timeout: 0 };

/** Watches one connection at a time: pings it when it is silent, and abandons it when nothing comes back. */
export class Heartbeat {
  readonly #policy: PingPolicy;
  readonly #time: Time;
  #cancelTimer: Cancel = () => {};
  /** When the last message arrived, by the monotonic clock. */
  #receivedAt = 0;
  /** A ping was sent and nothing has arrived since. */
  #unanswered = false;
  #stopWaking = (): void => {};

  constructor(policy: PingPolicy, time: Time) {
    this.#policy = policy;
    this.#time = time;
  }

  /** Watches a connection instead of the one before. */
  watch(connection: Connection): void {
    this.stop();
    if (this.#policy.every === Number.POSITIVE_INFINITY) return;
    this.noteMessage();
    this.#waitForSilence(connection, this.#policy.every);
    this.#stopWaking = onWake(() => this.#ping(connection));
  }

  /** Records that something has arrived. */
  noteMessage(): void {
    this.#receivedAt = this.#time.monotonic();
    this.#unanswered = false;
  }

  stop(): void {
    this.#cancelTimer();
    this.#stopWaking();
  }

  #waitForSilence(connection: Connection, ms: number): void {
    this.#setTimer(ms, () => {
      const left = this.#policy.every - (this.#time.monotonic() - this.#receivedAt);
      if (left > 0) this.#waitForSilence(connection, left);
      else this.#ping(connection);
    });
  }

  #ping(connection: Connection): void {
    this.#unanswered = true;
    connection.ping(() => this.noteMessage());
    this.#setTimer(this.#policy.timeout, () => {
      if (this.#unanswered) connection.abandon("no answer to a ping");
      else this.#waitForSilence(connection, this.#policy.every);
    });
  }

  #setTimer(ms: number, call: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#time.after(ms, call);
  }
}
