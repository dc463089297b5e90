/** A plain `ws` relay, the limit of what a server on sockets can do: what one says goes to the four at the table. */
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

const tables = new Map<string, Set<WebSocket>>();
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });

server.on("connection", (socket, { url = "" }) => {
  const table = tables.get(url) ?? new Set();
  tables.set(url, table.add(socket));
  socket.on("message", (data) => {
    for (const seat of table) seat.send(data);
  });
  socket.on("close", () => table.delete(socket));
});
server.on("listening", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
