import { once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer, type Server, type Socket } from "node:net";
import {
  type ExcessReason,
  type Meter,
  SOCKET_LIMITS,
  SocketGuard,
  type SocketRates,
} from "@flower-war/protocol/sockets";
import { TokenBucket } from "@flower-war/protocol/ports";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HttpMeter, WebSocketMeter } from "../../src/wire/meters.ts";
import { FakeTime } from "../support/fake-time.ts";
import { frame } from "../support/frames.ts";
import { until } from "../support/until.ts";

/** 100 units at once and 100 beyond, 10 a second; bytes as well, times 10. */
const RATES: SocketRates = {
  units: { perSecond: 10, burst: 100, excess: 100 },
  bytes: { perSecond: 100, burst: 1_000, excess: 1_000 },
};
/** Units are the bytes `u`; `!` is malformed. */
const meter: Meter = {
  count(chunk) {
    const text = Buffer.from(chunk).toString();
    return text.includes("!") ? null : text.split("u").length - 1;
  },
};

let time: FakeTime;
let server: Server;
let client: Socket;
let guarded: Socket;
let guard: SocketGuard;
const excesses: ExcessReason[] = [];
/** What was parsed. */
let read = "";
beforeEach(async () => {
  time = new FakeTime();
  read = "";
  excesses.length = 0;
  server = createServer({ allowHalfOpen: true }, (socket) => {
    guarded = socket;
    guard = new SocketGuard(socket, {
      time,
      meter,
      rates: RATES,
      onExcess: (reason) => excesses.push(reason),
    });
    socket.on("error", () => undefined).on("data", (data) => (read += data.toString()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  client = connectTcp((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  await Promise.all([once(client, "connect"), once(server, "connection")]);
});
afterEach(() => {
  client.destroy();
  guarded.destroy();
  server.close();
});

/** Sends and waits until the server has read it. */
async function send(text: string): Promise<void> {
  const bytes = guarded.bytesRead + text.length;
  client.write(text);
  await until(() => guarded.bytesRead >= bytes, "the bytes to arrive");
}

/** Lets the event loop turn often enough that what a socket can read would be read. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await time.nextTurn();
}

describe("a guarded connection", () => {
  test("within its limits is read at once", async () => {
    await send("u".repeat(100));
    await time.pass(10_000);
    await send("u".repeat(100));
    expect(read).toHaveLength(200);
    expect(time.isDueIn(SOCKET_LIMITS.pause)).toBe(false);
    expect(excesses).toEqual([]);
  });

  test("over its limits is read on after a pause, and in order to its end", async () => {
    await send("u".repeat(150));
    expect(read).toHaveLength(150);
    client.end("more");
    const ended = once(guarded, "end");
    await settle();
    expect(guarded.bytesRead).toBe(150);
    await time.pass(SOCKET_LIMITS.pause);
    await until(() => read.endsWith("more"), "what was sent during the pause");
    await time.pass(SOCKET_LIMITS.pause);
    await ended;
    expect(read).toBe(`${"u".repeat(150)}more`);
    expect(excesses).toEqual([]);
  });

  test.each<[ExcessReason, string]>([
    ["rate", "u".repeat(202)],
    ["bytes", "x".repeat(2_002)],
    ["malformed", "u!"],
  ])("far over them is not read any more, and nothing of the excess is parsed: %s", async (reason, text) => {
    await send(text);
    client.write("more");
    await settle();
    expect(excesses).toEqual([reason]);
    expect(guarded.bytesRead).toBe(text.length);
    expect(read).toBe("");
  });

  test("that stays over them is cut, though it is read ever more slowly", async () => {
    for (let i = 0; i < 100 && excesses.length === 0; i++) {
      await send("u".repeat(10));
      await time.pass(SOCKET_LIMITS.pause);
    }
    expect(excesses).toEqual(["rate"]);
  });

  test("that sends byte by byte is over its limits as one that sends as many units", async () => {
    for (let i = 0; i < 100; i++) await send("x");
    expect(time.isDueIn(SOCKET_LIMITS.pause)).toBe(false);
    await send("x");
    expect(time.isDueIn(SOCKET_LIMITS.pause)).toBe(true);
  });

  test("that does not read what waits for it is cut when it sends", async () => {
    client.pause();
    while (guarded.writableLength <= SOCKET_LIMITS.unsent) {
      guarded.write(Buffer.alloc(SOCKET_LIMITS.unsent));
      await settle();
    }
    await send("x");
    expect(excesses).toEqual(["unread"]);
  });

  test("is cut when all connections of its address send too much together", async () => {
    const shared = new TokenBucket(time, { perSecond: 10, burst: 50 });
    guard.share(shared);
    await send("u".repeat(30));
    expect(shared.take(20)).toBe(0);
    await send("u");
    expect(excesses).toEqual(["address-rate"]);
  });

  test("has no limits when they are lifted", async () => {
    guard.lift();
    await send("u".repeat(5_000));
    expect(read).toHaveLength(5_000);
    expect(excesses).toEqual([]);
  });

  test("that stood still for long, as all did while the server was frozen, is not cut for what waited", async () => {
    await send("u".repeat(90));
    await time.pass(30_000);
    await send("u".repeat(150));
    await time.pass(SOCKET_LIMITS.pause);
    await send("u".repeat(40));
    expect(read).toHaveLength(280);
    expect(excesses).toEqual([]);
  });
});

describe("the meter of WebSockets", () => {
  test("counts frames of every kind and length, across any chunk boundaries", () => {
    const kinds = fc.constantFrom("continuation", "text", "binary", "close", "ping", "pong");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(kinds, fc.nat(700)), { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }),
        (frames, cuts) => {
          const stream = Buffer.concat(frames.map(([kind, length]) => frame(kind, new Uint8Array(length))));
          const counter = new WebSocketMeter();
          let counted = 0;
          for (let at = 0, i = 0; at < stream.length; i++) {
            const size = cuts[i % cuts.length] ?? 1;
            counted += counter.count(stream.subarray(at, at + size));
            at += size;
          }
          expect(counted).toBe(frames.length);
        },
      ),
    );
  });

  test("follows a length of 64 bits", () => {
    const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4]);
    const counter = new WebSocketMeter();
    expect(counter.count(head)).toBe(1);
    expect(counter.count(new Uint8Array(65_536))).toBe(0);
    expect(counter.count(frame("ping"))).toBe(1);
  });

  test("counts frames without a mask, which their parser refuses, and goes on behind them", () => {
    const unmasked = Buffer.from([0x89, 0, 0x82, 1, 7, 0x82, 126, 0, 2, 7, 7]);
    const counter = new WebSocketMeter();
    expect(counter.count(unmasked)).toBe(3);
    expect(counter.count(frame("ping"))).toBe(1);
  });
});

describe("the meter of HTTP", () => {
  test.for([
    ["GET / HTTP/1.1\r\n", 0],
    ["GET / HTTP/1.1\r\n\r\n", 1],
    ["\r\n\r\nGET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\nGET", 3],
  ] as const)("counts the heads of requests that end in a chunk: %j", ([chunk, ends]) => {
    expect(new HttpMeter().count(Buffer.from(`x${chunk}`).subarray(1))).toBe(ends);
  });
});
