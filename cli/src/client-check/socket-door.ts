import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { PROTOCOL_VERSION, type Reservation } from "@flower-war/protocol";
import { type WebSocket, WebSocketServer } from "ws";
import type { Judge } from "./checks.ts";
import { FRAME, formatAnswer, formatError, parseRequest } from "./frames.ts";
import { GOLDEN } from "./golden.ts";
import { type Reply, socketReply } from "./pending.ts";
import type { Story } from "./story.ts";
import { SocketViewer } from "./viewers.ts";

/** Colyseus' codes for a reservation that is no longer valid, and for a client that leaves. */
const SEAT_EXPIRED = 4002;
const CONSENTED = 4000;

interface SocketDoorPorts {
  readonly judge: Judge;
  /** A client has come in. */
  readonly show: (viewer: SocketViewer) => void;
  /** A connection has ended. */
  readonly forget: (viewer: SocketViewer) => void;
  readonly request: (type: string, payload: object, reply: Reply) => void;
}

/** Accepts WebSockets of clients with a reservation. */
export class SocketDoor {
  readonly #story: Story;
  readonly #ports: SocketDoorPorts;
  readonly #sockets = new WebSocketServer({ noServer: true, autoPong: false });
  readonly #reserved = new Set<string>();

  constructor(story: Story, ports: SocketDoorPorts) {
    this.#story = story;
    this.#ports = ports;
  }

  reserve(): Reservation {
    const sessionId = crypto.randomUUID();
    this.#reserved.add(sessionId);
    const room = { name: "match", roomId: "match", processId: "check" };
    return { ...room, sessionId, protocolVersion: PROTOCOL_VERSION };
  }

  upgrade(request: IncomingMessage, url: URL, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      client.on("error", () => client.terminate());
      if (this.#reserved.delete(url.searchParams.get("sessionId") ?? "")) return this.#enter(client);
      client.send(formatError(SEAT_EXPIRED, "seat reservation expired."));
      client.close(SEAT_EXPIRED);
    });
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  #enter(socket: WebSocket): void {
    const viewer = new SocketViewer(this.#story, socket);
    socket.once("close", () => this.#ports.forget(viewer));
    socket.on("message", (data: Buffer) => {
      if (viewer.isMute) return;
      if (data[0] === FRAME.join) this.#ports.show(viewer);
      else if (data[0] === FRAME.leave) socket.close(CONSENTED);
      else if (data[0] === FRAME.ping) viewer.send(data);
      else if (data[0] === FRAME.request) this.#answer(data, viewer, socket);
    });
    viewer.send(Buffer.from(GOLDEN.joined, "base64"));
  }

  #answer(frame: Buffer, viewer: SocketViewer, socket: WebSocket): void {
    const request = parseRequest(frame);
    if (request === null) {
      const sent = `a request of ${frame.length} bytes by its WebSocket`;
      this.#ports.judge.break("K-1", `it sent ${sent} that cannot be read`);
      return socket.terminate();
    }
    const { id, type, payload } = request;
    const send = (isRefused: boolean, body: object) => viewer.send(formatAnswer(id, isRefused, body));
    this.#ports.request(
      type,
      Object(payload) as object,
      socketReply(send, () => socket.terminate()),
    );
  }
}
