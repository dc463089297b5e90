import type { Random } from "../random.ts";
import type { Cancel, Time } from "../time.ts";

/** ms between two groups of sockets: work for many at once costs a third of what it costs one by one. */
const STEP = 250;
/** The most groups in a late turn. With more, a socket's answer to a ping might not be read before its next beat. */
const MOST_AT_ONCE = 2;

/** A socket that is checked once an interval. */
export interface Pulse {
  beat(): void;
}

/**
 * Calls `beat` of each socket once an interval, in groups: all at once, the pings of 10,000 sockets block the event loop for
 * 0.1 s, and one by one they wake the process for each. A busy process makes up for turns that it missed: proxies cut silent
 * connections after a time. Without sockets no timer runs.
 */
export class Heartbeat {
  readonly #time: Time;
  readonly #random: Random;
  readonly #groups: readonly Set<Pulse>[];
  readonly #step: number;
  #turn = 0;
  /** When the next turn is due, by the monotonic clock. */
  #due = 0;
  #sockets = 0;
  #cancel: Cancel | null = null;

  /** @param interval ms */
  constructor(time: Time, random: Random, interval: number) {
    const groups = Math.max(1, Math.round(interval / STEP));
    this.#time = time;
    this.#random = random;
    this.#groups = Array.from({ length: groups }, () => new Set());
    this.#step = interval / groups;
  }

  /** Adds a socket. Returns the number of its group. */
  add(socket: Pulse): number {
    const group = Math.floor(this.#random.fraction() * this.#groups.length);
    this.#groups[group]?.add(socket);
    this.#sockets += 1;
    if (this.#cancel === null) this.#start();
    return group;
  }

  /** Removes a socket. @param group as `add` returned it */
  remove(socket: Pulse, group: number): void {
    if (!this.#groups[group]?.delete(socket)) return;
    this.#sockets -= 1;
    if (this.#sockets === 0) this.#stop();
  }

  #start(): void {
    this.#due = this.#time.monotonic() + this.#step;
    this.#cancel = this.#time.every(this.#step, () => this.#beat());
  }

  #beat(): void {
    const now = this.#time.monotonic();
    for (let groups = 0; groups < MOST_AT_ONCE && this.#due <= now; groups++) this.#beatNext();
    // After a long standstill only one interval is made up for.
    this.#due = Math.max(this.#due, now - this.#step * this.#groups.length);
  }

  #beatNext(): void {
    const group = this.#groups[this.#turn];
    this.#turn = (this.#turn + 1) % this.#groups.length;
    this.#due += this.#step;
    group?.forEach((socket) => socket.beat());
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
