import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy before a server that records every byte that the server sends. */
export class RecordingProxy {
  readonly url: string;
  readonly #listener: Server;
  readonly #sockets = new Set<Socket>();
  #received: Buffer[] = [];

  /** Opens a proxy before the server at this URL. */
  static async open(target: string): Promise<RecordingProxy> {
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    return new RecordingProxy(listener, new URL(target));
  }

  private constructor(listener: Server, target: URL) {
    this.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    this.#listener = listener;
    listener.on("connection", (client) => this.#forward(client, target));
  }

  /** Returns and forgets the bytes received since the last call, of all connections in the order they came, as latin-1 text. */
  take(): string {
    const text = Buffer.concat(this.#received).toString("latin1");
    this.#received = [];
    return text;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#listener.close();
    await once(this.#listener, "close");
  }

  #forward(client: Socket, { hostname, port }: URL): void {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.on("data", (bytes) => this.#received.push(bytes));
    client.pipe(upstream);
    upstream.pipe(client);
  }
}
