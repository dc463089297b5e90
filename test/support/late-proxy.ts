import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { SeededRandom } from "./seeded-random.ts";

/** What may happen to a request: `twice` is what a proxy's retry does whose first try stood still. */
const REQUEST_FAULTS = ["late", "twice", "answer-lost", "answer-late"] as const;
/** What may happen to a connection. */
const CONNECTION_FAULTS = ["late", "unheard", "cut", "half-cut"] as const;
/** ms by which something is late at most. Clients give up before. */
const DELAY = 900;
/** ms after which a connection is cut at most. */
const LIFE = 400;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * An HTTP proxy before a server that loses, delays and repeats what is sent by a seed: what its client gave up arrives all the same, and
 * closes arrive late. Requests are passed on whole, connections are WebSockets.
 */
export class LateProxy {
  readonly url: string;
  /** Probability of a fault, from 0 to 1. */
  faults = 0;
  /** What happened, and how often. */
  readonly happened = new Map<string, number>();
  readonly #port: number;
  readonly #random: SeededRandom;
  readonly #server: Server;
  readonly #late = new Set<Promise<unknown>>();
  readonly #tunnels = new Set<Tunnel>();

  /** Opens a proxy before the server at this port. */
  static async open(port: number, random: SeededRandom): Promise<LateProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new LateProxy(server, port, random);
  }

  private constructor(server: Server, port: number, random: SeededRandom) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#server = server;
    this.#port = port;
    this.#random = random;
    server.on("request", (from, to) => void this.#onRequest(from, to));
    server.on("upgrade", (from, socket, head) => void this.#onUpgrade(from, socket, head));
  }

  /** Cuts all connections; the server hears of half of them late. */
  cut(): void {
    for (const tunnel of this.#tunnels) {
      if (this.#random.happens(0.5)) tunnel.destroy();
      else this.#run(tunnel.abandon(this.#delay()));
    }
  }

  /** Resolves when everything that is late has arrived. */
  async settle(): Promise<void> {
    while (this.#late.size > 0) await Promise.all(this.#late);
  }

  async close(): Promise<void> {
    await this.settle();
    for (const tunnel of this.#tunnels) tunnel.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #onRequest(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = Buffer.concat(await from.toArray());
    const fault = from.method === "POST" ? this.#choose(REQUEST_FAULTS) : null;
    const send = () => this.#send(from, body);
    switch (fault) {
      case "late":
        from.socket.destroy();
        return this.#run(sleep(this.#delay()).then(send));
      case "twice":
        this.#run(sleep(this.#delay()).then(send));
        return answer(to, await send());
      case "answer-lost":
        this.#run(send());
        from.socket.destroy();
        return;
      case "answer-late":
        return this.#run(send().then((late) => sleep(this.#delay()).then(() => answer(to, late))));
      case null:
        return answer(to, await send());
    }
  }

  /** Passes a request on, and returns what the server answers. */
  async #send({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const sent = request({ host: "127.0.0.1", port: this.#port, method, path: url, headers, agent: false });
    sent.end(body);
    const [answered] = (await once(sent, "response")) as [IncomingMessage];
    return {
      status: answered.statusCode ?? 502,
      headers: answered.headers,
      body: Buffer.concat(await answered.toArray()),
    };
  }

  async #onUpgrade(from: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const fault = this.#choose(CONNECTION_FAULTS);
    client.on("error", () => {});
    if (fault === "late") {
      const late = sleep(this.#delay());
      this.#run(late);
      await late;
    }
    const tunnel = new Tunnel(from, client as Socket, head, connect(this.#port, "127.0.0.1"));
    this.#tunnels.add(tunnel);
    void tunnel.ended.then(() => this.#tunnels.delete(tunnel));
    if (fault === "late") this.#run(tunnel.abandon(this.#delay()));
    if (fault === "unheard") {
      tunnel.mute();
      this.#run(tunnel.abandon(this.#delay()));
    }
    if (fault === "cut" || fault === "half-cut") {
      const life = sleep(this.#random.below(LIFE));
      this.#run(life.then(() => (fault === "cut" ? tunnel.destroy() : tunnel.abandon(this.#delay()))));
    }
  }

  #choose<F extends string>(faults: readonly F[]): F | null {
    if (!this.#random.happens(this.faults)) return null;
    // Each happens once before any happens twice.
    const unseen = faults.filter((fault) => !this.happened.has(fault));
    const likely = unseen.length > 0 ? unseen : faults;
    const fault = likely[this.#random.below(likely.length)] ?? faults[0];
    if (fault === undefined) return null;
    this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1);
    return fault;
  }

  #delay(): number {
    return this.#random.below(DELAY);
  }

  #run(late: Promise<unknown>): void {
    const done = late.catch(() => {}).finally(() => this.#late.delete(done));
    this.#late.add(done);
  }
}

/** A WebSocket through the proxy. */
class Tunnel {
  readonly #client: Socket;
  readonly #server: Socket;
  /** Whether the server hears of the client's close. */
  #tellsServer = true;
  /** Resolves when the server's end is closed. */
  readonly ended: Promise<unknown>;

  constructor({ method, url, rawHeaders }: IncomingMessage, client: Socket, head: Buffer, server: Socket) {
    this.#client = client;
    this.#server = server;
    this.ended = new Promise((resolve) => server.once("close", resolve));
    server.on("error", () => {});
    const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
    server.write(`${method} ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    server.write(head);
    client.pipe(server, { end: false });
    server.pipe(client, { end: false });
    client.on("close", () => {
      if (this.#tellsServer) server.destroy();
    });
    server.on("close", () => client.destroy());
  }

  /** Passes nothing of what the server sends on. */
  mute(): void {
    this.#server.unpipe(this.#client).resume();
  }

  destroy(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  /** Cuts the client off now, if it is still there, and the server's end after `ms`. Resolves then. */
  async abandon(ms: number): Promise<void> {
    this.#tellsServer = false;
    this.mute();
    const cut = sleep(ms);
    if (!this.#client.destroyed) this.#client.destroy();
    await cut;
    this.destroy();
  }
}

function answer(to: ServerResponse, { status, headers, body }: Answer): void {
  if (to.destroyed) return;
  to.writeHead(status, headers).end(body);
}
