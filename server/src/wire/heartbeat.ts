import type { Random } from "../random.ts";
import type { Cancel, Time } from "../time.ts";

/** ms between two groups of sockets: work for many at once costs a third of what it costs one by one. */
const STEP = 250;

/** A socket that is checked once an interval. */
export interface Pulse {
  beat(): void;
}

/**
 * Calls `beat` of each socket once an interval, in groups: all at once, the pings of 10,000 sockets block the event loop for
 * 0.1 s, and one by one they wake the process for each. Without sockets no timer runs.
 */
export class Heartbeat {
  readonly #time: Time;
  readonly #random: Random;
  readonly #groups: readonly Set<Pulse>[];
  readonly #step: number;
  #turn = 0;
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
    this.#cancel ??= this.#time.every(this.#step, () => this.#beat());
    return group;
  }

  /** Removes a socket. @param group as `add` returned it */
  remove(socket: Pulse, group: number): void {
    if (!this.#groups[group]?.delete(socket)) return;
    this.#sockets -= 1;
    if (this.#sockets === 0) this.#stop();
  }

  #beat(): void {
    const group = this.#groups[this.#turn];
    this.#turn = (this.#turn + 1) % this.#groups.length;
    group?.forEach((socket) => socket.beat());
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
