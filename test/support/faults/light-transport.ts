import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { type FlowerWarOptions, Refusal } from "@flower-war/client-sdk";
import type { Fault } from "@flower-war/client-sdk/protocol";
import { addressOf } from "@flower-war/loadtest/chair";
import { formatRequest, JOINED, LEAVE, parseFrame, type StateDecoder } from "@flower-war/loadtest/wire";
import { WebSocket } from "ws";

type Connect = NonNullable<FlowerWarOptions["connect"]>;
type Fetch = NonNullable<FlowerWarOptions["fetch"]>;
type Link = Awaited<ReturnType<Connect>>;

const PING = 18;
/** ms to wait for an answer. */
const PATIENCE = 10_000;

const closed = () => new Refusal({ code: "closed", message: "the connection was lost" });

/**
 * What the SDK of a player among a thousand in one process reaches its server with: `ws`, and shapes of the state that
 * all share. All else is the SDK's own.
 * @param url where the server is
 */
export function lightTransport(url: string): Pick<FlowerWarOptions, "connect" | "fetch"> {
  const connect: Connect = (reservation, listener) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(addressOf(url, reservation), { perMessageDeflate: false });
      const link = new LightLink(socket);
      let decoder: StateDecoder | null = null;
      let opened = false;
      let over = false;
      const tell = () => listener.state(decoder?.state as never);
      link.end = (code, reason) => {
        if (over) return;
        over = true;
        link.fail();
        if (opened) listener.closed(code, reason);
        else reject(closed());
      };
      socket.on("error", () => {});
      socket.on("close", (code, reason) => link.end(code, String(reason)));
      socket.on("message", (data: Buffer) => {
        if (over) return;
        if (data[0] === PING) return link.answered();
        const frame = parseFrame(data);
        if (frame.kind === "joined") {
          decoder = frame.decoder;
          socket.send(JOINED);
        }
        if (frame.kind === "state" || frame.kind === "patch") decoder?.decode(frame.bytes, frame.from);
        if (frame.kind === "state" && !opened) {
          opened = true;
          listener.opened(link);
          tell();
          resolve(link);
        } else if (frame.kind === "patch" && opened) tell();
        if (frame.kind === "message") listener.message(frame.type, frame.payload as never);
        if (frame.kind === "answer") link.settle(frame.id, frame.refused, frame.payload);
      });
    });
  return { connect, fetch: fetchLightly };
}

interface Asked {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Refusal) => void;
  readonly late: NodeJS.Timeout;
}

class LightLink implements Link {
  readonly #socket: WebSocket;
  readonly #asked = new Map<number, Asked>();
  #requests = 0;
  /** Tells that the connection is over, once. */
  end: (code: number, reason: string) => void = () => {};
  /** Tells that the server is there. */
  answered: () => void = () => {};

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  request<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(closed());
    const id = ++this.#requests;
    return new Promise<Answer>((resolve, reject) => {
      const late = setTimeout(() => {
        this.settle(id, true, { code: "timeout", message: "no answer came in time" } satisfies Fault);
      }, PATIENCE);
      this.#asked.set(id, { resolve, reject, late });
      this.#socket.send(formatRequest(id, type, payload as object));
    });
  }

  ping(answered: () => void): void {
    this.answered = answered;
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

  settle(id: number, refused: boolean, payload: unknown): void {
    const asked = this.#asked.get(id);
    clearTimeout(asked?.late);
    this.#asked.delete(id);
    if (refused) asked?.reject(new Refusal(payload as Fault));
    else asked?.resolve(payload as never);
  }

  /** Nothing that was asked will be answered. */
  fail(): void {
    for (const { reject, late } of this.#asked.values()) {
      clearTimeout(late);
      reject(closed());
    }
    this.#asked.clear();
  }
}

/** Idle connections are let go before the server does so, which would look like a fault. */
const agent = new Agent({ keepAlive: true, maxSockets: 128, timeout: 2000 });

const fetchLightly: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, signal, agent }, (response) => {
      const answered = text(response);
      answered.catch(() => undefined);
      resolve({
        ok: (response.statusCode ?? 0) < 300,
        text: () => answered,
        json: async () => JSON.parse(await answered),
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
