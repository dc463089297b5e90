import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A loopback proxy that keeps every byte a server sends through it: what really was on a client's wire. */
export interface Tap {
  readonly url: string;
  /** Bytes received since the last call, every connection's in the order they came, as latin-1 text. */
  take(): string;
  close(): Promise<void>;
}

export async function tap(target: string): Promise<Tap> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let heard: Buffer[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.on("data", (bytes) => heard.push(bytes));
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const text = Buffer.concat(heard).toString("latin1");
      heard = [];
      return text;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
