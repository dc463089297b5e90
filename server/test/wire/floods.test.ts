/** Clients that send without end, against a server with the limits that it has by default (docs/protocol.md, "Sockets"). */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { CLOSE, LIMITS } from "@flower-war/protocol";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { closed } from "../../../test/support/closed.ts";
import { type RunningServer, startServer } from "../../src/app.ts";
import { frame } from "../support/frames.ts";
import { readMetrics } from "../support/metrics.ts";
import { requestLobby } from "../support/post.ts";
import { tcpSocketOf } from "../support/tcp-socket.ts";

/** The server's ends of all connections. */
const accepted: Socket[] = [];
const remember = (message: unknown) => void accepted.push((message as { socket: Socket }).socket);

let server: RunningServer;
beforeAll(async () => {
  subscribe("net.server.socket", remember);
  server = await startServer({ messages: LIMITS.messages, connections: SOCKET_LIMITS });
});
afterAll(async () => {
  unsubscribe("net.server.socket", remember);
  await server.stop();
});

const opened: Socket[] = [];
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));

/** Reserves a place in the lobby. Returns the path of its WebSocket. */
async function reserve(): Promise<string> {
  const { processId, roomId, sessionId } = await requestLobby(server.url);
  return `/${processId}/${roomId}?sessionId=${sessionId}`;
}

/** Formats the request that opens a WebSocket. */
function formatUpgrade(path: string): Buffer {
  const head = [
    `GET ${path} HTTP/1.1`,
    "Host: x",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "\r\n",
  ];
  return Buffer.from(head.join("\r\n"));
}

/** Opens a WebSocket of the lobby. `accepted`: the server's end. */
async function openSocket(): Promise<{ socket: WebSocket; tcp: Socket; accepted: Socket }> {
  const socket = new WebSocket(server.url.replace("http", "ws") + (await reserve()));
  socket.on("error", () => undefined);
  await once(socket, "open");
  const tcp = tcpSocketOf(socket);
  opened.push(tcp);
  const theirs = accepted.find(({ remotePort }) => remotePort === tcp.localPort);
  if (!theirs) throw new Error("the server has accepted it");
  return { socket, tcp, accepted: theirs };
}

/** Writes the same bytes until the connection ends. */
async function writeUntilClosed(tcp: Socket, bytes: Uint8Array): Promise<void> {
  const end = closed(tcp);
  while (tcp.writable) {
    const isSent = tcp.write(bytes);
    const goesOn = new Promise((resolve) => {
      if (isSent) setImmediate(resolve);
      else tcp.once("drain", resolve);
    });
    await Promise.race([goesOn, end]);
  }
  await end;
}

function countCuts(metrics: ReadonlyMap<string, number>): number {
  const counts = [...metrics].filter(([name]) => name.startsWith("flower_war_connections_cut_total"));
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

const EMPTY = new Uint8Array();

describe("a WebSocket is closed with 4008, and read no more, when its client sends without end", () => {
  test.each([
    ["unrequested pongs", frame("pong")],
    ["empty messages", frame("binary")],
    ["parts of a message that does not end", frame("continuation", EMPTY, { isLast: false })],
    ["large messages", frame("binary", new Uint8Array(LIMITS.payload))],
  ])("%s", async (_, bytes) => {
    const cuts = countCuts(await readMetrics(server.operatorUrl));
    const { socket, tcp, accepted: theirs } = await openSocket();
    if (bytes[0] === 0) tcp.write(frame("binary", EMPTY, { isLast: false }));
    // The client goes on after the close frame.
    const closing = once(Reflect.get(socket, "_receiver") as WebSocket, "conclude").then(([code]) => ({
      code: code as number,
      read: theirs.bytesRead,
    }));
    await writeUntilClosed(tcp, Buffer.concat(Array.from({ length: 100 }, () => bytes)));
    expect(await closing).toEqual({ code: CLOSE.flood, read: theirs.bytesRead });
    expect(countCuts(await readMetrics(server.operatorUrl)) - cuts).toBe(1);
  });
});

describe("a connection is cut when it sends", () => {
  test("pings without end, whose answers are too many to wait", async () => {
    const { tcp, accepted: theirs } = await openSocket();
    await writeUntilClosed(tcp, Buffer.concat(Array.from({ length: 100 }, () => frame("ping"))));
    expect(theirs.destroyed).toBe(true);
  });

  test("thousands of requests at once, before they are answered", async () => {
    const tcp = connectTcp(server.port, "127.0.0.1");
    let answers = "";
    tcp.on("data", (data) => (answers += data.toString()));
    await writeUntilClosed(tcp, Buffer.from("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2_000)));
    expect(answers.split("HTTP/1.1 200").length - 1).toBeLessThanOrEqual(SOCKET_LIMITS.requests.burst);
  });

  test("a body without end", async () => {
    const tcp = connectTcp(server.port, "127.0.0.1");
    tcp.resume();
    tcp.write("POST /api/lobby HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n");
    // So much at once that it is too fast also from a slow machine.
    await writeUntilClosed(tcp, new Uint8Array(131_072));
    const theirs = accepted.at(-1);
    expect(theirs?.bytesRead).toBeLessThan(1024 * 1024);
  });

  test("thousands of frames together with its upgrade", async () => {
    const tcp = connectTcp(server.port, "127.0.0.1");
    const pongs = Array.from({ length: 2_000 }, () => frame("pong"));
    const end = closed(tcp.resume());
    tcp.write(Buffer.concat([formatUpgrade(await reserve()), ...pongs]));
    await end;
  });
});

test("a WebSocket that breaks its protocol gets the code of that, and is destroyed though its client stays", async () => {
  const tcp = connectTcp({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  opened.push(tcp);
  let received = Buffer.alloc(0);
  tcp.on("data", (data) => (received = Buffer.concat([received, data])));
  tcp.write(formatUpgrade(await reserve()));
  await once(tcp, "data");
  const theirs = accepted.at(-1);
  const begun = performance.now();
  tcp.write(frame("binary").with(1, 0)); // without a mask
  if (theirs?.destroyed === false) await closed(theirs);
  // Otherwise it would wait 30 s for the client's own close.
  expect(performance.now() - begun).toBeLessThan(25_000);
  expect(received.subarray(-4)).toEqual(Buffer.of(0x88, 2, 0x03, 0xea)); // 1002
});

test("a WebSocket that sends as many messages as it may, and many pongs, stays open", async () => {
  const { socket, tcp } = await openSocket();
  for (let i = 0; i < LIMITS.messages.burst; i++) socket.send(EMPTY);
  tcp.write(Buffer.concat(Array.from({ length: 100 }, () => frame("pong"))));
  const answered = new Promise((resolve) => socket.once("pong", resolve));
  socket.ping();
  await answered;
  expect(socket.readyState).toBe(WebSocket.OPEN);
});
