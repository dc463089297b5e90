/** A plain `ws` relay, the limit of what a server over WebSockets can do: it sends each message to all four clients of a match. */
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

const matches = new Map<string, Set<WebSocket>>();
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });

server.on("connection", (socket, { url = "" }) => {
  const match = matches.get(url) ?? new Set();
  matches.set(url, match.add(socket));
  socket.on("message", (data) => {
    for (const client of match) client.send(data);
  });
  socket.on("close", () => match.delete(socket));
});
server.on("listening", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
