import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Client } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { LIMITS, ROOMS } from "@flower-war/protocol";
import type { Rate } from "@flower-war/protocol/ports";
import type { WebSocket } from "ws";
import type { Random } from "../random.ts";
import type { Time } from "../time.ts";
import type { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";
import { type Guard, GuardedSocket } from "./guarded-socket.ts";
import { Heartbeat } from "./heartbeat.ts";
import type { Origins } from "./origins.ts";
import { forbidUpgrade, refuseUpgrade } from "./refuse-upgrade.ts";

/** `ws` takes ms that a client has to answer a closing handshake, but its types do not know. */
const CLOSING = { closeTimeout: 500 };
/** The same when the server stops. */
const CLOSE_TIMEOUT = 1000;

/** The room's id in the path of a socket, as Colyseus finds it. */
const ROOM_PATH = /\/[\w-]+\/([\w-]+)$/;

/** The servers whose sockets a transport serves. */
export interface Listeners {
  /** Leads to every room but `temples`. */
  readonly players: Server;
  /** Leads to the room `temples` alone. */
  readonly operator: Server;
}

interface TransportOptions {
  /** The sites whose pages may connect to the players' listener. */
  readonly origins: Origins;
  /** Returns the name of a room of this process by its id. */
  readonly nameOfRoom: (roomId: string) => string | undefined;
  readonly time: Time;
  readonly random: Random;
  readonly messages: Rate;
  /** ms; a dead socket is noticed within four of them. */
  readonly pingInterval: number;
  /** Guards the players' listener. */
  readonly connections: Connections;
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  /** What has arrived after the request. */
  readonly head: Buffer;
  /** The requested address. Colyseus gets it too, so that it opens the room that was judged here. */
  readonly url: URL;
}

/**
 * Colyseus' WebSocket transport over guarded sockets of two listeners. What the operator's clients send is not limited: a bridge
 * speaks for many. The transport's own pings, sent all at once, are off.
 */
export class GuardedTransport extends WebSocketTransport {
  readonly #listeners: readonly Server[];
  /** The open connections of both listeners, upgraded or not. */
  readonly #connections = new Set<Socket>();
  readonly #nameOfRoom: TransportOptions["nameOfRoom"];
  readonly #origins: Origins;
  readonly #time: Time;
  readonly #guard: Guard;

  constructor(
    { players, operator }: Listeners,
    { origins, nameOfRoom, time, random, messages, pingInterval, connections }: TransportOptions,
  ) {
    super({
      noServer: true,
      WebSocket: GuardedSocket,
      maxPayload: LIMITS.payload,
      ...CLOSING,
      pingInterval: 0,
      pingMaxRetries: 0,
    });
    this.#listeners = [players, operator];
    const open = this.#connections;
    /** One listener serves every connection. */
    function forget(this: Socket): void {
      open.delete(this);
    }
    for (const listener of this.#listeners) {
      listener.on("connection", (connection: Socket) => {
        this.#connections.add(connection);
        connection.on("close", forget);
      });
    }
    this.#nameOfRoom = nameOfRoom;
    this.#origins = origins;
    this.#time = time;
    this.#guard = { time, messages, heartbeat: new Heartbeat(time, random, pingInterval) };
    this.#serve(players, (room) => room !== ROOMS.temples, connections);
    this.#serve(operator, (room) => room === ROOMS.temples, null);
  }

  /** The open sockets; the set stays up to date. */
  get sockets(): ReadonlySet<WebSocket> {
    return this.wss.clients;
  }

  /** Closes all connections. Resolves when none is left. */
  async stop(): Promise<void> {
    const listening = this.#listeners.filter((server) => server.listening);
    const closed = listening.map(
      (server) => new Promise<void>((resolve) => void server.once("close", () => resolve())),
    );
    this.shutdown();
    for (const server of this.#listeners) {
      server.close();
      server.closeAllConnections();
    }
    // Sockets that do not answer the closing handshake, and connections that Node has missed.
    const cancel = this.#time.after(CLOSE_TIMEOUT, () => {
      for (const socket of this.wss.clients) socket.terminate();
      for (const connection of this.#connections) connection.destroy();
    });
    await Promise.all(closed);
    cancel();
  }

  /**
   * Accepts the sockets of a server.
   * @param isServed whether it leads to a room of this name; `undefined`: the room is not here
   * @param connections guards them; `null`: they are trusted
   */
  #serve(
    server: Server,
    isServed: (roomName: string | undefined) => boolean,
    connections: Connections | null,
  ): void {
    server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const connection = connections?.upgrade(request, stream, head) ?? null;
      if (connections !== null && connection === null) return;
      if (connections !== null && !this.#origins.allow(request)) return forbidUpgrade(stream);
      const url = URL.parse(`ws://server${request.url}`);
      if (url === null || !isServed(this.#roomOf(url))) return refuseUpgrade(stream, "not-found");
      const open = () => this.#open({ request, stream, head, url }, connection);
      if (connections === null || connection === null) return open();
      // There is no other listener while it waits.
      stream.on("error", destroyOnError);
      connections.inTurn(connection, () => {
        stream.off("error", destroyOnError);
        open();
      });
    });
  }

  /** @param connection the stream, guarded; `null`: it is trusted */
  #open({ request, stream, head, url }: Upgrade, connection: Connection | null): void {
    // The room's first frame follows after some microtasks: one write sends both it and the answer. A tick comes after all microtasks.
    stream.cork();
    queueMicrotask(() => process.nextTick(() => stream.uncork()));
    this.wss.handleUpgrade(request, stream, head, (socket) => {
      if (socket instanceof GuardedSocket) {
        socket.guard(this.#guard, stream, connection);
        if (connection === null) socket.trust();
      }
      this.wss.emit("connection", socket, request, { url });
    });
  }

  /** Returns the name of the room that a socket is for; `undefined`: it is not in this process. */
  #roomOf({ pathname }: URL): string | undefined {
    const [, roomId] = ROOM_PATH.exec(pathname) ?? [];
    return roomId === undefined ? undefined : this.#nameOfRoom(roomId);
  }
}

function destroyOnError(this: Duplex): void {
  this.destroy();
}

/** For the message of this client that is being handled: ms until it and another one will be allowed; 0: it is. */
export function waitOf(client: Client): number {
  return client.ref instanceof GuardedSocket ? client.ref.wait : 0;
}
