import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { CLOSE, LIMITS } from "@flower-war/protocol";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { systemRandom } from "../../src/random.ts";
import { GuardedSocket } from "../../src/wire/guarded-socket.ts";
import { Heartbeat } from "../../src/wire/heartbeat.ts";
import { FakeTime } from "../support/fake-time.ts";
import { tcpSocketOf } from "../support/tcp-socket.ts";

/** ms between two beats of a socket. */
const INTERVAL = 15_000;

let time: FakeTime;
let server: WebSocketServer;
beforeEach(async () => {
  time = new FakeTime();
  server = new WebSocketServer({ port: 0, host: "127.0.0.1", WebSocket: GuardedSocket });
  await once(server, "listening");
});
afterEach(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

/** Both ends of a connection, and the TCP socket of the server's end. */
async function connect(): Promise<{ socket: GuardedSocket; client: WebSocket; stream: Socket }> {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket, { socket: stream }]] = await Promise.all([
    once(server, "connection"),
    once(client, "open"),
  ]);
  const heartbeat = new Heartbeat(time, systemRandom, INTERVAL);
  socket.guard({ time, messages: LIMITS.messages, heartbeat }, stream, null);
  return { socket, client, stream };
}

describe("a guarded socket", () => {
  test("writes what is sent in one turn of the event loop at once", async () => {
    const { socket, client, stream } = await connect();
    const writes = vi.spyOn(stream, "_writev");
    const received: string[] = [];
    client.on("message", (data: Buffer) => received.push(data.toString()));
    socket.send("a patch");
    await Promise.resolve();
    socket.send("an entry");
    expect(writes).not.toHaveBeenCalled();
    await vi.waitUntil(() => received.length === 2);
    expect(received).toEqual(["a patch", "an entry"]);
    expect(writes).toHaveBeenCalledOnce();
  });

  test("is terminated within four intervals when its client does not answer", async () => {
    const { socket, client } = await connect();
    client.pause();
    const closed = once(socket, "close");
    await time.pass(4 * INTERVAL);
    await closed;
    client.terminate();
  });

  test("stays open while its client answers pings", async () => {
    const { socket, client } = await connect();
    for (let pings = 0; pings < 5; pings++) {
      const answered = once(socket, "pong");
      await time.pass(3 * INTERVAL);
      await answered;
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    client.terminate();
  });

  test("measures the round trip: the least of the last three pings", async () => {
    const { socket, client } = await connect();
    const roundTrip = socket.measureRoundTrip();
    const taken = [700, 300, 400, 500];
    const known: number[] = [];
    for (const ms of taken) {
      const answered = once(socket, "pong");
      const pinged = once(client, "ping");
      client.pause();
      socket.beat();
      await time.pass(ms);
      client.resume();
      await Promise.all([pinged, answered]);
      known.push(roundTrip());
    }
    expect(known).toEqual([0, 0, 300, 300]);
    client.terminate();
  });

  test("pings only a client that sent nothing for two intervals", async () => {
    const { socket, client, stream } = await connect();
    const writes = vi.spyOn(stream, "write");
    for (let messages = 0; messages < 5; messages++) {
      socket.emit("message");
      socket.beat();
      socket.beat();
    }
    expect(writes).not.toHaveBeenCalled();
    const pinged = once(client, "ping");
    socket.beat();
    expect((await pinged)[0], "the payload").toEqual(Buffer.alloc(0));
    expect(writes).toHaveBeenCalledOnce();
    expect(socket.readyState).toBe(WebSocket.OPEN);
    client.terminate();
  });

  test("is terminated when its client does not read and its queue grows", async () => {
    const { socket, client } = await connect();
    client.pause();
    const closed = once(socket, "close");
    const frame = Buffer.alloc(64 * 1024);
    for (let sent = 0; socket.readyState === WebSocket.OPEN; sent += frame.length) {
      expect(sent).toBeLessThan(100 * 1024 * 1024);
      socket.send(frame);
      await time.nextTurn();
    }
    await closed;
    client.terminate();
  });

  test("writes no more frames once it is closing", async () => {
    const { socket, client, stream } = await connect();
    client.pause();
    socket.close();
    const writes = vi.spyOn(stream, "write");
    socket.sendFrames(Buffer.from([0x82, 0]));
    expect(writes).not.toHaveBeenCalled();
    client.terminate();
  });

  test("is closed with 4008 by a flood of messages, and terminated if its client does not close as well", async () => {
    const { socket, client, stream } = await connect();
    client.pause();
    const close = vi.spyOn(socket, "close");
    for (let i = 0; i < 10_000 && socket.readyState === WebSocket.OPEN; i++) socket.emit("message");
    expect(close).toHaveBeenCalledExactlyOnceWith(CLOSE.flood);
    expect(stream.destroyed).toBe(false);
    await time.pass(SOCKET_LIMITS.grace);
    expect(stream.destroyed).toBe(true);
    client.terminate();
  });

  test("sends what a buffer held at the time, even if the buffer changes before it is written", async () => {
    const { socket, client } = await connect();
    const frames: string[] = [];
    client.on("message", (frame: Buffer) => void frames.push(frame.toString()));
    const buffer = Buffer.from("one");
    const tcp = tcpSocketOf(socket);
    tcp.cork();
    socket.send(buffer);
    buffer.write("two");
    socket.send(buffer);
    tcp.uncork();
    await vi.waitUntil(() => frames.length === 2);
    expect(frames).toEqual(["one", "two"]);
    client.terminate();
  });
});
