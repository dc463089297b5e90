import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What a fault affects: what is sent to the server, what it sends, or both. */
export type Direction = "upstream" | "downstream" | "both";

/** What a proxy does to a connection. It may keep what it needs to know of it. */
export type Breakage = (connection: ProxiedConnection) => void;

/** A TCP proxy before a server that breaks its connections when the test says so. */
export class FaultyProxy {
  readonly port: number;
  readonly #listener: Server;
  readonly #connections = new Set<ProxiedConnection>();
  #breakage: Breakage | null = null;

  /** Opens a proxy before the server at this port. */
  static async open(port: number): Promise<FaultyProxy> {
    const listener = createServer();
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    return new FaultyProxy(listener, port);
  }

  private constructor(listener: Server, port: number) {
    this.port = (listener.address() as AddressInfo).port;
    this.#listener = listener;
    listener.on("connection", (client) => {
      const connection = new ProxiedConnection(client, connect(port, "127.0.0.1"));
      this.#connections.add(connection);
      void connection.ended.then(() => this.#connections.delete(connection));
      this.#breakage?.(connection);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Breaks all open connections, and each new one when it is accepted, until `mend`. */
  break(breakage: Breakage): void {
    this.#breakage = breakage;
    for (const connection of this.#connections) breakage(connection);
  }

  /** Passes new connections on again. Broken ones stay broken. */
  mend(): void {
    this.#breakage = null;
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
export class ProxiedConnection {
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

  /** Sends the client what the server has not sent. */
  send(bytes: Buffer): void {
    this.#client.write(bytes);
  }

  /** Closes both ends in peace. */
  close(): void {
    this.hang();
    this.#client.end();
    this.#server.end();
  }

  /** Passes nothing on any more but a close. */
  hang(): void {
    this.#client.unpipe().resume();
    this.#server.unpipe().resume();
  }

  /** Answers the client in the server's place when it sends something. Nothing else is passed on but a close. */
  answer(bytes: Buffer): void {
    this.hang();
    this.#client.once("data", () => this.#client.write(bytes));
  }

  /**
   * Passes on what the client sends, but replaces the next answer. Nothing is passed on after it but a close.
   * @param forge gets what the server has sent. Returns what the client gets
   */
  replaceAnswer(forge: (sent: Buffer) => Buffer): void {
    this.#server.unpipe();
    this.#server.once("data", (sent) => {
      this.#client.write(forge(sent));
      this.hang();
    });
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
