import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { type FlowerWarOptions, Refusal } from "@flower-war/client-sdk";
import type { RefusalBody } from "@flower-war/protocol";
import { addressOf } from "@flower-war/loadtest/match-connection";
import { formatRequest, JOINED, LEAVE, parseFrame, type StateDecoder } from "@flower-war/loadtest/wire";
import { WebSocket } from "ws";

type Connect = NonNullable<FlowerWarOptions["connect"]>;
type Fetch = NonNullable<FlowerWarOptions["fetch"]>;
type Connection = Awaited<ReturnType<Connect>>;

/** The first byte of Colyseus' ping. */
const PING = 18;
/** ms after which a request without an answer is refused with `timeout`. */
const REQUEST_TIMEOUT = 10_000;

const closed = () => new Refusal({ code: "closed", message: "the connection was lost" });

/**
 * Returns a transport for the SDK that costs little, for a thousand players in one process: `ws`, and one schema of the
 * state for all connections.
 * @param url the server's
 */
export function wsTransport(url: string): Required<Pick<FlowerWarOptions, "connect" | "fetch">> {
  const connect: Connect = (reservation, listener) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(addressOf(url, reservation), { perMessageDeflate: false });
      const connection = new WsConnection(socket);
      let decoder: StateDecoder | null = null;
      let opened = false;
      let ended = false;
      const passState = () => listener.state(decoder?.state as never);
      connection.end = (code, reason) => {
        if (ended) return;
        ended = true;
        connection.rejectRequests();
        if (opened) listener.closed(code, reason);
        else reject(closed());
      };
      socket.on("error", () => {});
      socket.on("close", (code, reason) => connection.end(code, String(reason)));
      socket.on("message", (data: Buffer) => {
        if (ended) return;
        if (data[0] === PING) return connection.receivePong();
        const frame = parseFrame(data);
        if (frame.kind === "joined") {
          decoder = frame.decoder;
          socket.send(JOINED);
        }
        if (frame.kind === "state" || frame.kind === "patch") decoder?.decode(frame.bytes, frame.from);
        if (frame.kind === "state" && !opened) {
          opened = true;
          listener.opened(connection);
          passState();
          resolve(connection);
        } else if (frame.kind === "patch" && opened) passState();
        if (frame.kind === "message") listener.message(frame.type, frame.payload as never);
        if (frame.kind === "answer") connection.settle(frame.id, frame.refused, frame.payload);
      });
    });
  return { connect, fetch: fetchKeptAlive };
}

interface PendingRequest {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Refusal) => void;
  readonly timeout: NodeJS.Timeout;
}

class WsConnection implements Connection {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;
  /** Tells the SDK, once, that the connection has ended. */
  end: (code: number, reason: string) => void = () => {};
  /** Tells the SDK that a pong has arrived. */
  receivePong: () => void = () => {};

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  request<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(closed());
    const id = ++this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.settle(id, true, { code: "timeout", message: "no answer came in time" } satisfies RefusalBody);
      }, REQUEST_TIMEOUT);
      this.#pending.set(id, { resolve, reject, timeout });
      this.#socket.send(formatRequest(id, type, payload as object));
    });
  }

  ping(answered: () => void): void {
    this.receivePong = answered;
    this.#socket.send(Uint8Array.of(PING));
  }

  async leave(): Promise<void> {
    const left = new Promise((resolve) => this.#socket.once("close", resolve));
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(LEAVE);
    await left;
  }

  abandon(reason: string): void {
    this.end(1006, reason);
    this.#socket.terminate();
  }

  /** Resolves or rejects a request with its answer. */
  settle(id: number, refused: boolean, payload: unknown): void {
    const request = this.#pending.get(id);
    clearTimeout(request?.timeout);
    this.#pending.delete(id);
    if (refused) request?.reject(new Refusal(payload as RefusalBody));
    else request?.resolve(payload as never);
  }

  /** Rejects all requests without an answer. */
  rejectRequests(): void {
    for (const { reject, timeout } of this.#pending.values()) {
      clearTimeout(timeout);
      reject(closed());
    }
    this.#pending.clear();
  }
}

/** Idle connections are closed before the server closes them, which would look like a fault. */
const agent = new Agent({ keepAlive: true, maxSockets: 128, timeout: 2000 });

const fetchKeptAlive: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal, agent }, (response) => {
      const received = text(response);
      received.catch(() => undefined);
      resolve({
        ok: (response.statusCode ?? 0) < 300,
        text: () => received,
        json: async () => JSON.parse(await received),
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
