import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect as connectTcp, type Socket } from "node:net";
import type { RefusalBody } from "@flower-war/protocol";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closed } from "../../../test/support/closed.ts";
import { type ConnectionLimits, Connections, HTTP_OPTIONS } from "../../src/wire/connections.ts";
import { FakeTime } from "../support/fake-time.ts";
import { frame } from "../support/frames.ts";
import { fromAddress } from "../support/post.ts";
import { until } from "../support/until.ts";

const { http, webSocket } = SOCKET_LIMITS;
const LIMITS: ConnectionLimits = {
  http,
  webSocket,
  inAll: 20,
  perAddress: 10,
  requests: { perSecond: 10, burst: 20, unpaced: 10_000 },
};
/** No client of these tests is a trusted proxy. */
const NO_PROXY = "203.0.113.1";

let time: FakeTime;
let server: Server;
/** Requests that were handled. */
let handled: number;
/** Connections that were let in. */
let admitted: number;
let lines: string[];
const opened: Socket[] = [];
beforeEach(() => {
  time = new FakeTime();
  lines = [];
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.close();
  server.closeAllConnections();
});

/** Starts a server that answers everything with 200. */
async function start({ trustProxy = NO_PROXY, host = "127.0.0.1", limits = LIMITS } = {}): Promise<string> {
  handled = 0;
  admitted = 0;
  server = createServer(HTTP_OPTIONS, (_request, response) => {
    handled += 1;
    response.end("ok");
  });
  server.on("connection", () => (admitted += 1));
  server.on("upgrade", (request, stream, head) => {
    const connection = connections.upgrade(request, stream, head);
    const accept = () => stream.resume().write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    if (connection) connections.inTurn(connection, accept);
  });
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const connections = new Connections({ time, connections: limits, trustProxy, log });
  connections.guard(server);
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function open(): Promise<Socket> {
  const { port, address } = server.address() as AddressInfo;
  const socket = connectTcp(port, address);
  opened.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** Why connections were cut or refused, as logged. */
const cuts = () => lines.map((line) => (JSON.parse(line) as { code: string }).code);

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/** Resolves with the status of an answer; `null`: the connection was closed. */
async function request(
  socket: Socket,
  lines: readonly string[] = [],
  body: Uint8Array = Buffer.of(),
): Promise<number | null> {
  const answer = new Promise<number | null>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(Number(data.toString().split(" ")[1])));
    socket.once("close", () => resolve(null));
  });
  const head = ["GET / HTTP/1.1", "Host: x", ...lines, "\r\n"].join("\r\n");
  socket.write(Buffer.concat([Buffer.from(head), body]));
  return answer;
}

const UPGRADE = ["Connection: Upgrade", "Upgrade: websocket"];

describe("the requests of one address", () => {
  test("are handled at once up to a part of its limit; others wait for their turn", async () => {
    await start({ limits: { ...LIMITS, requests: { perSecond: 10, burst: 20, unpaced: 500 } } });
    const socket = await open();
    let answers = "";
    const answered = (n: number) =>
      until(() => answers.split("HTTP/1.1 200").length - 1 === n, `${n} answers`);
    socket.on("data", (data: Buffer) => (answers += data.toString()));
    socket.write(GET.repeat(7));
    await answered(5);
    await time.pass(100);
    await answered(6);
    await time.pass(100);
    await answered(7);
  });

  test("wait for their turn with its upgrades", async () => {
    await start({ limits: { ...LIMITS, requests: { perSecond: 10, burst: 20, unpaced: 500 } } });
    const socket = await open();
    for (let i = 0; i < 5; i++) expect(await request(socket)).toBe(200);
    const upgraded = request(await open(), UPGRADE);
    await until(() => time.isDueIn(100), "the upgrade to wait");
    const next = request(socket);
    await until(() => time.isDueIn(200), "the request to wait");
    await time.pass(100);
    expect(await upgraded).toBe(101);
    await time.pass(100);
    expect(await next).toBe(200);
  });

  test("are dropped if their client has gone when their turn comes", async () => {
    await start({ limits: { ...LIMITS, requests: { perSecond: 10, burst: 20, unpaced: 500 } } });
    const [accepted] = await Promise.all([once(server, "connection"), open()]);
    const [served] = accepted as [Socket];
    const [client] = opened.slice(-1);
    client?.write(GET.repeat(7));
    await until(() => handled === 5 && time.isDueIn(200), "two requests to wait");
    client?.end();
    await until(() => served.readableEnded, "the end of its client");
    await time.pass(1_000);
    expect(handled).toBe(5);
  });

  test("are refused over its limit with a wait, after which another two may come", async () => {
    const url = await start();
    const statuses: number[] = [];
    for (let i = 0; i < 20; i++) statuses.push((await fetch(url)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await fetch(url);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    const { code, wait = 0 } = (await refused.json()) as RefusalBody;
    expect({ code, wait }).toEqual({ code: "too-many-messages", wait: 200 });
    await time.pass(wait);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url)).status).toBe(429);
  });

  test("that are refused may come one after the other: all who come back behind it get in at the time that each was told", async () => {
    const url = await start();
    for (let i = 0; i < 20; i++) await fetch(url);
    const waits: number[] = [];
    for (let i = 0; i < 60; i++) waits.push(((await (await fetch(url)).json()) as RefusalBody).wait ?? 0);
    expect(waits.slice(0, 4)).toEqual([200, 400, 600, 800]);
    expect(Math.max(...waits)).toBe(SOCKET_LIMITS.block);
    for (const [i, wait] of waits.slice(0, 40).entries()) {
      await time.pass(wait - (waits[i - 1] ?? 0));
      // A reservation and its WebSocket.
      expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([200, 200]);
    }
  });

  test("cut its connection when it goes on, and it gets no other one for 10 s", async () => {
    const url = await start({ limits: { ...LIMITS, perAddress: 100 } });
    const socket = await open();
    let answers = "";
    socket.on("data", (data: Buffer) => (answers += data.toString()));
    const end = closed(socket.resume());
    for (let i = 0; i < 20 + SOCKET_LIMITS.excess + 1; i += 1) socket.write(GET);
    await end;
    expect(answers.split("HTTP/1.1 200").length - 1).toBeLessThanOrEqual(20);
    await closed((await open()).resume());
    expect(cuts()).toEqual(["requests", "blocked"]);
    await time.pass(SOCKET_LIMITS.block);
    expect((await fetch(url)).status).toBe(200);
  });

  test("of IPv6 are those of its network", async () => {
    const url = await start({ trustProxy: "loopback" });
    const from = (address: string) => fetch(url, { headers: fromAddress(address) });
    for (let i = 0; i < 20; i++) expect((await from(`2001:db8:1:2::${i}`)).status).toBe(200);
    expect((await from("2001:db8:1:2::ffff")).status).toBe(429);
    expect((await from("2001:db8:1:3::1")).status).toBe(200);
  });
});

describe("the connections of one address", () => {
  test("are refused over its limit; each that ends makes room", async () => {
    await start();
    const sockets: Socket[] = [];
    for (let i = 0; i < 10; i++) sockets.push(await open());
    await closed((await open()).resume());
    expect(admitted, "a refused one is shown to no parser").toBe(10);
    for (const socket of sockets) expect(await request(socket)).toBe(200);
    sockets[0]?.destroy();
    await time.pass(10_000);
    for (let status: number | null = null; status === null; ) status = await request(await open());
  });

  test("are refused when it opens too many in a second", async () => {
    await start();
    for (let i = 0; i < 10; i++) {
      const socket = await open();
      expect(await request(socket)).toBe(200);
      const end = closed(socket.resume());
      socket.end();
      await end;
    }
    await closed((await open()).resume());
    await time.pass(1_000);
    expect(await request(await open())).toBe(200);
  });

  test("are cut when they send too much together, though each is within its own limits", async () => {
    await start();
    const pongs = Buffer.concat(Array.from({ length: SOCKET_LIMITS.frames.burst * 6 }, () => frame("pong")));
    const [first, second] = [await open(), await open()];
    for (const socket of [first, second]) expect(await request(socket, UPGRADE)).toBe(101);
    first.write(pongs);
    const end = closed(second.resume());
    second.write(pongs);
    await end;
    expect(cuts()).toEqual(["address-rate"]);
    expect(first.destroyed).toBe(false);
  });

  test("may send their first frames together with an upgrade", async () => {
    await start();
    expect(await request(await open(), UPGRADE, frame("ping"))).toBe(101);
    expect(cuts()).toEqual([]);
  });
});

describe("a trusted proxy", () => {
  test("may forward any number of requests over one connection; they count for their clients", async () => {
    await start({ trustProxy: "loopback" });
    const proxy = await open();
    const statuses = new Map<number | null, number>();
    for (let i = 0; i < 1_000; i++) {
      const status = await request(proxy, [`X-Forwarded-For: 203.0.113.${i % 100}`]);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses).toEqual(new Map([[200, 1_000]]));
  });

  test("gets 429 for a client that goes on and on, and keeps its connection", async () => {
    await start({ trustProxy: "loopback" });
    const proxy = await open();
    const from = ["X-Forwarded-For: 203.0.113.9"];
    for (let i = 0; i < 20 + SOCKET_LIMITS.excess + 10; i++)
      expect(await request(proxy, from)).not.toBeNull();
    expect(await request(proxy, from)).toBe(429);
    expect(await request(proxy, ["X-Forwarded-For: 203.0.113.10"])).toBe(200);
  });

  test("opens as many WebSockets as its clients may", async () => {
    await start({ trustProxy: "loopback" });
    const upgrade = async (address: string) =>
      request(await open(), [`X-Forwarded-For: ${address}`, ...UPGRADE]);
    for (let i = 0; i < 8; i++) expect(await upgrade("203.0.113.9")).toBe(101);
    for (let i = 0; i < 8; i++) expect(await upgrade("203.0.113.10")).toBe(101);
    for (let i = 0; i < 2; i++) expect(await upgrade("203.0.113.9")).toBe(101);
    expect(await upgrade("203.0.113.9")).toBe(429);
  });

  test("is a client like any other if it forwards nothing", async () => {
    await start({ trustProxy: "loopback" });
    const socket = await open();
    for (let i = 0; i < 20; i++) expect(await request(socket)).toBe(200);
    expect(await request(socket)).toBe(429);
  });

  test("that is not trusted is logged once, with what to set: its clients count as one", async () => {
    await start();
    expect(await request(await open())).toBe(200);
    expect(lines).toEqual([]);
    const proxy = await open();
    for (let i = 0; i < 3; i++) expect(await request(proxy, ["X-Forwarded-For: 203.0.113.9"])).toBe(200);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: 40,
        address: "127.0.0.1",
        msg: "X-Forwarded-For ignored: TRUST_PROXY does not name its sender",
      }),
    ]);
  });

  test("that forwards and then asks for itself uses up nothing of the client it forwarded for", async () => {
    await start({ trustProxy: "loopback" });
    const proxy = await open();
    const from = ["X-Forwarded-For: 203.0.113.9"];
    expect(await request(proxy)).toBe(200);
    expect(await request(proxy, from)).toBe(200);
    for (let i = 1; i < 20; i++) expect(await request(proxy)).toBe(200);
    expect(await request(proxy)).toBe(429);
    expect(await request(proxy, from)).toBe(200);
  });

  test("has no more connections than any other client if it forwards nothing", async () => {
    const requests = { ...LIMITS.requests, burst: 100 };
    await start({ trustProxy: "loopback", limits: { ...LIMITS, requests } });
    for (let i = 0; i < 10; i++) expect(await request(await open())).toBe(200);
    expect(await request(await open())).toBeNull();
  });
});

test("connections beyond those of all together are refused, and counted", async () => {
  await start({ limits: { ...LIMITS, inAll: 3 } });
  for (let i = 0; i < 3; i++) await request(await open());
  await closed((await open()).resume());
  expect(cuts()).toEqual(["full"]);
});

test("a head of more than 8 KB is refused", async () => {
  await start();
  expect(await request(await open(), [`X-Long: ${"x".repeat(SOCKET_LIMITS.headBytes)}`])).toBe(431);
});
