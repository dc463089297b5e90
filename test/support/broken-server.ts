import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** ms for which a client may wait for more after it was answered. */
const PATIENCE = 30;

/** A TCP server that answers as it is told, without knowing a protocol, and closes the connection when the client only waits. */
export class BrokenServer {
  readonly port: number;
  /** How many there were. */
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /**
   * @param answers what each connection sends: one at each chunk that arrives, the last again and again
   * @param greets whether the first is sent at once
   */
  static async start(answers: () => readonly Buffer[], greets = false): Promise<BrokenServer> {
    const server = createServer();
    const started = (socket: Socket) => {
      const rest = [...answers()];
      const send = () => socket.write((rest.length > 1 ? rest.shift() : rest[0]) ?? Buffer.alloc(0));
      socket.on("error", () => {}).on("data", send);
      if (greets) send();
      socket.setTimeout(PATIENCE, () => socket.end());
    };
    server.on("connection", started);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new BrokenServer(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}
