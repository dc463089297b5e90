/** What an address without a connection can keep others from: seats in public tables (docs/limits.md). */
import { LIMITS, type Listing, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";

const TABLES = 15;
const SEATS_PER_MINUTE = LIMITS.seats;
/** Seats that one address holds without a connection. */
const HELD = SEATS_PER_MINUTE * SERVER_LIMITS.arrivals.share;

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { seatsPerMinute: SEATS_PER_MINUTE });
  // Quotas count by the machine's clock.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
});
afterEach(() => server.stop());

async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await time.pass(ms);
}

/** Creates public tables for two whose hosts are there. */
async function gatherTables(): Promise<string[]> {
  const hosts = Array.from({ length: TABLES }, async () =>
    TestClient.join(server.url, await createMatch(server.url, { seats: 2 })),
  );
  return (await Promise.all(hosts)).map(({ reserved }) => reserved.match);
}

const takeSeat = (match: string, address: string) =>
  post<SeatReservation & RefusalBody>(
    server.url,
    PATHS.seats.replace(":id", match),
    { name: "Xoco" },
    fromAddress(address),
  );
const quickPlay = (address: string) =>
  post<SeatReservation & RefusalBody>(
    server.url,
    PATHS.quickPlay,
    { game: "flower-war", name: "Itzel" },
    fromAddress(address),
  );

/** Returns how many tables have an open seat. */
async function countOpen(): Promise<number> {
  const response = await fetch(server.url + PATHS.lobby);
  const { tables } = (await response.json()) as { tables: Listing[] };
  return tables.filter(({ open }) => open > 0).length;
}

describe("15 public tables are open in at least 80 % of looks while all of their seats are taken again and again", () => {
  test.each([
    ["by one address", () => "203.0.113.9"],
    ["by the networks of one customer", (i: number) => `2001:db8:1:${i.toString(16)}::1`],
  ])("%s without a connection", async (_, addressOf) => {
    const tables = await gatherTables();
    let open = 0;
    const looks = 60;
    for (let look = 0; look < looks; look++) {
      await Promise.all(tables.map((match, i) => takeSeat(match, addressOf(i))));
      await pass(LIMITS.lobbyInterval);
      open += await countOpen();
      await pass(1_000 - LIMITS.lobbyInterval);
    }
    expect(open / (looks * TABLES)).toBeGreaterThanOrEqual(0.8);
  });
});

describe("honest players notice nothing", () => {
  test("four friends behind one address press quick play at once, and connect after 3 s", async () => {
    const answers = await Promise.all(Array.from({ length: HELD }, () => quickPlay("203.0.113.9")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await pass(3_000);
    const friends = await Promise.all(answers.map(({ body }) => TestClient.watch(server.url, body)));
    await pass(LIMITS.arrival);
    for (const friend of friends)
      expect(friend.state.seats.get(friend.seat ?? "")).toMatchObject({ kind: "human", connected: true });
  });

  test("one after the other: a seat to which its player has connected does not count", async () => {
    for (let i = 0; i < 3 * HELD; i++) {
      const { match } = await createMatch(server.url, { seats: 2 });
      await TestClient.watch(server.url, await requestSeat(server.url, match, { name: "B" }));
    }
  });

  test("a private table takes as many as it has seats for, and keeps them", async () => {
    const { match, invitation } = await createMatch(server.url, { seats: 5, private: true });
    for (let i = 0; i < 4; i++) await requestSeat(server.url, invitation ?? match, { name: `B ${i}` });
    const others = await createMatch(server.url, { seats: 2, private: true });
    const guest = await requestSeat(server.url, others.invitation ?? "", { name: "C" });
    await pass(LIMITS.arrival + 1_000);
    await TestClient.watch(server.url, guest);
  });
});

test("who holds as many seats as they may is told when they may take another one, by quick play too", async () => {
  const [first = "", ...tables] = await gatherTables();
  for (const match of tables.slice(0, HELD)) expect((await takeSeat(match, "203.0.113.9")).status).toBe(200);
  for (const { status, body } of [await takeSeat(first, "203.0.113.9"), await quickPlay("203.0.113.9")]) {
    expect([status, body.code]).toEqual([429, "too-many-seats"]);
    expect(body.wait).toBeLessThanOrEqual(SERVER_LIMITS.arrivals.time + 1);
  }
  expect((await takeSeat(first, "203.0.113.10")).status).toBe(200);
});
