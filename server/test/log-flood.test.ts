import { once } from "node:events";
import type { Reservation } from "@flower-war/protocol";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { requestLobby } from "./support/post.ts";
import { ServerProcess } from "./support/process.ts";
import { until } from "./support/until.ts";

let server: ServerProcess;
afterEach(() => server.stop());

/** Messages of Colyseus' protocol, as a client sends them. */
const FRAMES = { joined: 10, message: 13, request: 21 };
/** The head of a string of 255 bytes in MessagePack, and bytes that no UTF-8 has. */
const BAD_TEXT = [0xd9, 0xff, ...Array.from({ length: 255 }, () => 0xff)];

/** Joins with a bare WebSocket. */
async function connect({ processId, roomId, sessionId }: Reservation): Promise<WebSocket> {
  const socket = new WebSocket(
    `${server.url.replace("http", "ws")}/${processId}/${roomId}?sessionId=${sessionId}`,
  );
  socket.on("error", () => {});
  await once(socket, "message");
  socket.send([FRAMES.joined]);
  return socket;
}

describe("a server's output", () => {
  test("is lines of its log alone, and few of them, while a client sends bytes that are no text", async () => {
    server = await ServerProcess.start({ LOG_LEVEL: "info" });
    let sockets = 0;
    for (let i = 0; i < 20; i++) {
      const socket = await connect(await requestLobby(server.url));
      sockets += 1;
      for (let n = 0; n < 140; n++) socket.send([FRAMES.request, n % 128, ...BAD_TEXT]);
      socket.send([FRAMES.message, ...BAD_TEXT, 0xc1]);
      await until(() => socket.readyState === WebSocket.CLOSED, "the socket to be closed");
    }
    await server.stop();
    const written = server.log.split("\n").filter(Boolean);
    expect(sockets).toBe(20);
    expect(written.filter((line) => !line.startsWith("{"))).toEqual([]);
    const lines = written.map((line) => JSON.parse(line) as { msg: string; times?: number });
    const bad = lines.filter(({ msg }) => msg.includes("Invalid byte"));
    expect(bad.length).toBeLessThanOrEqual(3);
    // Each message was counted.
    expect(bad.reduce((sum, { times = 0 }) => sum + times, 0)).toBeGreaterThan(1_000);
    expect(lines.length).toBeLessThan(50);
  });
});
