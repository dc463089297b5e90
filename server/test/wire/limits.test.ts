/** Limits on what a client sends (docs/protocol.md, "Limits"). */
import { CLOSE, LIMITS, PATHS, type RefusalBody } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { closed } from "../../../test/support/closed.ts";
import type { RunningServer } from "../../src/app.ts";
import { FakeTime } from "../support/fake-time.ts";
import { LobbyClient, untilShown } from "../support/lobby.ts";
import { post } from "../support/post.ts";
import { seatTwo } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const time = new FakeTime();
let server: RunningServer;
beforeAll(async () => {
  server = await startOnFakeTime(time, { messages: LIMITS.messages });
});
afterAll(() => server.stop());

async function begin() {
  const { first: east, second: west } = await seatTwo(server.url);
  return { east, west };
}

describe("the messages of one client", () => {
  test("may be 40 at once; more are refused too-many-messages, with the ms until two may come", async () => {
    const { east } = await begin();
    const requests = Array.from({ length: 50 }, () => east.request("legal"));
    const answers = await Promise.allSettled(requests);
    const refusals = answers
      .filter((answer) => answer.status === "rejected")
      .map(({ reason }) => reason.reason as RefusalBody);
    // Three of the 40 were the acknowledgement of the join, the seal and the nonce.
    expect(refusals.map(({ code, wait }) => ({ code, wait }))).toEqual(
      Array.from({ length: 13 }, () => ({ code: "too-many-messages", wait: 100 })),
    );
    await time.pass(50);
    expect(await east.play({ type: "roll" })).toBe(1);
  });

  test("are never refused to a client that waits as long as it was told, not even a request with a companion", async () => {
    const { east } = await begin();
    const send = async (): Promise<number> => {
      const sent = [east.request("legal"), east.request("log", { after: 0 })];
      const answers = await Promise.allSettled(sent);
      const refused = answers.flatMap((answer) =>
        answer.status === "rejected" ? [answer.reason.reason] : [],
      );
      return Math.max(0, ...refused.map(({ wait }: RefusalBody) => wait ?? 0));
    };
    let refusedAfterWaiting = 0;
    for (let i = 0; i < 300; i++) {
      const wait = await send();
      if (wait === 0) continue;
      await time.pass(wait);
      if ((await send()) > 0) refusedAfterWaiting += 1;
    }
    expect(refusedAfterWaiting).toBe(0);
    expect(east.closeCode).toBeNull();
  });

  test("leave it open when it sends three after each wait, and is told to wait again", async () => {
    const { east } = await begin();
    for (let i = 0; i < 300; i++) {
      await Promise.allSettled(Array.from({ length: 3 }, () => east.request("legal")));
      await time.pass(100);
    }
    expect(east.closeCode).toBeNull();
    expect(await east.request("time")).toHaveProperty("now");
  });

  test("include those for the log", async () => {
    const { east } = await begin();
    const requests = Array.from({ length: 50 }, () => east.request("log", { after: 0 }));
    const answers = await Promise.allSettled(requests);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(13);
  });

  test("close it with code 4008 when they keep coming, and do not disturb others", async () => {
    const { east, west } = await begin();
    const flood = Promise.allSettled(Array.from({ length: 400 }, () => east.request("legal")));
    await untilShown(time, () => east.closeCode !== null, "the flooding client to be closed");
    await flood;
    expect(east.closeCode).toBe(CLOSE.flood);
    expect(await west.play({ type: "concede" })).toBe(1);
  });

  test("count also when no room understands them", async () => {
    const { east } = await begin();
    const requests = Array.from({ length: 400 }, () => east.room.request("nonsense" as never, {}));
    const flood = Promise.allSettled(requests);
    await untilShown(time, () => east.closeCode !== null, "the flooding client to be closed");
    await flood;
    expect(east.closeCode).toBe(CLOSE.flood);
  });
});

describe("a payload over 4096 bytes", () => {
  test("in a frame closes the sender only", async () => {
    const { east, west } = await begin();
    const request = east.request("command", { id: "x", command: { type: "x".repeat(LIMITS.payload) } });
    await expect(request).rejects.toThrow();
    await until(() => east.closeCode !== null, "the sender to be closed");
    expect(await west.play({ type: "concede" })).toBe(1);
  });

  test("over HTTP is refused with 413 too-large", async () => {
    const { status, body } = await post<RefusalBody>(server.url, PATHS.matches, {
      name: "x".repeat(LIMITS.payload),
    });
    expect(status).toBe(413);
    expect(body.code).toBe("too-large");
  });
});

describe("frames of random bytes", () => {
  test("do not disturb others", async () => {
    const { east, west } = await begin();
    for (let i = 0; i < 50; i++) {
      east.room.connection.send(Uint8Array.from({ length: 1 + (i % 30) }, (_, k) => (i * 31 + k * 17) % 256));
    }
    expect(await west.play({ type: "concede" })).toBe(1);
  });
});

describe("a socket without a reservation of its own", () => {
  test.each(["/", "/nowhere", "/x/nowhere?sessionId=abc"])("at %s is closed", async (path) => {
    const socket = new WebSocket(server.url.replace("http", "ws") + path);
    await closed(socket);
  });

  test("cannot use another client's session id once that client is connected", async () => {
    const client = await LobbyClient.join(server.url);
    const { processId, roomId, sessionId } = client.reservation;
    const thief = new WebSocket(
      `${server.url.replace("http", "ws")}/${processId}/${roomId}?sessionId=${sessionId}`,
    );
    const frames: Buffer[] = [];
    thief.on("message", (frame: Buffer) => void frames.push(frame));
    await closed(thief);
    const ERROR = 11;
    expect(frames.every(([code]) => code === ERROR)).toBe(true);
  });
});
