import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP line to a server that breaks when the test says so. */
export interface FrailLine {
  readonly url: string;
  /** Cuts every connection with a reset. */
  cut(): void;
  /** Swallows from now on what goes over the connections that are open, which stay open, as a lost network does. */
  hush(): void;
  close(): Promise<void>;
}

export async function frailLineTo(port: number): Promise<FrailLine> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("close", () => sockets.delete(socket)).on("error", () => {});
  };
  const line = createServer((near) => {
    const far = keep(connect(port, "127.0.0.1"));
    keep(near).pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const address = line.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  const hush = () => {
    for (const socket of sockets) socket.unpipe().resume();
  };
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    hush,
    close: async () => {
      line.close();
      cut();
      await once(line, "close");
    },
  };
}
