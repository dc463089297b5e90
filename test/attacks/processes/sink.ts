/**
 * The control: a process that reads what attackers send and drops it. It answers what an attacker waits for before it attacks, and
 * nothing else, and cuts each connection after as many ms as the host did. It answers a `SinkOrder` with its port.
 */
import { type AddressInfo, createServer } from "node:net";
import { joinedFrame } from "../bytes/websocket.ts";
import type { SinkOrder } from "./orders.ts";

const RESERVATION = JSON.stringify({ processId: "sink", roomId: "sink", sessionId: "sink" });
const UPGRADED = Buffer.concat([
  Buffer.from("HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n"),
  // A frame of a server has no mask.
  Buffer.of(0x82, 1, joinedFrame().at(-1) ?? 0),
]);
const RESERVED = Buffer.from(
  `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${RESERVATION.length}\r\n\r\n${RESERVATION}`,
);
const CONNACK = Buffer.of(0x20, 2, 0, 0);

process.once("message", ({ cutAfter }: SinkOrder) => {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (first) => {
      const text = first.subarray(0, 1024).toString("latin1");
      if (/^GET [^]*upgrade: websocket/i.test(text)) socket.write(UPGRADED);
      else if (/^POST .*\/(seats|lobby|matches|quick-play) /.test(text)) socket.write(RESERVED);
      else if (first[0] === 0x10) socket.write(CONNACK);
      if (cutAfter !== null) setTimeout(() => socket.destroy(), cutAfter);
      socket.resume();
    });
  });
  server.listen(0, "::", () => process.send?.((server.address() as AddressInfo).port));
  process.once("disconnect", () => process.exit());
});
