/** Tables for players who finish their matches (docs/protocol.md, "The host's policy"; docs/ratings.md, "Who finishes"). */
import {
  type MatchSummary,
  PATHS,
  type RefusalBody,
  type SeatReservation,
  type TablePage,
} from "@flower-war/protocol";
import type { Player, Profile } from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { type Finishes, HistoryStore } from "../../src/history/store/history-store.ts";
import { Gathering } from "../../src/match/gathering/gathering.ts";
import { bearer, createAccount, createGuest } from "../support/account.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
/** What each account finished. */
let finishes: Map<string, Finishes>;
let requests = 0;
let read: MockInstance<HistoryStore["readFinishes"]>;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { trustProxy: "loopback", playersPerMinute: 1_000 });
  finishes = new Map();
  read = vi.spyOn(HistoryStore.prototype, "readFinishes");
  read.mockImplementation(async (player) => finishes.get(player) ?? { finished: 0, of: 0 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

async function account(finished: number, of: number): Promise<Player> {
  const player = await createAccount(server.url, "Xoco");
  finishes.set(player.id, { finished, of });
  return player;
}

/** Headers of a player, or of one who is not known, each time from another address. */
const as = (player: Player | null) => {
  requests += 1;
  return { ...fromAddress(`10.1.${requests >> 8}.${requests & 255}`), ...(player && bearer(player.token)) };
};
const create = (settings: object = {}) =>
  createMatch(server.url, { start: "host", seats: 6, admission: "finishers", ...settings });
const sit = async (name: string, player: Player | null) => {
  const path = PATHS.seats.replace(":id", name);
  return (await post<RefusalBody>(server.url, path, { name: "Xoco" }, as(player))).body;
};

describe("a table for finishers", () => {
  test.each([
    [16, 20],
    [20, 20],
    [4, 5],
    [8, 10],
    [0, 4],
    [0, 0],
  ])("lets an account sit down that finished %i of its last %i matches", async (finished, of) => {
    const { match } = await create();
    expect(await sit(match, await account(finished, of))).toMatchObject({ match, seat: "north" });
  });

  test.each([
    [15, 20],
    [0, 20],
    [3, 5],
    [7, 9],
  ])("refuses one that finished %i of its last %i, and says so", async (finished, of) => {
    const { match } = await create();
    expect(await sit(match, await account(finished, of))).toMatchObject({
      code: "finishers-only",
      finishes: { finished, of },
    });
  });

  test("refuses guests and who is not known, who may watch", async () => {
    const { match } = await create();
    for (const player of [null, await createGuest(server.url)]) {
      const refused = await sit(match, player);
      expect(refused.code).toBe("finishers-only");
      expect(refused.finishes).toBeUndefined();
    }
    expect(read).not.toHaveBeenCalled();
    expect((await requestSeat(server.url, match, { spectate: true }, as(null))).seat).toBeNull();
  });

  test("refuses them by its code and by a private table's invitation too", async () => {
    const leaver = await account(10, 20);
    const open = await create();
    expect((await sit(open.code, leaver)).code).toBe("finishers-only");
    const { invitation } = await create({ private: true });
    expect((await sit(invitation ?? "", leaver)).code).toBe("finishers-only");
    expect(await sit(invitation ?? "", await account(20, 20))).toMatchObject({ seat: "north" });
  });

  test("says so in the lobby, in its summary and to those who are there", async () => {
    const { match, ...reserved } = await create();
    const lobby = (await (await fetch(server.url + PATHS.lobby)).json()) as TablePage;
    expect(lobby.tables).toMatchObject([{ id: match, admission: "finishers", open: 5 }]);
    const summary = (await (
      await fetch(server.url + PATHS.match.replace(":id", match))
    ).json()) as MatchSummary;
    expect(summary.table).toMatchObject({ admission: "finishers" });
    const host = await TestClient.join(server.url, { match, ...reserved });
    expect(host.details.policy.admission).toBe("finishers");
  });

  test("is found by the quick play of who may sit down there alone, near ratings included", async () => {
    const { match } = await create();
    const quick = async (player: Player | null) => {
      const wanted = { game: "flower-war", name: "Xoco" };
      return (await post<SeatReservation>(server.url, PATHS.quickPlay, wanted, as(player))).body.match;
    };
    const takeSeat = vi.spyOn(Gathering.prototype, "takeSeat");
    const others = await quick(await account(10, 20));
    expect(others).not.toBe(match);
    expect(await quick(await createGuest(server.url))).toBe(others);
    expect(takeSeat).toHaveBeenCalledTimes(1);
    vi.spyOn(HistoryStore.prototype, "readRatings").mockImplementation(
      async (players) => new Map(players.map((player) => [player, 1_500])),
    );
    expect(await quick(await account(10, 20))).toBe(others);
    const finisher = await account(19, 20);
    await requestSeat(server.url, match, { name: "Ana" }, as(finisher));
    await requestSeat(server.url, match, { name: "Ben" }, as(await account(19, 20)));
    await requestSeat(server.url, match, { name: "Eva" }, as(await account(19, 20)));
    expect(await quick(await account(18, 20))).toBe(match);
  });

  test("passes by, where it cannot be read now who finishes", async () => {
    const { match } = await create();
    const player = await account(20, 20);
    read.mockRejectedValue(new Error("away"));
    expect((await sit(match, player)).code).toBe("unavailable");
    const wanted = { game: "flower-war", name: "Xoco" };
    const { status, body } = await post<SeatReservation>(server.url, PATHS.quickPlay, wanted, as(player));
    expect(status).toBe(200);
    expect(body.match).not.toBe(match);
  });

  test("is one from when its host says so; who sits there stays, and their seat stays theirs", async () => {
    const reserved = await create({ admission: "anyone" });
    const host = await TestClient.join(server.url, reserved);
    const leaver = await account(0, 20);
    const seat = await requestSeat(server.url, reserved.match, { name: "Xoco" }, as(leaver));
    const client = await TestClient.join(server.url, seat);
    await host.request("set-policy", { admission: "finishers" });
    expect(host.state.seats.get("north")).toMatchObject({ kind: "human", name: "Xoco" });
    expect((await sit(reserved.match, leaver)).code).toBe("finishers-only");
    await client.room.leave(false);
    const again = await requestSeat(server.url, reserved.match, { token: seat.token }, as(null));
    expect(again.seat).toBe("north");
    await host.request("set-policy", { admission: "anyone" });
    expect(await sit(reserved.match, leaver)).toMatchObject({ seat: "south" });
  });

  test("lets only them ask for the seat of a bot while it is played", async () => {
    const created = await createMatch(server.url, { seats: 3, bots: 2, admission: "finishers" });
    const host = await TestClient.join(server.url, created);
    await host.waitForEntry(0);
    const ask = async (player: Player | null, renew: string) => {
      const reserved = await requestSeat(server.url, created.match, { spectate: true }, as(player));
      const watcher = await TestClient.watch(server.url, reserved);
      return watcher.request("ask-seat", { seat: "west", name: "Xoco", renew: renew.repeat(32) });
    };
    for (const player of [null, await account(15, 20)])
      expect((await expectRefusal(ask(player, "a"))).code).toBe("finishers-only");
    await ask(await account(16, 20), "b");
    await until(() => host.details.asks.length === 1, "the question");
  });
});

test("a profile says how many of the latest matches were finished, and whether that is enough", async () => {
  const player = await account(15, 20);
  const profile = async () =>
    (await (await fetch(server.url + PATHS.profile.replace(":id", player.id))).json()) as Profile;
  expect((await profile()).reputation.recent).toEqual({ finished: 15, of: 20, finisher: false });
  finishes.set(player.id, { finished: 16, of: 20 });
  expect((await profile()).reputation.recent).toEqual({ finished: 16, of: 20, finisher: true });
});
