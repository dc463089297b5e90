import type { Server } from "node:net";
import { Duplex } from "node:stream";
import { Simulation } from "./simulation.ts";
import type { CancelEvent, Carrier, ProcessState } from "./types.ts";

/** Bytes that are on their way, or wait to be read, before a socket takes no more. */
const WINDOW = 256 * 1024;

/** `net.Server`, which closes when it has no connections. */
export type CountingServer = Server & { ["_connections"]: number; ["_emitCloseIfDrained"](): void };

type Done = (error?: Error | null) => void;

/** Node's HTTP parser. Its callbacks have the numbers from 0 on. */
interface HttpParser {
  socket: unknown;
  onIncoming: unknown;
  [call: number]: unknown;
}
const PARSER_CALLS = 7;

/** One end of a TCP connection between two processes of the world, as `net.Socket`. */
export class VirtualSocket extends Duplex {
  readonly owner: ProcessState;
  readonly line: Carrier;
  remoteAddress: string;
  remotePort = 0;
  readonly remoteFamily = "IPv4";
  localAddress: string;
  localPort = 0;
  connecting: boolean;
  timeout = 0;
  bytesRead = 0;
  bytesWritten = 0;
  /** The server that accepted it, which counts its connections. */
  server: CountingServer | null = null;
  #peer: VirtualSocket | null = null;
  /** Chunks that have arrived and were not read; `null`: the end. */
  readonly #arrived: (Buffer | null)[] = [];
  #wantsMore = false;
  /** Bytes sent that the other end has not read. */
  #unread = 0;
  /** Writes that wait for room. */
  #waiting: (() => void) | null = null;
  #lastActive = 0;
  #cancelTimeout: CancelEvent = () => {};
  #isReset = false;

  constructor(owner: ProcessState, line: Carrier, isConnected: boolean) {
    super({ allowHalfOpen: true, emitClose: true });
    this.owner = owner;
    this.line = line;
    this.connecting = !isConnected;
    this.localAddress = owner.address;
    this.remoteAddress = line.otherOf(owner.address);
    owner.sockets.add(this);
  }

  /** Joins two ends. */
  static join(one: VirtualSocket, other: VirtualSocket): void {
    one.#peer = other;
    other.#peer = one;
  }

  get readyState(): string {
    if (this.connecting) return "opening";
    if (this.readable && this.writable) return "open";
    if (this.readable) return "readOnly";
    return this.writable ? "writeOnly" : "closed";
  }

  get pending(): boolean {
    return this.connecting;
  }

  get bufferSize(): number {
    return this.writableLength;
  }

  /** The connection that this end asked for has been accepted. */
  establish(): void {
    if (this.destroyed || this.owner.isDead) return;
    this.connecting = false;
    this.emit("connect");
    this.emit("ready");
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  address(): object {
    return { address: this.localAddress, port: this.localPort, family: "IPv4" };
  }

  /** As of `net.Socket`: emits `timeout` after so many ms without a byte; 0: never. */
  setTimeout(ms: number, call?: () => void): this {
    this.timeout = ms;
    this.#cancelTimeout();
    if (call) {
      if (ms === 0) this.off("timeout", call);
      else this.once("timeout", call);
    }
    this.#lastActive = Simulation.current.now;
    if (ms > 0) this.#watchTimeout(ms);
    return this;
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  resetAndDestroy(): this {
    this.reset();
    return this.destroy();
  }

  /** Ends the connection as the machine of a process does that is gone: the other end is told that it was reset. */
  reset(): void {
    this.#isReset = true;
    this.#send(() => this.#peer?.receiveReset());
  }

  /** Releases Node's HTTP parser, which keeps the socket in memory until then. */
  letGo(): void {
    const { parser } = this as { parser?: HttpParser | null };
    if (!parser) return;
    parser.socket = parser.onIncoming = null;
    for (let call = 0; call < PARSER_CALLS; call += 1) parser[call] = null;
  }

  receiveReset(): void {
    if (this.destroyed || this.owner.isDead) return;
    this.destroy(
      Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", errno: -104, syscall: "read" }),
    );
  }

  /** A chunk arrives from the other end; `null`: its end. */
  receive(chunk: Buffer | null): void {
    if (this.destroyed) {
      if (chunk !== null) this.reset();
      return;
    }
    this.#arrived.push(chunk);
    if (chunk !== null) Simulation.current.arrive(this.owner.address, chunk);
    this.#lastActive = Simulation.current.now;
    if (this.#wantsMore) this.#pass();
  }

  /** The other end has read so many bytes. */
  makeRoom(bytes: number): void {
    this.#unread -= bytes;
    if (this.#unread >= WINDOW) return;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.();
  }

  override _read(): void {
    this.#wantsMore = true;
    this.#pass();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#afterConnect(() => this.#deliver(Buffer.from(chunk), done));
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    const whole = Buffer.concat(
      chunks.map(({ chunk, encoding }) => (typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk)),
    );
    this.#afterConnect(() => this.#deliver(whole, done));
  }

  override _final(done: Done): void {
    this.#afterConnect(() => {
      this.#send(() => this.#peer?.receive(null));
      done();
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#cancelTimeout();
    this.connecting = false;
    this.owner.sockets.delete(this);
    if (!this.#isReset && !this.writableFinished) this.#send(() => this.#peer?.receive(null));
    if (this.server) {
      this.server["_connections"] -= 1;
      this.server["_emitCloseIfDrained"]();
    }
    done(error);
  }

  #afterConnect(call: () => void): void {
    if (this.connecting) this.once("connect", call);
    else call();
  }

  #deliver(chunk: Buffer, done: Done): void {
    this.#lastActive = Simulation.current.now;
    this.bytesWritten += chunk.length;
    this.#unread += chunk.length;
    this.#send(() => this.#peer?.receive(chunk));
    if (this.#unread < WINDOW) done();
    else this.#waiting = done;
  }

  #send(arrive: () => void): void {
    const peer = this.#peer;
    if (peer === null) return;
    this.line.carry(this.owner, () => Simulation.current.hand(peer.owner, arrive));
  }

  #pass(): void {
    while (this.#wantsMore && this.#arrived.length > 0) {
      const chunk = this.#arrived.shift() as Buffer | null;
      if (chunk === null) {
        this.push(null);
        return;
      }
      this.bytesRead += chunk.length;
      this.#send(() => this.#peer?.makeRoom(chunk.length));
      this.#wantsMore = this.push(chunk);
    }
  }

  #watchTimeout(ms: number): void {
    const left = this.#lastActive + ms - Simulation.current.now;
    if (left <= 0) {
      this.#lastActive = Simulation.current.now;
      this.emit("timeout");
    }
    if (this.destroyed || this.timeout === 0) return;
    this.#cancelTimeout = Simulation.current.add(Math.max(1, left <= 0 ? ms : left), this.owner, () =>
      this.#watchTimeout(this.timeout),
    );
  }
}
