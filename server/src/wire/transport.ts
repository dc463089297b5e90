import { once } from "node:events";
import type { Server } from "node:http";
import type { Client } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { LIMITS } from "@flower-war/client-sdk/protocol";
import type { WebSocket } from "ws";
import { type Guard, GuardedSocket, type MessageLimit } from "./guarded-socket.ts";
import { Heartbeat } from "./heartbeat.ts";

/** ms that clients have to answer a closing handshake when the server stops. */
const GOODBYE = 1000;

/** Colyseus' WebSocket transport over guarded sockets. The transport's own pings, all at once, are off. */
export class GuardedTransport extends WebSocketTransport {
  readonly #server: Server;

  /** @param pingInterval ms; a dead socket is noticed within three of them */
  constructor(server: Server, messages: MessageLimit, pingInterval: number) {
    super({
      server,
      WebSocket: GuardedSocket,
      maxPayload: LIMITS.payload,
      pingInterval: 0,
      pingMaxRetries: 0,
    });
    this.#server = server;
    const guard: Guard = { messages, heartbeat: new Heartbeat(pingInterval) };
    this.wss.prependListener("connection", (socket, request) => {
      if (socket instanceof GuardedSocket) socket.guard(guard, request.socket);
    });
  }

  /** The open sockets, kept up to date. */
  get sockets(): ReadonlySet<WebSocket> {
    return this.wss.clients;
  }

  /** Resolves when every connection is closed. */
  async stop(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, "close") : Promise.resolve();
    this.shutdown();
    this.#server.closeAllConnections();
    const impatience = setTimeout(() => this.wss.clients.forEach((socket) => socket.terminate()), GOODBYE);
    await closed;
    clearTimeout(impatience);
  }
}

/** For the message of this client that is being handled: ms until its like will be allowed; 0: it is. */
export function waitOf(client: Client): number {
  return client.ref instanceof GuardedSocket ? client.ref.wait : 0;
}

/** Lifts the limit on this client's messages: it speaks for many. */
export function trust(client: Client): void {
  if (client.ref instanceof GuardedSocket) client.ref.trust();
}
