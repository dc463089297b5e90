/** Spectators of a match in play ask its host for the seat of a bot (docs/protocol.md, "Asking for a seat"). */
import { CLOSE, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { verifyRecord } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { legalCommands, pickCommand } from "../support/expected-views.ts";
import { FakeTime } from "../support/fake-time.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const RENEW = "x".repeat(32);

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer;
const start = async () => {
  server = await startOnFakeTime(time, {
    authSecret: "outlives-the-server-outlives-it",
    journal,
    trustProxy: "loopback",
  });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new MemoryJournal(time);
  await start();
});
afterEach(() => server.stop());

/** Begins a match of a person in east and bots in north and west, which a spectator watches. */
async function begin(settings: object = {}) {
  const created = await createMatch(server.url, { seats: 3, bots: 2, name: "Citlali", ...settings });
  const east = await TestClient.join(server.url, created);
  await east.waitForEntry(0);
  const { match } = created;
  return { match, east, watcher: await watch(match) };
}

const watch = async (match: string, address = "203.0.113.1") =>
  TestClient.watch(
    server.url,
    await requestSeat(server.url, match, { spectate: true }, fromAddress(address)),
  );

const ask = (watcher: TestClient, change: object = {}) =>
  watcher.request("ask-seat", { seat: "west", name: "Xoco", renew: RENEW, ...change });

/** Takes the seat that was asked for. */
const take = (match: string, name = "Xoco") =>
  requestSeat(server.url, match, { name, seat: "west", renew: RENEW });

/** Plays until this seat has played so many times, its bot or its person. */
async function playUntil(clients: readonly TestClient[], seat: string, times: number): Promise<void> {
  const [first] = clients;
  if (first === undefined) throw new Error("no client plays");
  for (let i = 0, played = 0; played < times; i += 1) {
    const { n } = first.state;
    for (const client of clients) await client.waitForEntry(n);
    const awaited = first.state.table.awaiting.seat;
    const own = clients.find((client) => client.seat === awaited);
    if (own === undefined) await time.pass(1_000);
    else await own.play(legalCommands(own).find(({ type }) => type === "end-turn") ?? pickCommand(own, i));
    await until(() => first.state.n > n, `entry ${n + 1}, of ${awaited}`);
    if (awaited === seat) played += 1;
  }
}

/** All concede until the match is over. Resolves with its record. */
async function recordOf(match: string, clients: readonly TestClient[]): Promise<string> {
  for (const client of clients) {
    if (client.state.status === "over") break;
    const n = await client.play({ type: "concede" });
    // The other may see only later that it is over.
    for (const each of clients) await each.waitForEntry(n);
  }
  for (let i = 0; i < 5_000 && clients[0]?.state.status !== "over"; i += 1) await time.pass(1_000);
  return (await fetch(server.url + PATHS.record.replace(":id", match))).text();
}

const endOf = (record: string) => JSON.parse(record.trimEnd().split("\n").at(-1) ?? "");

describe("a spectator who asks for a bot's seat", () => {
  test("gets it when the host agrees, plays on there, and the record says since when", async () => {
    const { match, east, watcher } = await begin();
    await playUntil([east], "west", 2);
    const before = east.state.n;
    const { id } = await ask(watcher);
    await until(() => east.details.asks.length === 1, "the question");
    expect(east.details.asks).toEqual([
      { id, seat: "west", name: "Xoco", until: time.now() + SERVER_LIMITS.asks.open },
    ]);
    await east.request("answer-ask", { id, accepts: true });
    await until(() => watcher.details.asks.length === 0, "the answer");
    expect(watcher.state.seats.get("west")).toMatchObject({ kind: "human", name: "Xoco" });

    const west = await TestClient.join(server.url, await take(match));
    expect(west.seat).toBe("west");
    await playUntil([east, west], "west", 3);
    const record = await recordOf(match, [east, west]);
    const { joined, replaced } = endOf(record);
    expect(replaced).toBeUndefined();
    expect(joined.west).toBeGreaterThan(before);
    expect(verifyRecord(record)).toMatchObject({ ok: true });
  });

  test("is not in the record's `joined` if the bot had not played yet, for the seat counts as taken before", async () => {
    const { match, east, watcher } = await begin();
    const { id } = await ask(watcher);
    await east.request("answer-ask", { id, accepts: true });
    const west = await TestClient.join(server.url, await take(match));
    await playUntil([east, west], "west", 1);
    const record = await recordOf(match, [east, west]);
    expect(endOf(record)).toMatchObject({ replaced: ["west"] });
    expect(endOf(record).joined).toBeUndefined();
    expect(verifyRecord(record)).toMatchObject({ ok: true });
  });

  test("does not get it when the host declines", async () => {
    const { match, east, watcher } = await begin();
    const { id } = await ask(watcher);
    await east.request("answer-ask", { id, accepts: false });
    await until(() => watcher.details.asks.length === 0, "the answer");
    expect(east.state.seats.get("west")?.kind).toBe("bot");
    await expect(take(match)).rejects.toThrow();
    expect((await expectRefusal(east.request("answer-ask", { id, accepts: true }))).code).toBe("no-ask");
  });

  test("is forgotten after a minute, and when they go", async () => {
    const { match, east, watcher } = await begin();
    await ask(watcher);
    await until(() => east.details.asks.length === 1, "the question");
    await time.pass(SERVER_LIMITS.asks.open);
    await until(() => east.details.asks.length === 0, "the question to lapse");
    const other = await watch(match, "203.0.113.9");
    await ask(other);
    await until(() => east.details.asks.length === 1, "the second question");
    await other.room.leave();
    await until(() => east.details.asks.length === 0, "the question to go");
  });

  test("asks once: a repeated request is the same question, another one of the same network is refused", async () => {
    const { match, east, watcher } = await begin();
    const { id } = await ask(watcher);
    expect(await ask(watcher)).toEqual({ id });
    const other = await watch(match);
    expect((await expectRefusal(ask(other, { renew: "y".repeat(32) }))).code).toBe("ask-open");
    await until(() => east.details.asks.length === 1, "the question");
  });

  test("asks once also when the requests come together", async () => {
    const { match, east, watcher } = await begin();
    const other = await watch(match);
    const again = ask(watcher);
    const [first, second, refused] = await Promise.all([
      ask(watcher),
      again,
      expectRefusal(ask(other, { renew: "y".repeat(32) })),
    ]);
    expect(second).toEqual(first);
    expect(refused.code).toBe("ask-open");
    await until(() => east.details.asks.length > 0, "the question");
    expect(east.details.asks).toHaveLength(1);
  });

  test("is refused in a match that began on an older server, whose record cannot say who joined", async () => {
    const { match, east } = await begin();
    const facts = (await journal.read(match))?.facts ?? [];
    await server.stop();
    journal = new MemoryJournal(time);
    const older = facts.map((fact) => (fact.type === "begun" ? { ...fact, format: 2 as const } : fact));
    await journal.create({ match, code: east.reserved.code, game: "flower-war" }, older);
    await start();
    expect((await expectRefusal(ask(await watch(match)))).code).toBe("seat-taken");
  });

  test("asks three times a minute at most", async () => {
    const { east, watcher } = await begin();
    for (let i = 0; i < SERVER_LIMITS.asks.perAddress; i += 1) {
      const { id } = await ask(watcher, { renew: `${i}`.padStart(32, "z") });
      await east.request("answer-ask", { id, accepts: false });
    }
    const refused = await expectRefusal(ask(watcher));
    expect(refused).toMatchObject({ code: "too-many-asks", wait: expect.any(Number) });
  });

  test.each([
    ["for a person's seat", { seat: "east" }, "seat-taken"],
    ["for no seat of the match", { seat: "up" }, "unknown-seat"],
    ["with a word of the server's as name", { name: "Host" }, "name-reserved"],
    ["without an id of their own", { renew: "x" }, "bad-request"],
  ])("is refused %s", async (_, change, code) => {
    const { watcher, east } = await begin();
    expect((await expectRefusal(ask(watcher, change))).code).toBe(code);
    expect(east.details.asks).toEqual([]);
  });

  test("is refused as a player, while the match gathers, and where only accounts sit down", async () => {
    const { east } = await begin();
    expect((await expectRefusal(ask(east))).code).toBe("not-watching");
    const gathering = await createMatch(server.url, { seats: 3, bots: 1 });
    expect((await expectRefusal(ask(await watch(gathering.match)))).code).toBe("match-not-started");
    const closed = await begin({ admission: "accounts" });
    expect((await expectRefusal(ask(closed.watcher))).code).toBe("accounts-only");
  });

  test("is refused the seat of a bot that an operator put there for a person", async () => {
    const { match, east, watcher } = await begin();
    const { id } = await ask(watcher);
    await east.request("answer-ask", { id, accepts: true });
    const west = await TestClient.join(server.url, await take(match));
    const authorization = `Bearer ${server.config.adminPassword}`;
    const path = OPERATOR_PATHS.remove.replace(":id", match);
    await post(server.operatorUrl, path, { seat: "west", reason: "insults" }, { authorization });
    await until(() => west.closeCode === CLOSE.expelled, "the player to be removed");
    expect((await expectRefusal(ask(watcher, { renew: "w".repeat(32) }))).code).toBe("seat-taken");
  });
});

describe("only the host", () => {
  test("answers, and the others' clocks run on as they were", async () => {
    const { match, east, watcher } = await begin({ clock: { profile: "relaxed" } });
    await playUntil([east], "west", 1);
    await until(() => east.state.table.awaiting.seat === "east" || east.state.n > 0, "a decision");
    while (east.state.table.awaiting.seat !== "east")
      await playUntil([east], east.state.table.awaiting.seat, 1);
    const clock = east.state.clocks.get("east");
    const [turnEnds, reserve] = [clock?.turnEnds, clock?.reserve];
    const { id } = await ask(watcher);
    expect((await expectRefusal(watcher.request("answer-ask", { id, accepts: true }))).code).toBe(
      "not-seated",
    );
    await east.request("answer-ask", { id, accepts: true });
    await take(match);
    await until(() => east.state.clocks.get("west") !== undefined, "the clock of west");
    expect(east.state.clocks.get("east")).toMatchObject({ turnEnds, reserve });
    expect(east.state.clocks.get("west")).toMatchObject({ turnEnds: 0, away: false });
  });

  test("gave the seat for good: it is the person's after a restart too", async () => {
    const { match, east, watcher } = await begin();
    await playUntil([east], "west", 1);
    const { id } = await ask(watcher);
    await east.request("answer-ask", { id, accepts: true });
    const { token } = await take(match);
    await server.stop();
    await start();
    const { body } = await post<SeatReservation & RefusalBody>(
      server.url,
      PATHS.seats.replace(":id", match),
      { token },
    );
    expect(body).toMatchObject({ seat: "west" });
    const west = await TestClient.join(server.url, body);
    expect(west.state.seats.get("west")).toMatchObject({ kind: "human", name: "Xoco" });
  });
});
