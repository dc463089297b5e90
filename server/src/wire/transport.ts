import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Client } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { LIMITS, ROOMS } from "@flower-war/protocol";
import type { Rate } from "@flower-war/protocol/ports";
import type { WebSocket } from "ws";
import type { Random } from "../random.ts";
import { refusalBody } from "../refusal.ts";
import type { Time } from "../time.ts";
import { type Guard, GuardedSocket } from "./guarded-socket.ts";
import { Heartbeat } from "./heartbeat.ts";

/** ms that clients have to answer a closing handshake when the server stops. */
const CLOSE_TIMEOUT = 1000;

/** As Colyseus finds the room's id in the path of a socket. */
const ROOM_PATH = /\/[\w-]+\/([\w-]+)$/;

/** The servers whose sockets a transport serves. */
export interface Listeners {
  /** Leads to every room but `temples`. */
  readonly players: Server;
  /** Leads to the room `temples` alone. */
  readonly operator: Server;
}

export interface TransportOptions {
  /** Returns the name of a room of this process by its id. */
  readonly nameOfRoom: (roomId: string) => string | undefined;
  readonly time: Time;
  readonly random: Random;
  readonly messages: Rate;
  /** ms; a dead socket is noticed within three of them. */
  readonly pingInterval: number;
}

/**
 * Colyseus' WebSocket transport over guarded sockets of two listeners. The messages of the operator's are not limited: a bridge
 * speaks for many. The transport's own pings, sent all at once, are off.
 */
export class GuardedTransport extends WebSocketTransport {
  readonly #listeners: readonly Server[];
  readonly #nameOfRoom: TransportOptions["nameOfRoom"];
  readonly #time: Time;

  constructor(
    { players, operator }: Listeners,
    { nameOfRoom, time, random, messages, pingInterval }: TransportOptions,
  ) {
    super({
      noServer: true,
      WebSocket: GuardedSocket,
      maxPayload: LIMITS.payload,
      pingInterval: 0,
      pingMaxRetries: 0,
    });
    this.#listeners = [players, operator];
    this.#nameOfRoom = nameOfRoom;
    this.#time = time;
    const guard: Guard = { time, messages, heartbeat: new Heartbeat(time, random, pingInterval) };
    this.wss.prependListener("connection", (socket, request) => {
      if (socket instanceof GuardedSocket) socket.guard(guard, request.socket);
    });
    this.#serve(players, (room) => room !== ROOMS.temples);
    this.#serve(
      operator,
      (room) => room === ROOMS.temples,
      (socket) => socket.trust(),
    );
  }

  /** The open sockets; the set stays up to date. */
  get sockets(): ReadonlySet<WebSocket> {
    return this.wss.clients;
  }

  /** Closes all connections. Resolves when none is left. */
  async stop(): Promise<void> {
    const listening = this.#listeners.filter((server) => server.listening);
    const closed = Promise.all(listening.map((server) => once(server, "close")));
    this.shutdown();
    for (const server of this.#listeners) {
      server.close();
      server.closeAllConnections();
    }
    const cancel = this.#time.after(CLOSE_TIMEOUT, () =>
      this.wss.clients.forEach((socket) => socket.terminate()),
    );
    await closed;
    cancel();
  }

  /**
   * Accepts the sockets of a server.
   * @param isServed whether it leads to a room of this name; `undefined`: the room is not here
   * @param accepted called with each accepted socket
   */
  #serve(
    server: Server,
    isServed: (roomName: string | undefined) => boolean,
    accepted: (socket: GuardedSocket) => void = () => {},
  ): void {
    server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      // As Colyseus reads it.
      const url = URL.parse(`ws://server${request.url}`);
      if (url === null || !isServed(this.#roomOf(url))) return refuseUpgrade(stream);
      this.wss.handleUpgrade(request, stream, head, (socket) => {
        this.wss.emit("connection", socket, request);
        if (socket instanceof GuardedSocket) accepted(socket);
      });
    });
  }

  /** Returns the name of the room that a socket is for; `undefined`: it is not in this process. */
  #roomOf({ pathname }: URL): string | undefined {
    const [, roomId] = ROOM_PATH.exec(pathname) ?? [];
    return roomId === undefined ? undefined : this.#nameOfRoom(roomId);
  }
}

/** Answers as any unknown path is answered. */
function refuseUpgrade(stream: Duplex): void {
  const body = JSON.stringify(refusalBody("not-found"));
  const head = [
    "HTTP/1.1 404 Not Found",
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  stream.on("error", () => stream.destroy()).once("finish", () => stream.destroy());
  stream.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** For the message of this client that is being handled: ms until such a message will be allowed; 0: it is. */
export function waitOf(client: Client): number {
  return client.ref instanceof GuardedSocket ? client.ref.wait : 0;
}
