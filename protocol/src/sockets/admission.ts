import type { Server, Socket } from "node:net";

/**
 * Lets a server accept only the connections that `admits` returns `true` for; it destroys the others itself. What listened for
 * connections before, a protocol's parser, never sees those.
 */
export function admitConnections(server: Server, admits: (socket: Socket) => boolean): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (admits(socket)) for (const listener of listeners) listener.call(server, socket);
  });
}
