import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What a fault affects: what is sent to the server, what it sends, or both. */
export type Direction = "upstream" | "downstream" | "both";

/** A TCP proxy before a server that breaks its connections when the test says so. */
export class FaultyProxy {
  readonly url: string;
  readonly #listener: Server;
  readonly #connections: ReadonlySet<ProxiedConnection>;

  /** Opens a proxy before the server at this port. */
  static async open(port: number): Promise<FaultyProxy> {
    const connections = new Set<ProxiedConnection>();
    const listener = createServer((client) => {
      const connection = new ProxiedConnection(client, connect(port, "127.0.0.1"));
      connections.add(connection);
      void connection.ended.then(() => connections.delete(connection));
    });
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    return new FaultyProxy(listener, connections);
  }

  private constructor(listener: Server, connections: ReadonlySet<ProxiedConnection>) {
    this.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    this.#listener = listener;
    this.#connections = connections;
  }

  /** Resets all open connections. */
  reset(): void {
    for (const connection of this.#connections) connection.reset();
  }

  /**
   * Swallows from now on what is sent over the open connections, as a lost network does: not even the other end's close
   * is passed on. New connections work.
   */
  silence(direction: Direction = "both"): void {
    for (const connection of this.#connections) connection.silence(direction);
  }

  async close(): Promise<void> {
    this.#listener.close();
    this.reset();
    await once(this.#listener, "close");
  }
}

/** One connection through the proxy. */
class ProxiedConnection {
  readonly #client: Socket;
  readonly #server: Socket;
  /** The sockets from which nothing is passed on any more. */
  readonly #silenced = new Set<Socket>();
  /** Resolves when both sockets are closed. */
  readonly ended: Promise<unknown>;

  constructor(client: Socket, server: Socket) {
    this.#client = client;
    this.#server = server;
    this.ended = Promise.all([this.#forward(client, server), this.#forward(server, client)]);
  }

  silence(direction: Direction): void {
    if (direction !== "downstream") this.#swallow(this.#client);
    if (direction !== "upstream") this.#swallow(this.#server);
  }

  reset(): void {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  /** Passes on what one socket sends, and its close. Resolves when it is closed. */
  #forward(from: Socket, to: Socket): Promise<void> {
    from.on("error", () => {}).pipe(to);
    return new Promise((resolve) => {
      from.on("close", () => {
        if (!this.#silenced.has(from)) to.destroy();
        resolve();
      });
    });
  }

  #swallow(from: Socket): void {
    this.#silenced.add(from);
    from.unpipe().resume();
  }
}
