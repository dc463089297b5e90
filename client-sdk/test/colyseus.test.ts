import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { Duplex } from "node:stream";
import { systemTime, type Time } from "@flower-war/protocol/ports";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { colyseus } from "../src/connection/colyseus.ts";
import type { Connection, ConnectionListener } from "../src/connection/connection.ts";
import { type BareServer, startBareServer } from "./support/bare-server.ts";
import { RESERVATION } from "./support/fake-rooms.ts";
import { FakeTime } from "../../test/support/fake-time.ts";

interface Counter {
  count: number;
}

/** Records what it receives, states as their count. */
class Recorder implements ConnectionListener<Counter, Counter> {
  readonly received: unknown[] = [];
  connection: Connection | null = null;

  opened(connection: Connection): void {
    this.connection = connection;
  }

  state({ count }: Counter): void {
    this.received.push(count);
  }

  message(type: string, { count }: Counter): void {
    this.received.push([type, count]);
  }

  closed(code: number, reason: string): void {
    this.received.push({ code, reason });
  }
}

let server: BareServer;
beforeAll(async () => {
  // Colyseus logs each connection and handler that fails.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  server = await startBareServer();
});
afterAll(() => server.stop());

async function connect(time: Time = systemTime) {
  const recorder = new Recorder();
  const connection = await colyseus(server.url, 2000, time)(await server.reserve(), recorder);
  expect(recorder.connection).toBe(connection);
  return { connection, received: recorder.received };
}

describe("a connection by Colyseus", () => {
  it("resolves when the whole state is there", async () => {
    const { connection, received } = await connect();
    expect(received).toEqual([0]);
    await connection.leave();
  });

  it("reports patch, message and answer in the order in which they were sent", async () => {
    const { connection, received } = await connect();
    expect(await connection.request("count", {})).toEqual({ count: 1 });
    expect(received).toEqual([0, 1, ["counted", 1]]);
    await connection.leave();
  });

  it("repeats a request that was one too many after the wait that the server asks for", async () => {
    const time = new FakeTime();
    const { connection } = await connect(time);
    const answer = connection.request("refuseFirst", { times: 2, wait: 50 });
    const answered = vi.fn();
    void answer.then(answered);
    await vi.waitUntil(() => time.pending > 0);
    await time.pass(49);
    expect(answered).not.toHaveBeenCalled();
    await vi.waitUntil(async () => {
      await time.pass(50);
      return answered.mock.calls.length > 0;
    });
    expect(await answer).toEqual({ refused: 2 });
    await connection.leave();
  });

  it("gives up a request that is one too many again and again", async () => {
    const { connection } = await connect();
    const answer = connection.request("refuseFirst", { times: 1000, wait: 1 });
    await expect(answer).rejects.toMatchObject({ code: "too-many-messages", wait: 1 });
    await connection.leave();
  });

  it("fails requests that wait for their turn with `closed` as soon as the connection is closed", async () => {
    const { connection } = await connect();
    const answers = Array.from({ length: 100 }, () => connection.request("ignore", {}));
    const settled = Promise.allSettled(answers);
    connection.abandon("the test says so");
    const codes = (await settled).map((answer) => answer.status === "rejected" && answer.reason.code);
    expect(new Set(codes)).toEqual(new Set(["closed"]));
  });

  it("rejects a request with the server's refusal", async () => {
    const { connection } = await connect();
    const refusal = { code: "wrong-phase", message: "not now", field: "type", wait: 5 };
    const answer = connection.request("refuse", refusal);
    await expect(answer).rejects.toMatchObject({ name: "Refusal", ...refusal });
    await connection.leave();
  });

  it.each([
    ["its handler throws", "fail"],
    ["it has no handler", "unknown-type"],
  ])("rejects a request with `internal` and without details when %s", async (_, type) => {
    const { connection } = await connect();
    const rejection = expect(connection.request(type, {})).rejects;
    await rejection.toMatchObject({ name: "Refusal", code: "internal", message: "the server failed" });
    await connection.leave();
  });

  it("rejects a request with `timeout` when no answer comes in time, and stays open", async () => {
    const time = new FakeTime();
    const { connection } = await connect(time);
    const answer = connection.request("ignore", {});
    const rejection = expect(answer).rejects.toMatchObject({ name: "Refusal", code: "timeout" });
    await time.pass(2000);
    await rejection;
    expect(await connection.request("count", {})).toEqual({ count: 1 });
    await connection.leave();
  });

  it.each([
    ["a message cut short", [13, 0xa5, 0x63]],
    ["an answer cut short", [22, 1, 0, 0xda, 1]],
  ])("is closed at %s, and rejects pending requests with `closed`", async (_, bytes) => {
    const { connection, received } = await connect();
    await expect(connection.request("garble", bytes)).rejects.toMatchObject({ code: "closed" });
    expect(received).toEqual([0, { code: 4010, reason: "unhandled frame" }]);
    expect(console.error).toHaveBeenLastCalledWith("unhandled frame", expect.any(Error));
  });

  it("resolves, and is closed, when its listener throws at the first state", async () => {
    const recorder = new Recorder();
    recorder.state = () => {
      throw new Error("cannot be handled");
    };
    const opening = colyseus(server.url, 2000, new FakeTime())(await server.reserve(), recorder);
    expect(await opening).toBe(recorder.connection);
    expect(recorder.received).toEqual([{ code: 4010, reason: "unhandled frame" }]);
  });

  it.each([
    ["a close with a code", 4009, { code: 4009, reason: "because" }],
    ["a close with Colyseus' own code for going offline", 4010, { code: 4010, reason: "because" }],
    ["a connection that breaks", 0, { code: 1006, reason: "" }],
  ])("reports %s once, and rejects pending and later requests with `closed`", async (_, code, close) => {
    const { connection, received } = await connect();
    const pending = connection.request("drop", code);
    await expect(pending).rejects.toMatchObject({ name: "Refusal", code: "closed" });
    expect(received).toEqual([0, close]);
    await expect(connection.request("count", {})).rejects.toMatchObject({ code: "closed" });
    await connection.leave();
  });

  it("says when a ping is answered", async () => {
    const { connection } = await connect();
    const answered = vi.fn();
    connection.ping(answered);
    await vi.waitUntil(() => answered.mock.calls.length > 0);
    await connection.leave();
  });

  it("leaves with consent", async () => {
    const { connection, received } = await connect();
    await connection.leave();
    expect(received).toEqual([0, { code: 4000, reason: expect.any(String) }]);
    await connection.leave();
  });
});

/** Listens on a free port and never answers. */
async function silentServer(): Promise<{ silent: Server; url: string }> {
  const silent = createServer((socket) => socket.resume());
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { silent, url: `http://127.0.0.1:${address.port}` };
}

describe("a connection that cannot be made", () => {
  // The bare server, in this process, logs with Colyseus too.
  afterEach(() => expect(vi.mocked(console.warn).mock.calls.join()).not.toContain("closed unexpectedly"));

  it("is refused with `unreachable` if no server listens", async () => {
    const { silent, url } = await silentServer();
    await new Promise((resolve) => silent.close(resolve));
    const connecting = colyseus(url, 2000, systemTime)(RESERVATION, new Recorder());
    await expect(connecting).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });

  it("is refused with `timeout` if the server does not answer, and leaves no socket behind", async () => {
    const { silent, url } = await silentServer();
    const time = new FakeTime();
    const accepted = once(silent, "connection");
    const connecting = colyseus(url, 2000, time)(RESERVATION, new Recorder());
    const rejection = expect(connecting).rejects.toMatchObject({ name: "Refusal", code: "timeout" });
    await accepted;
    await time.pass(2000);
    await rejection;
    await new Promise((resolve) => silent.close(resolve));
  });

  it.each(["before it has joined", "before its state has come"] as const)(
    "says with which code the server closed it %s",
    async (when) => {
      const connecting = colyseus(server.url, 2000, systemTime)(await server.reserve(when), new Recorder());
      await expect(connecting).rejects.toMatchObject({ name: "Refusal", closeCode: 4009 });
    },
  );

  it("is refused with `unreachable` for a reservation that the server does not know", async () => {
    const reservation = { ...(await server.reserve()), sessionId: "x" };
    const connecting = colyseus(server.url, 2000, systemTime)(reservation, new Recorder());
    await expect(connecting).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });
});

describe("the address of a room", () => {
  /** Returns the path and host that a client asks for with a reservation. */
  async function requested(path: string, publicAddress?: (port: number) => string): Promise<string> {
    const http = createHttpServer();
    const asked = once(http, "upgrade") as Promise<[IncomingMessage, Duplex]>;
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = http.address() as AddressInfo;
    const reservation = {
      ...RESERVATION,
      ...(publicAddress !== undefined && { publicAddress: publicAddress(port) }),
    };
    const connecting = colyseus(
      `http://127.0.0.1:${port}${path}`,
      2000,
      systemTime,
    )(reservation, new Recorder());
    const [request, socket] = await asked;
    socket.destroy();
    await expect(connecting).rejects.toMatchObject({ code: "unreachable" });
    await new Promise((resolve) => http.close(resolve));
    return String(request.url);
  }

  const { processId, roomId, sessionId } = RESERVATION;
  const room = `/${processId}/${roomId}?sessionId=${sessionId}`;

  it.each(["", "/", "/games", "/games/"])("is below the server's own path: %j", async (path) => {
    expect(await requested(path)).toBe(path.replace(/\/$/, "") + room);
  });

  it("is below the public address of the process, if there is one", async () => {
    expect(await requested("/games", (port) => `localhost:${port}/n1`)).toBe(`/n1${room}`);
  });
});
