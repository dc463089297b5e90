/** What spectators may say at a table whose players they do not know, at real sockets (docs/protocol.md, "Chat"). */
import { type ChatLine, LIMITS, type RefusalBody } from "@flower-war/protocol";
import { nanoid } from "nanoid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { createMatch, fromAddress, requestSeat } from "../support/post.ts";
import { askMatch, TestStream } from "../support/stream.ts";
import { until } from "../support/until.ts";

let server: RunningServer;
let player: TestClient;
let match: string;
const heard: ChatLine[] = [];
beforeEach(async () => {
  heard.length = 0;
  server = await startServer();
  player = await TestClient.watch(server.url, await createMatch(server.url, { seats: 2 }));
  player.room.onMessage("chat", (line: ChatLine) => void heard.push(line));
  ({ match } = player.reserved);
});
afterEach(() => server.stop());

/** An address in one of the 65,536 networks of a customer. */
const neighbour = (i: number) => `2001:db8:1:${i.toString(16)}::1`;
/** An address of another customer each. */
const stranger = (i: number) => `2001:db8:${(i + 16).toString(16)}::1`;

/** Does something so many times, ten at a time. */
async function inTurn(times: number, act: (i: number) => Promise<void>): Promise<void> {
  for (let i = 0; i < times; i += 10)
    await Promise.all(Array.from({ length: 10 }, (_, offset) => act(i + offset)));
}

interface Answer extends Partial<RefusalBody> {
  readonly n?: number;
}

/** Says something by a plain request. */
async function sayFrom(address: string, name: string, id: string): Promise<Answer> {
  const body = { id, name, text: "buy flowers" };
  const { body: answer } = await askMatch<Answer>(server.url, match, "say", {
    body,
    headers: fromAddress(address),
  });
  return answer;
}

const openStream = (address: string) => TestStream.open(server.url, match, { headers: fromAddress(address) });
const watch = async (address: string, listened: ChatLine[] = []) => {
  const reserved = await requestSeat(server.url, match, { spectate: true }, fromAddress(address));
  const client = await TestClient.watch(server.url, reserved);
  client.room.onMessage("chat", (line: ChatLine) => void listened.push(line));
  return client;
};

/** Says something over a WebSocket. Returns the name that others are shown. */
async function speak(client: TestClient, name: string, id: string): Promise<string | undefined> {
  const { n } = await client.request("say", { id, name, text: "hello" });
  await until(() => heard.some((line) => line.n === n), "the line");
  return heard.find((line) => line.n === n)?.name;
}

test("1,050 lines of 210 networks without a connection are refused; the seated player speaks and is heard", async () => {
  const listened: ChatLine[] = [];
  await watch("203.0.113.9", listened);
  const sayAll = (i: number) =>
    Promise.all(Array.from({ length: 5 }, (_, n) => sayFrom(neighbour(i), `Xoco ${i}`, `${n}`)));
  const codes = new Set<string | undefined>();
  await inTurn(210, async (i) => {
    for (const { code } of await sayAll(i)) codes.add(code);
  });
  expect([...codes]).toEqual(["not-watching"]);
  await player.request("say", { id: "1", text: "still here" });
  await until(() => listened.length > 0, "the player's line");
  expect(listened).toMatchObject([{ n: 1, seat: "east", text: "still here" }]);
});

describe("who watches speaks", () => {
  test("over a WebSocket, and by plain requests while a stream from the same network is open", async () => {
    const socket = await watch(stranger(1));
    expect(await speak(socket, "Jun", "1")).toBe("Jun");
    expect(await sayFrom(stranger(2), "Itzel", "1")).toMatchObject({ code: "not-watching" });
    const stream = await openStream(stranger(2));
    expect(await sayFrom(`${stranger(2)}:2`, "Itzel", "1")).toMatchObject({ n: 2 });
    // The WebSocket of a neighbour, or a player's own, is no stream of theirs.
    expect(await sayFrom(stranger(1), "Xoco", "1")).toMatchObject({ code: "not-watching" });
    expect(await sayFrom("127.0.0.1", "Xoco", "1")).toMatchObject({ code: "not-watching" });
    stream.close();
    // Until the server knows that it has ended.
    while ((await sayFrom(stranger(2), "Itzel", nanoid())).code !== "not-watching");
  });

  test("but all networks of a customer together no more than four of them", async () => {
    const { burst, site } = LIMITS.talk;
    const codes: (string | undefined)[] = [];
    for (let i = 0; i <= site / burst; i++) {
      await openStream(neighbour(i));
      for (let n = 0; n < burst; n++) codes.push((await sayFrom(neighbour(i), "Xoco", `${n}`)).code);
    }
    expect(codes.filter((code) => code === undefined)).toHaveLength(site);
    expect(codes.slice(site)).toEqual(Array.from({ length: burst }, () => "too-many-lines"));
    await openStream(stranger(1));
    expect(await sayFrom(stranger(1), "Jun", "1")).toMatchObject({ n: site + 1 });
  });

  test("but not with more than the spectators' share of lines; players have the rest", async () => {
    const { burst } = LIMITS.talk;
    const { spectators } = LIMITS.chat;
    const sayAll = async (i: number) => {
      const stream = await openStream(stranger(i));
      const lines = Array.from({ length: burst }, (_, n) => sayFrom(stranger(i), `Xoco ${i}`, `${n}`));
      for (const answer of await Promise.all(lines)) expect(answer).toEqual({ n: expect.any(Number) });
      stream.close();
    };
    await inTurn(spectators / burst, sayAll);
    const late = await watch(stranger(5_000));
    expect(await expectRefusal(late.request("say", { id: "1", name: "Jun", text: "me too" }))).toMatchObject({
      code: "chat-full",
    });
    expect(await player.request("say", { id: "1", text: "still here" })).toEqual({ n: spectators + 1 });
  });
});

describe("a spectator's name", () => {
  test("is theirs who spoke with it first: another network, and another connection, get a number", async () => {
    const first = await watch(stranger(1));
    expect(await speak(first, "Coco", "1")).toBe("Coco");
    const other = await watch(stranger(2));
    expect(await speak(other, "Coco", "1")).toBe("Coco 2");
    expect(await speak(other, "Сосо", "2")).toBe("Сосо 2");
    expect(await speak(await watch(stranger(1)), "coco", "1")).toBe("coco 3");
    await openStream(stranger(3));
    await sayFrom(stranger(3), "Coco", "1");
    await until(() => heard.at(-1)?.name === "Coco 4", "the stream's line");
    expect(await speak(first, "Coco", "2")).toBe("Coco");
    expect(await speak(other, "Coco", "3")).toBe("Coco 2");
  });

  test("stays theirs when they connect again from the same network", async () => {
    const first = await watch(stranger(1));
    expect(await speak(first, "Coco", "1")).toBe("Coco");
    await first.room.leave();
    expect(await speak(await watch(stranger(2)), "Coco", "1")).toBe("Coco 2");
    expect(await speak(await watch(stranger(1)), "Coco", "2")).toBe("Coco");
  });
});
