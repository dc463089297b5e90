import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { SOCKET_LIMITS } from "../limits.ts";
import { type Cancel, type Rate, type Time, TokenBucket } from "../ports/index.ts";

/** Follows a protocol's framing in the bytes of one connection, before anything parses them. */
export interface Meter {
  /** Returns how many frames, packets or requests begin in this chunk; `null`: one that the protocol does not allow. */
  count(chunk: Uint8Array): number | null;
}

/** A rate, and how much may arrive beyond its burst before the connection is cut. */
interface GuardedRate extends Rate {
  readonly excess: number;
}

export interface SocketRates {
  /** Frames, packets or requests. A chunk in which none begins counts as one, so that sending byte by byte gains nothing. */
  readonly units: GuardedRate;
  readonly bytes: GuardedRate;
}

/**
 * Why a connection is cut: it sent too many frames, packets or requests, alone or with all others of its address, too many bytes,
 * something that the protocol does not allow, or did not read what was sent to it.
 */
export type ExcessReason = "rate" | "address-rate" | "bytes" | "malformed" | "unread";

interface SocketGuardOptions {
  readonly time: Time;
  readonly meter: Meter;
  readonly rates: SocketRates;
  /** Called once; nothing is read any more. It must end the connection soon. */
  readonly onExcess: (reason: ExcessReason) => void;
}

/**
 * Limits what one connection may send, at the place where its bytes enter the process. A connection over its limits is read more
 * slowly, so that TCP slows its client down. One far beyond is not read any more.
 */
export class SocketGuard {
  readonly #time: Time;
  readonly #socket: Socket;
  readonly #onExcess: (reason: ExcessReason) => void;
  /** Reads on; called where the stream wants to. */
  readonly #read: (size: number) => void;
  /** `null`: there are no limits. */
  #meter: Meter | null;
  #rates: SocketRates;
  #units: TokenBucket;
  #bytes: TokenBucket;
  #shared: TokenBucket | null = null;
  #cancelPause: Cancel | null = null;
  #isWanted = false;
  #isStopped = false;

  /** Guards a socket. Call it before anything has been read from it. */
  constructor(socket: Socket, { time, meter, rates, onExcess }: SocketGuardOptions) {
    this.#socket = socket;
    this.#time = time;
    this.#onExcess = onExcess;
    this.#meter = meter;
    this.#rates = rates;
    this.#units = new TokenBucket(time, rates.units);
    this.#bytes = new TokenBucket(time, rates.bytes);
    this.#read = socket["_read"].bind(socket);
    const push = socket.push.bind(socket);
    socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk instanceof Uint8Array && !this.admits(chunk)) return false;
      // `false` makes the socket stop reading.
      return push(chunk, encoding) && this.#cancelPause === null;
    };
    socket["_read"] = (size) => {
      if (this.#cancelPause === null && !this.#isStopped) return this.#read(size);
      this.#isWanted = true;
    };
  }

  /** Counts from now on by another protocol's framing and limits, as after an upgrade. */
  follow(meter: Meter, rates: SocketRates): void {
    this.#meter = meter;
    this.#rates = rates;
    this.#units = new TokenBucket(this.#time, rates.units);
    this.#bytes = new TokenBucket(this.#time, rates.bytes);
  }

  /** @param units what all connections of the same address may send */
  share(units: TokenBucket): void {
    this.#shared = units;
  }

  /** Lifts the limits: the connection speaks for many. */
  lift(): void {
    this.#meter = null;
  }

  /** Reads nothing more. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Counts a chunk. Returns whether it may be parsed. */
  admits(chunk: Uint8Array): boolean {
    if (this.#isStopped) return false;
    const reason = this.#meter && this.#judge(this.#meter, chunk);
    if (reason === null) return true;
    this.stop();
    this.#onExcess(reason);
    return false;
  }

  /** Returns why the connection is to be cut; `null`: it is not. */
  #judge(meter: Meter, chunk: Uint8Array): ExcessReason | null {
    const begun = meter.count(chunk);
    if (begun === null) return "malformed";
    const count = Math.max(1, begun);
    const units = judgeDebt(this.#units.charge(count), this.#rates.units);
    const bytes = judgeDebt(this.#bytes.charge(chunk.length), this.#rates.bytes);
    if (units === "far") return "rate";
    if (bytes === "far") return "bytes";
    if (this.#shared && this.#shared.take(count) > 0) return "address-rate";
    if (this.#socket.writableLength > SOCKET_LIMITS.unsent) return "unread";
    if (units === "over" || bytes === "over") this.#pause();
    return null;
  }

  #pause(): void {
    if (this.#cancelPause !== null) return;
    const cancel = this.#time.after(SOCKET_LIMITS.pause, () => {
      this.#cancelPause = null;
      this.#socket.off("close", cancel);
      if (!this.#isWanted || this.#isStopped) return;
      this.#isWanted = false;
      this.#read(this.#socket.readableHighWaterMark);
    });
    this.#cancelPause = cancel;
    this.#socket.once("close", cancel);
  }
}

/** Guards a socket for good, by one protocol's framing. Call it before anything has been read from it. */
export function guardSocket(socket: Socket, options: SocketGuardOptions): SocketGuard {
  return new SocketGuard(socket, options);
}

/**
 * Returns whether a connection is over a rate, or far over it.
 * @param debt ms in which as much is gained as was too much
 */
function judgeDebt(debt: number, { perSecond, excess }: GuardedRate): "over" | "far" | null {
  if (debt > (excess * 1000) / perSecond) return "far";
  return debt > 0 ? "over" : null;
}

/**
 * Lets a server accept only the connections that `admits` returns `true` for; it destroys the others itself. What listened for
 * connections before, a protocol's parser, never sees those.
 */
export function admitConnections(server: Server, admits: (socket: Socket) => boolean): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (admits(socket)) for (const listener of listeners) listener.call(server, socket);
  });
}

/**
 * Makes a connection end when a listener throws at what has arrived, instead of the process. Clients of databases parse what
 * arrives as if only their servers could have sent it, and throw at a load balancer's error page or half a frame.
 * @param check called with arrived data before the listeners; may throw too
 */
export function guardReads(stream: Duplex, check: (chunk: Uint8Array) => void = () => {}): void {
  const emit = stream.emit.bind(stream) as (event: string | symbol, ...args: unknown[]) => boolean;
  stream.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== "data") return emit(event, ...args);
    try {
      check(args[0] as Uint8Array);
      return emit(event, ...args);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  };
  // One that a client has given up has no other listener.
  stream.on("error", () => {});
}
