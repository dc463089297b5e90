import type { Cancel, Time } from "@flower-war/protocol/ports";
import type { Connection } from "./connection.ts";
import type { PingPolicy } from "./policies.ts";

/** ms to wait for the answer of a request before the connection is pinged. */
const ANSWER_TIME = 1000;
/** The part of the time without messages and requests that lies between two pings. */
const QUIET_SHARE = 1 / 4;
/** The least ms to wait for the answer of a ping, and how many times as long as earlier ones took. */
const LEAST_TIMEOUT = 1500;
const TIMES_ROUND_TRIP = 4;
/** How much of an earlier round trip's length is kept when a shorter one follows: a ping's, and a request's. */
const KEPT = 0.75;
const KEPT_BY_REQUEST = 0.5;
/** ms by which a timer is late when the program stood still: what arrived meanwhile is read before the connection is given up. */
const STOOD_STILL = 250;

/**
 * Watches one connection at a time: pings it when it is silent, and abandons it when nothing comes back. What it learns of round
 * trips holds for the next connection too.
 */
export class Heartbeat {
  readonly #policy: PingPolicy;
  readonly #time: Time;
  #connection: Connection | null = null;
  #cancelTimer: Cancel = () => {};
  /** When anything last arrived, by the monotonic clock. */
  #receivedAt = 0;
  /** When the last message or request was, pings and their answers aside. */
  #activeAt = 0;
  /** When the first request was sent since anything arrived; `null`: none was. */
  #askedAt: number | null = null;
  /** When a ping was sent; `null`: something has arrived since. */
  #pingedAt: number | null = null;
  /** When the timer for the next ping ends. */
  #waitsUntil = Number.POSITIVE_INFINITY;
  /** ms that answers take: the longest of late, which shorter ones wear down. */
  #roundTrip = 0;
  #stopWaking = (): void => {};

  constructor(policy: PingPolicy, time: Time) {
    this.#policy = policy;
    this.#time = time;
  }

  /** Watches a connection instead of the one before. */
  watch(connection: Connection): void {
    this.stop();
    if (this.#policy.every === Number.POSITIVE_INFINITY) return;
    this.#connection = connection;
    this.noteMessage();
    this.#stopWaking = onWake(() => this.#ping(connection));
  }

  /** Records that a message has arrived. */
  noteMessage(): void {
    this.#activeAt = this.#time.monotonic();
    this.#noteReceived();
    this.#waitNoLonger();
  }

  /** Records that a request is sent. Returns what records that it was answered. */
  noteRequest(): () => void {
    const sentAt = this.#time.monotonic();
    this.#activeAt = sentAt;
    this.#askedAt ??= sentAt;
    this.#waitNoLonger();
    return () => {
      // The server may have had work with it: only a short time says something about the network.
      const ms = this.#time.monotonic() - sentAt;
      this.#roundTrip = Math.min(this.#roundTrip, Math.max(ms, KEPT_BY_REQUEST * this.#roundTrip));
    };
  }

  stop(): void {
    this.#cancelTimer();
    this.#waitsUntil = Number.POSITIVE_INFINITY;
    this.#stopWaking();
    this.#connection = null;
  }

  #noteReceived(): void {
    const now = this.#time.monotonic();
    if (this.#pingedAt !== null) this.#roundTrip = Math.max(now - this.#pingedAt, KEPT * this.#roundTrip);
    this.#receivedAt = now;
    this.#askedAt = null;
    this.#pingedAt = null;
  }

  /** Returns when the connection is to be pinged if nothing arrives. */
  get #due(): number {
    const { every, idle } = this.#policy;
    const quiet = this.#receivedAt - this.#activeAt;
    const silent = this.#receivedAt + Math.max(every, Math.min(idle, quiet * QUIET_SHARE));
    return this.#askedAt === null ? silent : Math.min(silent, this.#askedAt + ANSWER_TIME);
  }

  #wait(): void {
    this.#waitsUntil = this.#due;
    this.#setTimer(this.#due - this.#time.monotonic(), (connection) => {
      if (this.#due > this.#time.monotonic()) this.#wait();
      else this.#ping(connection);
    });
  }

  /** Sets the timer anew if a ping is due before it. Usually it is due later, and the timer that runs already finds that out. */
  #waitNoLonger(): void {
    if (this.#connection !== null && this.#pingedAt === null && this.#due < this.#waitsUntil) this.#wait();
  }

  #ping(connection: Connection): void {
    this.#pingedAt = this.#time.monotonic();
    connection.ping(() => this.#noteReceived());
    const { timeout } = this.#policy;
    this.#expectAnswer(Math.min(timeout, Math.max(LEAST_TIMEOUT, TIMES_ROUND_TRIP * this.#roundTrip)));
  }

  #expectAnswer(ms: number): void {
    const end = this.#time.monotonic() + ms;
    this.#setTimer(ms, (connection) => {
      if (this.#pingedAt === null) return this.#wait();
      if (this.#time.monotonic() - end > STOOD_STILL) return this.#expectAnswer(STOOD_STILL);
      // If it only was slow, the next one is waited for longer.
      this.#roundTrip = Math.max(this.#roundTrip, this.#time.monotonic() - this.#pingedAt);
      connection.abandon("no answer to a ping");
    });
  }

  #setTimer(ms: number, call: (connection: Connection) => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#time.after(Math.max(0, ms), () => {
      if (this.#connection !== null) call(this.#connection);
    });
  }
}

/**
 * Calls `listener` when a browser's network returns or its page becomes visible: timers of a sleeping page come late.
 * Returns the function that stops listening. Does nothing outside browsers.
 */
export function onWake(listener: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  const onVisibility = () => {
    if (document.visibilityState === "visible") listener();
  };
  addEventListener("online", listener);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}
