/** Quick plays of accounts, which look for people of their rating first (docs/protocol.md, `POST /api/quick-play`). */
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import type { Player } from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { HistoryStore } from "../../src/history/store/history-store.ts";
import { bearer, createAccount, createGuest } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { post } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";

let time: FakeTime;
let server: RunningServer;
/** The rating of each account in Flower War. */
let ratings: Map<string, number>;
const read = vi.spyOn(HistoryStore.prototype, "readRatings");
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { playersPerMinute: 1000, creationsPerMinute: 1000 });
  ratings = new Map();
  read.mockImplementation(async (players, game) => {
    const known = [...ratings].filter(([player]) => game === "flower-war" && players.includes(player));
    return new Map(known);
  });
});
afterEach(async () => {
  read.mockReset();
  await server.stop();
});

/** Creates an account. @param rating `null`: it has none */
async function account(rating: number | null): Promise<Player> {
  const player = await createAccount(server.url);
  if (rating !== null) ratings.set(player.id, rating);
  return player;
}

async function reserve(by: Player): Promise<SeatReservation> {
  const wanted = { game: "flower-war", name: "Citlali" };
  const { status, body } = await post<SeatReservation>(server.url, PATHS.quickPlay, wanted, bearer(by.token));
  expect(status).toBe(200);
  return body;
}

const quickPlay = async (by: Player): Promise<string> => (await reserve(by)).match;

/** A quick play whose answer may not have come yet. */
function ask(by: Player) {
  const asked = { match: null as string | null, answer: quickPlay(by) };
  asked.answer.then(
    (match) => (asked.match = match),
    () => {},
  );
  return asked;
}

/** Lets time pass in the steps in which quick plays look again, each with the answers that it brings. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    const looked = read.mock.calls.length;
    await time.pass(500);
    await vi.waitUntil(() => read.mock.calls.length > looked || passed + 500 >= ms, { timeout: 60_000 });
  }
}

describe("a quick play of an account", () => {
  test("joins those of its rating at once", async () => {
    const table = await quickPlay(await account(1_500));
    expect(await quickPlay(await account(1_690))).toBe(table);
  });

  test("waits where only others are: what is near widens", async () => {
    const table = await quickPlay(await account(1_500));
    const asked = ask(await account(1_850));
    await vi.waitUntil(() => read.mock.calls.length === 1, { timeout: 60_000 });
    await pass(1_000);
    expect(asked.match).toBeNull();
    await time.pass(500);
    // 200 x (1 + 3 x 1.5 s / 6 s) = 350 points
    expect(await asked.answer).toBe(table);
  });

  test("takes who is there after 6 s", async () => {
    const table = await quickPlay(await account(1_200));
    const asked = ask(await account(2_900));
    await vi.waitUntil(() => read.mock.calls.length === 1, { timeout: 60_000 });
    await pass(5_500);
    expect(asked.match).toBeNull();
    await time.pass(500);
    expect(await asked.answer).toBe(table);
  });

  test("takes the nearest of several", async () => {
    const far = await quickPlay(await account(1_300));
    const near = await post<SeatReservation>(
      server.url,
      PATHS.matches,
      { game: "flower-war", name: "Tenoch", seats: 4 },
      bearer((await account(1_620)).token),
    );
    expect(await quickPlay(await account(1_500))).toBe(near.body.match);
    expect(await quickPlay(await account(1_310))).toBe(far);
  });

  test("joins at once where bots would sit down soon", async () => {
    const reserved = await reserve(await account(1_200));
    await TestClient.join(server.url, reserved);
    await time.pass(14_000);
    expect(await quickPlay(await account(2_900))).toBe(reserved.match);
  });

  test("joins a table of guests, as a guest and an account without a rating join any", async () => {
    const table = await quickPlay(await createGuest(server.url));
    expect(await quickPlay(await account(2_400))).toBe(table);
    expect(await quickPlay(await account(null))).toBe(table);
    expect(await quickPlay(await createGuest(server.url))).toBe(table);
  });

  test("joins any while ratings cannot be read", async () => {
    const table = await quickPlay(await account(1_200));
    read.mockRejectedValue(new Error("away"));
    expect(await quickPlay(await account(2_900))).toBe(table);
  });
});
