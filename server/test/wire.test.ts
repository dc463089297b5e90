import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { LIMITS } from "@flower-war/client-sdk/protocol";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { GuardedSocket } from "../src/wire/guarded-socket.ts";
import { Heartbeat } from "../src/wire/heartbeat.ts";
import { TokenBucket } from "../src/wire/token-bucket.ts";
import { lineOf } from "./support/line.ts";

describe("a token bucket", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("lets its burst through at once, then as many as it gains, and says how long until the next", () => {
    const bucket = new TokenBucket(20, 40);
    for (let i = 0; i < 40; i++) expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(50);
    vi.advanceTimersByTime(49);
    expect(bucket.take()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(50);
  });

  test("never holds more than its burst", () => {
    const bucket = new TokenBucket(20, 40);
    vi.advanceTimersByTime(3_600_000);
    const taken = Array.from({ length: 100 }, () => bucket.take()).filter((wait) => wait === 0);
    expect(taken).toHaveLength(40);
  });
});

describe("a guarded socket", () => {
  let server: WebSocketServer;
  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: "127.0.0.1", WebSocket: GuardedSocket });
    await once(server, "listening");
  });
  afterEach(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });

  /** Both ends of a connection. */
  async function connect({
    interval = 60_000,
  } = {}): Promise<{ ours: GuardedSocket; theirs: WebSocket; stream: Socket }> {
    const theirs = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [[ours, { socket }]] = await Promise.all([once(server, "connection"), once(theirs, "open")]);
    ours.guard({ messages: LIMITS.messages, heartbeat: new Heartbeat(interval) }, socket);
    return { ours, theirs, stream: socket };
  }

  test("writes at once what it is given in one turn of the event loop", async () => {
    const { ours, theirs, stream } = await connect();
    const writes = vi.spyOn(stream, "_writev");
    const heard: string[] = [];
    theirs.on("message", (data: Buffer) => heard.push(data.toString()));
    ours.send("a patch");
    await Promise.resolve();
    ours.send("an entry");
    expect(writes).not.toHaveBeenCalled();
    await vi.waitUntil(() => heard.length === 2);
    expect(heard).toEqual(["a patch", "an entry"]);
    expect(writes).toHaveBeenCalledOnce();
  });

  test("that is gone without a word is noticed and cut", async () => {
    const { ours, theirs } = await connect({ interval: 20 });
    theirs.pause();
    await once(ours, "close");
    theirs.terminate();
  });

  test("that spoke since the last beat is not pinged", async () => {
    const { ours, theirs } = await connect();
    const ping = vi.spyOn(ours, "ping");
    for (let beats = 0; beats < 5; beats++) {
      ours.emit("message");
      ours.beat();
    }
    expect(ping).not.toHaveBeenCalled();
    ours.beat();
    expect(ping).toHaveBeenCalledOnce();
    expect(ours.readyState).toBe(WebSocket.OPEN);
    theirs.terminate();
  });

  test("that answers pings is left alone", async () => {
    const { ours, theirs } = await connect({ interval: 10 });
    for (let pings = 0; pings < 5; pings++) await once(theirs, "ping");
    expect(ours.readyState).toBe(WebSocket.OPEN);
    theirs.terminate();
  });

  test("whose client does not read is cut before its queue grows without end", async () => {
    const { ours, theirs } = await connect();
    theirs.pause();
    const closed = once(ours, "close");
    const frame = Buffer.alloc(64 * 1024);
    for (let sent = 0; ours.readyState === WebSocket.OPEN; sent += frame.length) {
      expect(sent).toBeLessThan(100 * 1024 * 1024);
      ours.send(frame);
      await new Promise(setImmediate);
    }
    await closed;
    theirs.terminate();
  });

  test("sends what a buffer holds now, whatever becomes of the buffer", async () => {
    const { ours, theirs } = await connect();
    const frames: string[] = [];
    theirs.on("message", (frame: Buffer) => void frames.push(frame.toString()));
    const buffer = Buffer.from("one");
    const line = lineOf(ours);
    line.cork();
    ours.send(buffer);
    buffer.write("two");
    ours.send(buffer);
    line.uncork();
    await once(theirs, "message");
    if (frames.length < 2) await once(theirs, "message");
    expect(frames).toEqual(["one", "two"]);
    theirs.terminate();
  });
});

describe("a heartbeat", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("beats for each of many once an interval, and for some of them at a time", () => {
    const heartbeat = new Heartbeat(15_000);
    const beats = Array.from({ length: 300 }, () => 0);
    const stops = beats.map((_, i) => heartbeat.add({ beat: () => void (beats[i] = (beats[i] ?? 0) + 1) }));
    vi.advanceTimersByTime(250);
    expect(beats.filter((count) => count > 0).length).toBeLessThan(100);
    vi.advanceTimersByTime(15_000 - 250);
    expect(new Set(beats)).toEqual(new Set([1]));
    vi.advanceTimersByTime(15_000);
    expect(new Set(beats)).toEqual(new Set([2]));
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
