import { once } from "node:events";
import { CLOSE, type Fault, LIMITS, PATHS } from "@flower-war/client-sdk/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type RunningServer, startServer } from "../src/app.ts";
import { LobbyWatcher } from "./support/lobby.ts";
import { post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";
import { until } from "./support/until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ messages: LIMITS.messages });
});
afterAll(() => server.stop());

async function begin() {
  const { players } = await sitDown(server.url, { seats: 2 });
  const [east, west] = players;
  if (!east || !west) throw new Error("two sit here");
  return { east, west };
}

describe("messages of one client", () => {
  test("may come 40 at once; what is more is refused with the wait until the next", async () => {
    const { east } = await begin();
    const asked = Array.from({ length: LIMITS.messages.burst + 10 }, () => east.ask("legal"));
    const answers = await Promise.allSettled(asked);
    const refused = answers
      .filter((answer) => answer.status === "rejected")
      .map(({ reason }) => reason.reason);
    // Two of the 40 were the acknowledgement of the join and the nonce.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(12);
    for (const fault of refused) expect(fault).toMatchObject({ code: "too-many-messages" });
    const { wait } = refused.at(-1) as Fault;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(1000 / LIMITS.messages.perSecond);
    await new Promise((resolve) => setTimeout(resolve, wait));
    expect(await east.play({ type: "roll" })).toBe(1);
  });

  test("that keep coming close it, and disturb nobody else", async () => {
    const { east, west } = await begin();
    const flood = Array.from({ length: 400 }, () => east.ask("legal"));
    await Promise.allSettled(flood);
    await until(() => east.closed !== null, "the flooding client to be closed");
    expect(east.closed).toBe(CLOSE.flood);
    expect(await west.play({ type: "concede" })).toBe(1);
  });

  test("that no room understands count too", async () => {
    const { east } = await begin();
    const flood = Array.from({ length: 400 }, () => east.room.request("nonsense" as never, {}));
    await Promise.allSettled(flood);
    await until(() => east.closed === CLOSE.flood, "the flooding client to be closed");
  });
});

describe("a payload over 4 KB", () => {
  test("in a frame closes its sender alone", async () => {
    const { east, west } = await begin();
    const asked = east.ask("command", { id: "x", command: { type: "x".repeat(LIMITS.payload) } });
    await expect(asked).rejects.toThrow();
    await until(() => east.closed !== null, "the sender to be closed");
    expect(await west.play({ type: "concede" })).toBe(1);
  });

  test("over HTTP is refused", async () => {
    const { status, body } = await post<Fault>(server.url, PATHS.matches, {
      name: "x".repeat(LIMITS.payload),
    });
    expect(status).toBe(413);
    expect(body.code).toBe("too-large");
  });
});

describe("a frame of random bytes", () => {
  test("hurts nobody else", async () => {
    const { east, west } = await begin();
    for (let i = 0; i < 50; i++) {
      east.room.connection.send(Uint8Array.from({ length: 1 + (i % 30) }, (_, k) => (i * 31 + k * 17) % 256));
    }
    expect(await west.play({ type: "concede" })).toBe(1);
  });
});

describe("a socket that belongs to no seat", () => {
  test.each(["/", "/nowhere", "/x/nowhere?sessionId=abc"])("at %s is closed", async (path) => {
    const socket = new WebSocket(server.url.replace("http", "ws") + path);
    socket.on("error", () => undefined);
    await once(socket, "close");
  });

  test("cannot take a place that was reserved for somebody else and is taken", async () => {
    const watcher = await LobbyWatcher.join(server.url);
    const { processId, roomId, sessionId } = watcher.reservation;
    const thief = new WebSocket(
      `${server.url.replace("http", "ws")}/${processId}/${roomId}?sessionId=${sessionId}`,
    );
    const frames: Buffer[] = [];
    thief.on("message", (frame: Buffer) => void frames.push(frame));
    await once(thief, "close");
    expect(frames.every(([code]) => code === 11)).toBe(true);
  });
});
