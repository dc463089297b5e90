import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  AddressGate,
  admitConnections,
  type KnownAddress,
  type RefusalReason,
  SOCKET_LIMITS,
} from "@flower-war/protocol/sockets";
import { sumUp } from "@flower-war/protocol/log";
import type { Rate, Time } from "@flower-war/protocol/ports";
import type { Logger } from "pino";
import proxyaddr from "proxy-addr";
import { connectionsCut, faults } from "../metrics/counters.ts";
import { Connection, type ConnectionRates, type CutReason } from "./connection.ts";
import { RequestQueue } from "./request-queue.ts";
import { rawRefusal, refuseUpgrade } from "./refuse-upgrade.ts";

/** Limits on a server's connections, which apply before anything is parsed. */
export interface ConnectionLimits extends ConnectionRates {
  /** connections in all */
  readonly inAll: number;
  /** connections of one address at once */
  readonly perAddress: number;
  /** HTTP requests and upgrades of one address */
  readonly requests: Rate & { readonly unpaced?: number };
}

interface ConnectionsOptions {
  readonly time: Time;
  readonly connections: ConnectionLimits;
  /** The proxies whose `X-Forwarded-For` is trusted, as Express' `trust proxy` takes them. */
  readonly trustProxy: string;
  readonly log: Logger;
}

/** How Node treats slow clients and long heads. */
export const HTTP_OPTIONS: ServerOptions = {
  headersTimeout: SOCKET_LIMITS.requestHead,
  requestTimeout: SOCKET_LIMITS.request,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: SOCKET_LIMITS.headBytes,
};

/**
 * The connections to an HTTP server, each with its own limits, and all of an address with theirs. A connection of a trusted proxy that
 * forwards has no limits: it speaks for many, whose requests and WebSockets are counted by the addresses that it names.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #connectionOptions: ConstructorParameters<typeof Connection>[1];
  /** Begins requests and upgrades. */
  readonly queue: RequestQueue;
  readonly #addresses: AddressGate;
  readonly #isTrusted: (address: string, hop: number) => boolean;
  readonly #open = new WeakMap<Duplex, Connection>();
  /** Addresses of trusted proxies that have forwarded something. */
  readonly #proxies = new Set<string>();
  /** Whether the log says that a proxy is not trusted. */
  #hasWarned = false;

  constructor(options: ConnectionsOptions) {
    const { time, connections, trustProxy } = options;
    this.#options = options;
    const onCut = (cut: CutReason, { address }: Connection) => this.#report(cut, address);
    this.#connectionOptions = { time, rates: connections, onCut };
    this.queue = new RequestQueue(time);
    this.#addresses = new AddressGate(time, {
      connections: connections.perAddress,
      requests: connections.requests,
    });
    this.#isTrusted = proxyaddr.compile(trustProxy.split(",").map((proxy) => proxy.trim()));
  }

  /** Guards a server's connections and what listens for its requests. Call it before the server listens. */
  guard(server: Server): void {
    server.maxConnections = this.#options.connections.inAll;
    server.maxHeadersCount = SOCKET_LIMITS.headers;
    server.timeout = SOCKET_LIMITS.idle;
    server.on("drop", (from) => this.#report("full", from?.remoteAddress ?? ""));
    server.once("close", () => this.#addresses.close());
    admitConnections(server, (socket) => this.#accept(socket));
    const listeners = server.listeners("request");
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      const wait = this.#count(request);
      if (wait === null) return;
      if (wait > 0) return refuse(response, wait);
      const handle = () => {
        for (const listener of listeners) listener.call(server, request, response);
      };
      const connection = this.#open.get(request.socket);
      if (connection !== undefined) this.inTurn(connection, handle);
    });
    // Node's parser reads past the guard, from the socket's handle, until there is a listener for data.
    server.on("connection", (socket: Socket) => socket.on("data", ignore).off("data", ignore));
  }

  /**
   * Counts an upgrade.
   * @param head what has arrived after it
   * @returns `null`: it was refused
   */
  upgrade(request: IncomingMessage, stream: Duplex, head: Uint8Array): Connection | null {
    const wait = this.#count(request);
    const connection = this.#open.get(stream);
    if (connection === undefined || wait === null) return null;
    const hasRoom = wait === 0 && own(connection, this.#addresses.find(connection.address)) === null;
    if (hasRoom) return connection.upgrade(head) ? connection : null;
    refuseUpgrade(stream, REFUSAL, wait || NO_ROOM);
    return null;
  }

  /** Returns whether a connection may stay. */
  #accept(socket: Socket): boolean {
    const address = socket.remoteAddress ?? "";
    const isTrusted = this.#isTrusted(address, 0);
    const known = this.#proxies.has(address) ? null : this.#addresses.find(address);
    const reason = isTrusted ? (known?.blockedFor ? "blocked" : null) : (known?.open() ?? null);
    if (reason !== null) {
      socket.destroy();
      this.#report(reason, address);
      return false;
    }
    const connection = new Connection(socket, this.#connectionOptions, isTrusted);
    if (!isTrusted && known) connection.own(known);
    this.#open.set(socket, connection);
    return true;
  }

  /** Counts a request. Returns ms until its client may make another one; 0: it may make this one; `null`: its connection is cut. */
  #count(request: IncomingMessage): number | null {
    const connection = this.#open.get(request.socket);
    if (connection === undefined || connection.isCut) return null;
    const forwarded = isForwarded(connection, request);
    if (forwarded) this.#forward(connection, request);
    else this.#warnOfProxy(connection, request);
    const known = (forwarded ? null : connection.owner) ?? this.#addresses.find(connection.address);
    const reason = forwarded ? null : own(connection, known);
    if (reason !== null) connection.cut(reason);
    const wait = known.request();
    if (!forwarded && known.blockedFor > 0) connection.cut("requests");
    if (wait > 0) faults.inc({ code: REFUSAL });
    return connection.isCut ? null : wait;
  }

  /**
   * Counts an answer that goes on as a connection of its client's address until it closes, if a proxy forwards it. Returns whether there
   * is room for it; without a proxy the connection is counted anyway.
   */
  hold(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(request.socket);
    if (connection === undefined || !isForwarded(connection, request)) return true;
    const known = this.#addresses.find(connection.address);
    if (known.open() !== null) return false;
    response.once("close", () => known.close());
    return true;
  }

  /** Handles a request or an upgrade when it is its address' turn, and a turn of all; unless its client has gone before. */
  inTurn(connection: Connection, handle: () => void): void {
    const delay = this.#addresses.find(connection.address).takeTurn();
    const add = () => this.queue.add(() => connection.isCut || connection.isHalfClosed, handle);
    if (delay === 0) add();
    else this.#options.time.after(delay, add);
  }

  #report(code: CutReason | "full", address: string): void {
    connectionsCut.inc({ reason: code });
    this.#options.log.warn(sumUp({ code, address }), "connection cut");
  }

  /** Logs, once, that a proxy seems to forward whose clients all count as one address: for limits, bans and ratings. */
  #warnOfProxy({ isTrusted }: Connection, { headers, socket }: IncomingMessage): void {
    if (this.#hasWarned || isTrusted || headers["x-forwarded-for"] === undefined) return;
    this.#hasWarned = true;
    const { remoteAddress: address } = socket;
    this.#options.log.warn({ address }, "X-Forwarded-For ignored: TRUST_PROXY does not name its sender");
  }

  #forward(connection: Connection, request: IncomingMessage): void {
    this.#proxies.add(request.socket.remoteAddress ?? "");
    connection.lift();
    connection.address = proxyaddr(request, this.#isTrusted);
  }
}

const REFUSAL = "too-many-messages";
/** ms after which an address that has too many connections may try again. */
const NO_ROOM = 1_000;

/** Whether a trusted proxy sent a request for another client. */
function isForwarded({ isTrusted }: Connection, { headers }: IncomingMessage): boolean {
  return isTrusted && headers["x-forwarded-for"] !== undefined;
}

/** Counts a connection as one of an address', if its address is not known yet. Returns why there is no room for it; `null`: there is. */
function own(connection: Connection, address: KnownAddress): RefusalReason | null {
  if (connection.owner !== null) return null;
  const reason = address.open();
  if (reason === null) connection.own(address);
  return reason;
}

function refuse(response: ServerResponse, wait: number): void {
  const { status, headers, body } = rawRefusal(REFUSAL, wait);
  response.writeHead(status, headers).end(body);
}

function ignore(): void {}
