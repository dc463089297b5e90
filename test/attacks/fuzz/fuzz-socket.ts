import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Seen, Transport } from "../attack.ts";
import { Answers } from "../processes/answers.ts";
import type { Target } from "../processes/orders.ts";

/** ms without a marker's answer after which a host hangs. */
const HANGS = 10_000;
/** ms for which bytes that break a protocol may have no answer: the host waits for the rest of what they began. */
const SILENCE = 100;
/** The refusal code of a failure, as MessagePack has it. */
const INTERNAL = Buffer.from("\xa8internal", "latin1");

/** One connection that a fuzzer uses. */
export class FuzzSocket {
  readonly #socket: Socket;
  readonly #answers: Answers;
  #tail = Buffer.alloc(0);
  /** How often it received each of the things that are looked for. */
  readonly #found = new Map<string, number>();
  #isClosed = false;
  /** Called at each thing received, and at the end. */
  #wake: () => void = () => {};
  internal = 0;

  static async open(over: Transport, target: Target, from: string, seen: Counts): Promise<FuzzSocket | null> {
    const socket = connect({ host: target.host, port: target.port, localAddress: from, noDelay: true });
    socket.on("error", () => {});
    await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => {});
    return socket.readyState === "open" ? new FuzzSocket(over, socket, seen) : null;
  }

  private constructor(over: Transport, socket: Socket, seen: Counts) {
    this.#socket = socket;
    this.#answers = new Answers(over, seen);
    socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
    socket.on("data", (chunk) => this.#read(chunk));
  }

  /** Whether the host has ended it. One that has sent its close waits for ours for a while. */
  get isClosed(): boolean {
    return this.#isClosed || this.#answers.isClosed;
  }

  /** Frames, packets or parts of answers that were received. */
  get received(): number {
    return this.#answers.received;
  }

  send(...parts: readonly Uint8Array[]): void {
    this.#socket.write(Buffer.concat(parts));
  }

  /** Resolves with whether something holds, and with `false` if the connection is closed before. Rejects if neither happens. */
  async wait(holds: () => boolean, deadline = HANGS): Promise<boolean> {
    const end = performance.now() + deadline;
    while (!holds()) {
      if (this.isClosed) return false;
      const left = end - performance.now();
      if (left <= 0) throw new Error("neither an answer nor an end");
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }

  /** As `wait`, for what may well have no answer. */
  async waitShortly(holds: () => boolean): Promise<void> {
    await this.wait(holds, SILENCE).catch(() => {});
  }

  /** How often a WebSocket's message of this one byte was received. */
  messagesOf(byte: number): number {
    return this.#answers.singles.get(byte) ?? 0;
  }

  /** How often these bytes were received since the first time that this was asked. */
  countOf(bytes: Uint8Array): number {
    const key = Buffer.from(bytes).toString("latin1");
    if (!this.#found.has(key)) this.#found.set(key, 0);
    return this.#found.get(key) ?? 0;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#answers.read(chunk);
    const bytes = Buffer.concat([this.#tail, chunk]);
    for (const key of this.#found.keys()) {
      this.#found.set(
        key,
        (this.#found.get(key) ?? 0) + occurrences(bytes, Buffer.from(key, "latin1"), this.#tail.length),
      );
    }
    this.internal += occurrences(bytes, INTERNAL, this.#tail.length);
    this.#tail = bytes.subarray(-16);
    this.#wake();
  }
}

export type Counts = Pick<Seen, "statuses" | "codes" | "closes" | "connacks">;

/** Counts the occurrences that end after `known` bytes: the others were counted before. */
function occurrences(bytes: Buffer, wanted: Buffer, known: number): number {
  let n = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1))
    if (at + wanted.length > known) n += 1;
  return n;
}
