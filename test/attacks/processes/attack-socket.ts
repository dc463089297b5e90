import { connect, type Socket } from "node:net";
import type { Seen, Traffic, Transport } from "../attack.ts";
import { joinedFrame, upgrade } from "../bytes/websocket.ts";
import { Answers, count } from "./answers.ts";
import type { Target } from "./orders.ts";
import { pathOf, reserve } from "./reserve.ts";

/** Bytes that wait in this process above which nothing is added: the host does not read. */
const MOST_WAITING = 256 * 1024;

/** One socket of an attacker: it opens, attacks, and ends. */
export class AttackSocket {
  readonly #traffic: Traffic;
  readonly #seen: Seen;
  readonly #answers: Answers;
  /** Resolves when it has ended, however. */
  readonly ended: Promise<void>;
  readonly #end: () => void;
  #socket: Socket | null = null;
  /** When it began to attack, by `performance.now()`; `null`: it has not. */
  #since: number | null = null;
  /** Units that it may send now, and the next one. */
  #credit = 0;
  #next = 0;
  #sent = 0;
  /** The rest of a unit that is sent in parts. */
  #rest: Uint8Array | null = null;
  #isOver = false;
  /** Called at each thing received while it opens. */
  #onReceived: () => void = () => {};

  constructor(over: Transport, traffic: Traffic, target: Target, seen: Seen, index: number) {
    this.#traffic = traffic;
    this.#seen = seen;
    this.#next = traffic.isSequence ? 0 : index;
    this.#answers = new Answers(over, seen);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    void this.#open(target);
  }

  /** Sends what is due after so many ms. */
  tick(ms: number): void {
    const { rate, closesAfter } = this.#traffic;
    if (this.#since === null || this.#isOver) return;
    if (closesAfter !== undefined && performance.now() - this.#since >= closesAfter)
      return this.#finish(false);
    this.#credit = Math.min(this.#credit + (rate * ms) / 1000, Math.max(1, rate));
    const parts: Uint8Array[] = [];
    while (this.#credit >= 1 && this.#isWilling()) {
      this.#credit -= 1;
      parts.push(this.#take());
    }
    if (parts.length > 0) this.#write(Buffer.concat(parts));
  }

  /** Ends it at the end of the attack. */
  stop(): void {
    if (this.#isOver) return;
    if (this.#since !== null) {
      if (!this.#answers.isClosed) this.#seen.open += 1;
      this.#seen.openFor = Math.max(this.#seen.openFor, performance.now() - this.#since);
    }
    this.#since = null;
    this.#isOver = true;
    this.#socket?.destroy();
    this.#end();
  }

  async #open(target: Target): Promise<void> {
    const { opening } = this.#traffic;
    let path = opening !== undefined && "upgrade" in opening ? opening.upgrade : null;
    if (opening !== undefined && "reserve" in opening) {
      const reserved = await reserve(target, opening.reserve, opening.body);
      if (this.#isOver) return;
      if (typeof reserved === "number") {
        count(this.#seen.statuses, String(reserved));
        return this.#finish(true);
      }
      path = pathOf(reserved);
    }
    const { host, port, from } = target;
    // Half-open: what counts is when the host has destroyed the socket, not when it has said its last word.
    this.#socket = connect({
      host,
      port,
      allowHalfOpen: true,
      noDelay: true,
      ...(from && { localAddress: from }),
    });
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => this.#finish(true));
    this.#socket.on("end", () => {
      if (!this.#isSending()) this.#finish(true);
    });
    this.#socket.on("data", (chunk) => {
      this.#answers.read(chunk);
      this.#onReceived();
    });
    this.#socket.on("connect", () => {
      if (path !== null) return this.#join(path, opening !== undefined && "reserve" in opening);
      if (opening === undefined || !("connect" in opening)) return this.#begin();
      this.#write(opening.connect);
      this.#onReceived = () => this.#begin();
    });
  }

  /** Opens the WebSocket, and joins its room as a client does. */
  #join(path: string, joins: boolean): void {
    this.#write(upgrade(path));
    this.#onReceived = () => {
      const { isUpgraded, received } = this.#answers;
      if (!isUpgraded || (joins && received === 0)) return;
      if (joins) this.#write(joinedFrame());
      this.#begin();
    };
  }

  #begin(): void {
    this.#onReceived = () => {};
    this.#since = performance.now();
    this.#seen.opened += 1;
    this.#credit = 1;
    if (this.#traffic.reads === false) this.#socket?.pause();
  }

  #isSending(): boolean {
    const { units, rate, atMost = Number.POSITIVE_INFINITY } = this.#traffic;
    return this.#since !== null && units.length > 0 && rate > 0 && this.#sent < atMost;
  }

  #isWilling(): boolean {
    return this.#isSending() && (this.#socket?.writableLength ?? 0) < MOST_WAITING;
  }

  #take(): Uint8Array {
    const { units, bytesAtATime } = this.#traffic;
    const unit = this.#rest ?? units[this.#next % units.length] ?? Buffer.alloc(0);
    if (this.#rest === null) this.#next += 1;
    const part = bytesAtATime === undefined ? unit : unit.subarray(0, bytesAtATime);
    this.#rest = part.length < unit.length ? unit.subarray(part.length) : null;
    if (this.#rest === null) {
      this.#sent += 1;
      this.#seen.units += 1;
    }
    return part;
  }

  #write(bytes: Uint8Array): void {
    this.#seen.bytes += bytes.length;
    this.#socket?.write(bytes);
  }

  /** @param byHost whether the host ended it */
  #finish(byHost: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#since === null) this.#seen.turnedAway += 1;
    else if (byHost) {
      this.#seen.cut += 1;
      this.#seen.cuts.push(performance.now() - this.#since);
    }
    this.#socket?.destroy();
    this.#end();
  }
}
