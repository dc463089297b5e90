import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * How a link fails: it resets every connection, also new ones; nothing passes; or nothing that is sent `up`, to the server, or `down`,
 * from it.
 */
export type LinkFault = "reset" | "silent" | "up" | "down";

/** The network between one program and a server that it depends on: a TCP proxy whose connections, old and new, the test lets fail. */
export class Link {
  readonly port: number;
  readonly #listener: Server;
  readonly #serverPort: number;
  readonly #pairs = new Set<Pair>();
  /** Sockets that wait for the link to be connected to the server. */
  readonly #waiting = new Set<Socket>();
  #fault: LinkFault | null = null;

  /** Opens a link to the server at this port. */
  static async open(port: number): Promise<Link> {
    const listener = createServer({ allowHalfOpen: true });
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    return new Link(listener, port);
  }

  private constructor(listener: Server, port: number) {
    this.#listener = listener;
    this.#serverPort = port;
    this.port = (listener.address() as AddressInfo).port;
    listener.on("connection", (client) => this.#accept(client));
  }

  fail(fault: LinkFault): void {
    this.#fault = fault;
    for (const pair of this.#pairs) {
      if (fault === "reset") pair.reset();
      else pair.hold(fault);
    }
  }

  /** Works again. What was held arrives late, as from a network that sends again what was not confirmed. */
  heal(): void {
    this.#fault = null;
    for (const pair of this.#pairs) pair.hold(null);
    for (const client of this.#waiting) this.#connect(client);
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    this.#listener.close();
    for (const pair of this.#pairs) pair.reset();
    for (const client of this.#waiting) client.destroy();
    await once(this.#listener, "close");
  }

  #accept(client: Socket): void {
    client.on("error", () => {});
    if (this.#fault === null) return this.#connect(client);
    // No connection is made where either way is lost.
    if (this.#fault === "reset") client.resetAndDestroy();
    else this.#waiting.add(client.on("close", () => this.#waiting.delete(client)));
  }

  #connect(client: Socket): void {
    const server = connect({ port: this.#serverPort, host: "127.0.0.1", allowHalfOpen: true });
    const pair = new Pair(client, server);
    this.#pairs.add(pair);
    void pair.ended.then(() => this.#pairs.delete(pair));
  }
}

/** The two sockets of one connection. */
class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #up: Way;
  readonly #down: Way;
  /** Resolves when both sockets are closed. */
  readonly ended: Promise<unknown>;

  constructor(client: Socket, server: Socket) {
    this.#client = client;
    this.#server = server;
    this.#up = new Way(client, server);
    this.#down = new Way(server, client);
    const closes = [client, server].map(
      (socket) => new Promise<void>((resolve) => void socket.on("close", () => resolve())),
    );
    this.ended = Promise.all(closes);
  }

  /** Holds what the fault affects, its end included; `null`: nothing. */
  hold(fault: LinkFault | null): void {
    this.#up.hold(fault === "silent" || fault === "up");
    this.#down.hold(fault === "silent" || fault === "down");
  }

  reset(): void {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }
}

/** One way of a connection. */
class Way {
  readonly #from: Socket;
  readonly #to: Socket;
  #isHeld = false;

  constructor(from: Socket, to: Socket) {
    this.#from = from;
    this.#to = to;
    from.on("error", () => {}).pipe(to);
    from.on("close", () => this.#end());
  }

  hold(held: boolean): void {
    if (held === this.#isHeld) return;
    this.#isHeld = held;
    if (held) this.#from.unpipe(this.#to).pause();
    else this.#from.pipe(this.#to);
    this.#end();
  }

  /** The other end learns that a socket was lost, unless nothing gets there. */
  #end(): void {
    if (this.#from.closed && !this.#isHeld) this.#to.destroy();
  }
}
