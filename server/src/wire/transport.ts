import { once } from "node:events";
import type { Server } from "node:http";
import type { Client } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { LIMITS } from "@flower-war/protocol";
import type { Rate } from "@flower-war/protocol/ports";
import type { WebSocket } from "ws";
import type { Random } from "../random.ts";
import type { Time } from "../time.ts";
import { type Guard, GuardedSocket } from "./guarded-socket.ts";
import { Heartbeat } from "./heartbeat.ts";

/** ms that clients have to answer a closing handshake when the server stops. */
const CLOSE_TIMEOUT = 1000;

export interface TransportOptions {
  readonly time: Time;
  readonly random: Random;
  readonly messages: Rate;
  /** ms; a dead socket is noticed within three of them. */
  readonly pingInterval: number;
}

/** Colyseus' WebSocket transport over guarded sockets. The transport's own pings, sent all at once, are off. */
export class GuardedTransport extends WebSocketTransport {
  readonly #server: Server;
  readonly #time: Time;

  constructor(server: Server, { time, random, messages, pingInterval }: TransportOptions) {
    super({
      server,
      WebSocket: GuardedSocket,
      maxPayload: LIMITS.payload,
      pingInterval: 0,
      pingMaxRetries: 0,
    });
    this.#server = server;
    this.#time = time;
    const guard: Guard = { time, messages, heartbeat: new Heartbeat(time, random, pingInterval) };
    this.wss.prependListener("connection", (socket, request) => {
      if (socket instanceof GuardedSocket) socket.guard(guard, request.socket);
    });
  }

  /** The open sockets; the set stays up to date. */
  get sockets(): ReadonlySet<WebSocket> {
    return this.wss.clients;
  }

  /** Closes all connections. Resolves when none is left. */
  async stop(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, "close") : Promise.resolve();
    this.shutdown();
    this.#server.closeAllConnections();
    const cancel = this.#time.after(CLOSE_TIMEOUT, () =>
      this.wss.clients.forEach((socket) => socket.terminate()),
    );
    await closed;
    cancel();
  }
}

/** For the message of this client that is being handled: ms until such a message will be allowed; 0: it is. */
export function waitOf(client: Client): number {
  return client.ref instanceof GuardedSocket ? client.ref.wait : 0;
}

/** Lifts the limit on this client's messages: it speaks for many. */
export function trust(client: Client): void {
  if (client.ref instanceof GuardedSocket) client.ref.trust();
}
