import type { Socket } from "node:net";
import type { Time } from "@flower-war/protocol/ports";
import {
  type ExcessReason,
  type KnownAddress,
  type RefusalReason,
  SocketGuard,
  type SocketRates,
} from "@flower-war/protocol/sockets";
import { HttpMeter, WebSocketMeter } from "./meters.ts";

/**
 * Why a connection was cut: what it or its address sent, more messages or requests than are refused one by one, or there was no room
 * for it.
 */
export type CutReason = ExcessReason | RefusalReason | "messages" | "requests";

/** The limits of each connection, by what it speaks. */
export interface ConnectionRates {
  readonly http: SocketRates;
  readonly webSocket: SocketRates;
}

interface ConnectionOptions {
  readonly time: Time;
  readonly rates: ConnectionRates;
  readonly onCut: (reason: CutReason, connection: Connection) => void;
}

/** A connection from its accept to its end: of HTTP first, then perhaps a WebSocket. */
export class Connection {
  /** The address of its owner: that at its other end, or one that a trusted proxy named. */
  address: string;
  readonly isTrusted: boolean;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #guard: SocketGuard;
  #owner: KnownAddress | null = null;
  #isCut = false;
  /** `null`: at once. */
  #end: (() => void) | null = null;

  /**
   * @param options shared by all connections
   * @param isTrusted whether a proxy is at its other end whose `X-Forwarded-For` is trusted
   */
  constructor(socket: Socket, options: ConnectionOptions, isTrusted: boolean) {
    this.address = socket.remoteAddress ?? "";
    this.isTrusted = isTrusted;
    this.#socket = socket;
    this.#options = options;
    this.#guard = new SocketGuard(socket, {
      time: options.time,
      meter: new HttpMeter(),
      rates: options.rates.http,
      onExcess: (reason) => this.cut(reason),
    });
  }

  /** The account of its address; `null`: the address is not known yet, or is a proxy's. */
  get owner(): KnownAddress | null {
    return this.#owner;
  }

  get isCut(): boolean {
    return this.#isCut || this.#socket.destroyed;
  }

  /** Whether its client has ended it, and waits for nothing more. */
  get isHalfClosed(): boolean {
    return this.#socket.readableEnded;
  }

  /** Makes it one of the open connections of an address until it ends. */
  own(address: KnownAddress): void {
    this.#owner = address;
    this.#guard.share(address.units);
    this.#socket.on("close", () => address.close());
  }

  /**
   * Counts frames from now on.
   * @param head what has arrived of them
   * @returns whether it is within the limits
   */
  upgrade(head: Uint8Array): boolean {
    this.#guard.follow(new WebSocketMeter(), this.#options.rates.webSocket);
    return head.length === 0 || this.#guard.admits(head);
  }

  /** Lifts its own limits: it speaks for many. */
  lift(): void {
    this.#guard.lift();
  }

  /** Sets how it ends when it is cut. Default: at once. */
  endWith(end: () => void): void {
    this.#end = end;
  }

  /** Reads nothing more and ends it. */
  cut(reason: CutReason): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#guard.stop();
    this.#owner?.penalize();
    this.#options.onCut(reason, this);
    if (this.#end === null) this.#socket.destroy();
    else this.#end();
  }
}
