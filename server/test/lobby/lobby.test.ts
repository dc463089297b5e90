import { matchMaker, type Room } from "@colyseus/core";
import {
  LIMITS,
  type Listing,
  type LobbyRequest,
  type LobbyState,
  PATHS,
  type RefusalBody,
  type SeatReservation,
  type TablePage,
} from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { readListing } from "@flower-war/protocol/server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { MatchRooms } from "../../src/lobby/match-rooms.ts";
import { publishListing } from "../../src/match/outbound/listing.ts";
import { TestBridge } from "../support/bridge.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { LobbyClient, untilShown } from "../support/lobby.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
afterEach(() => server.stop());

const create = (settings?: object) => createMatch(server.url, settings);
const quickPlay = async (name: string) =>
  (await post<SeatReservation>(server.url, PATHS.quickPlay, { game: "flower-war", name })).body;

describe("the lobby", () => {
  test("lists the public matches that were created before the client joined", async () => {
    const { match, code } = await create({ name: "Ana", seats: 3 });
    const lobby = await LobbyClient.join(server.url);
    expect(lobby.get(match)).toMatchObject({
      id: match,
      code,
      game: "flower-war",
      status: "gathering",
      seats: 3,
      open: 2,
      host: "Ana",
    });
  });

  test("shows a match from its creation to its end, as it changes", async () => {
    const lobby = await LobbyClient.join(server.url);
    expect(lobby.ids).toEqual([]);
    const first = await create({ seats: 2 });
    await untilShown(time, () => lobby.get(first.match)?.open === 1, "the listing");
    const last = await requestSeat(server.url, first.match, { name: "B" });
    await untilShown(time, () => lobby.get(first.match)?.open === 0, "the last seat to be taken");
    const [player] = [await TestClient.join(server.url, first), await TestClient.join(server.url, last)];
    await untilShown(time, () => lobby.get(first.match)?.status === "playing", "the match to begin");
    await player.play({ type: "concede" });
    await untilShown(time, () => lobby.get(first.match) === undefined, "the match to go");
  });

  test("holds exactly the documented fields of the matches it finds and of those it hears of", async () => {
    const found = await create();
    const lobby = await LobbyClient.join(server.url);
    const heardOf = await create();
    await untilShown(time, () => lobby.get(heardOf.match) !== undefined, "the listing");
    const { state } = matchMaker.getLocalRoomById(lobby.reservation.roomId) as Room<{ state: LobbyState }>;
    for (const { match } of [found, heardOf]) {
      const listing = state.matches.get(match);
      // A field that is not declared would be a property of the object itself.
      const fields = [...Object.keys(listing?.toJSON() ?? {}), ...Object.keys(listing ?? {})];
      expect(fields.sort()).toEqual([
        "admission",
        "bots",
        "code",
        "createdAt",
        "game",
        "handOvers",
        "holidays",
        "host",
        "id",
        "judges",
        "language",
        "open",
        "pauses",
        "people",
        "preset",
        "replaceable",
        "seats",
        "silent",
        "speed",
        "status",
        "takeBacks",
        "temple",
        "title",
        "unwatched",
        "watchDelay",
      ]);
    }
  });

  test("lists a match of one person whose bots can be replaced, as one with free seats, until the first command", async () => {
    const lobby = await LobbyClient.join(server.url);
    const reserved = await create({ seats: 3, start: "countdown" });
    const player = await TestClient.join(server.url, reserved);
    await time.pass(LIMITS.countdown);
    await until(() => player.state.status === "playing", "the match to begin");
    const listed = { id: reserved.match, status: "playing", open: 0, replaceable: 2, people: ["Citlali"] };
    await untilShown(time, () => lobby.get(reserved.match)?.replaceable === 2, "the seats of bots");
    expect((await list("?free=2")).tables).toMatchObject([listed]);
    expect((await list("?free=3")).tables).toEqual([]);
    await requestSeat(server.url, reserved.match, { name: "B" });
    await untilShown(time, () => lobby.get(reserved.match)?.replaceable === 1, "a seat to be taken");
    expect((await list("?free=1")).tables).toMatchObject([
      { ...listed, replaceable: 1, people: ["Citlali", "B"] },
    ]);
    await player.play({ type: "roll" });
    await untilShown(time, () => lobby.get(reserved.match)?.replaceable === 0, "the first command");
    expect((await list("?free=1")).tables).toEqual([]);
  });

  test("never lists a private match; its invitation leads to it", async () => {
    const lobby = await LobbyClient.join(server.url);
    const hidden = await create({ private: true });
    const shown = await create();
    await untilShown(time, () => lobby.get(shown.match) !== undefined, "the public match");
    expect(lobby.ids).toEqual([shown.match]);
    expect((await LobbyClient.join(server.url)).get(hidden.match)).toBeUndefined();
    expect((await requestSeat(server.url, hidden.invitation ?? "", { name: "B" })).match).toBe(hidden.match);
  });

  test("removes a match that was empty for 15 min; its code is then unknown-match", async () => {
    const lobby = await LobbyClient.join(server.url);
    const { match, code } = await create();
    await untilShown(time, () => lobby.get(match) !== undefined, "the listing");
    await time.pass(15 * 60_000);
    await untilShown(time, () => lobby.get(match) === undefined, "the match to be closed");
    await expect(requestSeat(server.url, code, { name: "B" })).rejects.toThrow(/unknown-match/);
  });
});

const list = async (query = ""): Promise<TablePage> =>
  (await fetch(`${server.url}${PATHS.lobby}${query}`)).json() as Promise<TablePage>;

/** Lists matches that no room plays, as if other servers had them. */
function listElsewhere(...listings: readonly Partial<Listing>[]): void {
  for (const [i, facts] of listings.entries()) {
    const listing = { ...ELSEWHERE, id: `elsewhere${i}`, createdAt: i, ...facts };
    publishListing(matchMaker.presence, { listing });
  }
}

const ELSEWHERE = readListing({
  code: "4F7K",
  game: "flower-war",
  status: "gathering",
  seats: 4,
  open: 3,
  host: "Ana",
  preset: "flower-war",
  people: ["Ana"],
});

describe("a listed match", () => {
  test("says who is there, how it is played, and since when", async () => {
    const { match } = await create({
      name: "Ana",
      bots: 1,
      options: { rackSize: 6, bestTribeWins: true, offeringsDecide: true, offeringsSpent: true },
      clock: { profile: "quick", turn: 40_000 },
      language: "nah",
      title: "Long evening",
    });
    await requestSeat(server.url, match, { name: "Ben" });
    expect(await list()).toMatchObject({
      tables: [
        {
          id: match,
          people: ["Ana", "Ben"],
          open: 1,
          preset: "short-evening",
          speed: "quick",
          temple: false,
          language: "nah",
          title: "Long evening",
          createdAt: time.now(),
        },
      ],
      total: 1,
      page: 1,
      pages: 1,
    });
    await create({ options: { rackSize: 7 } });
    expect((await list()).tables.map(({ preset }) => preset).sort()).toEqual(["", "short-evening"]);
  });

  test("says whether a seat is local to a temple", async () => {
    const bridge = await TestBridge.join(server);
    const templeId = "sun-temple";
    const authorization = `Bearer ${server.config.adminPassword}`;
    await post(server.operatorUrl, OPERATOR_PATHS.temples, { templeId }, { authorization });
    await bridge.request("temple-online", { templeId });
    const player = await TestClient.join(server.url, await create());
    const lobby = await LobbyClient.join(server.url, { temple: true });
    expect(lobby.ids).toEqual([]);
    await player.request("pair-temple", { code: (await bridge.request("code", { templeId })).code });
    await untilShown(time, () => lobby.get(player.reserved.match)?.temple === true, "the temple");
    await player.request("unpair-temple");
    await untilShown(time, () => lobby.ids.length === 0, "the table to go");
  });

  test("of quick play has the language of who opened it", async () => {
    const opened = { game: "flower-war", name: "Ana", language: "es" };
    const { body } = await post<SeatReservation>(server.url, PATHS.quickPlay, opened);
    expect((await list("?language=es")).tables.map(({ id }) => id)).toEqual([body.match]);
  });

  test("is not one of a person alone against bots", async () => {
    const solo = await create({ seats: 2, bots: 1 });
    const player = await TestClient.join(server.url, solo);
    await player.waitForEntry(0);
    expect((await list()).total).toBe(0);
    const open = await create({ seats: 3, bots: 1 });
    expect((await list()).tables.map(({ id }) => id)).toEqual([open.match]);
  });

  test("is not private, however it is asked for", async () => {
    await create({ private: true });
    expect((await list("?status=gathering")).total).toBe(0);
  });
});

describe("the list's pages", () => {
  test("have 20 matches each, of 150; one beyond the last is the last", async () => {
    listElsewhere(...Array.from({ length: 150 }, () => ({})));
    const pages = await Promise.all([1, 2, 8, 9].map((page) => list(`?page=${page}`)));
    expect(pages.map(({ tables }) => tables.length)).toEqual([20, 20, 10, 10]);
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 8, 8]);
    expect(pages.every(({ total, pages: count }) => total === 150 && count === 8)).toBe(true);
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => list(`?page=${i + 1}`)));
    expect(new Set(all.flatMap(({ tables }) => tables.map(({ id }) => id))).size).toBe(150);
  });

  test("begin with what can be joined, where most people are, and the newest", async () => {
    const two = ["Ana", "Ben"];
    listElsewhere(
      { status: "playing", open: 0, people: [...two, "Cuauhtli"] },
      {},
      { people: two, open: 2 },
      {},
      { status: "playing", open: 0, people: two },
    );
    expect((await list()).tables.map(({ id }) => id)).toEqual([2, 3, 1, 0, 4].map((i) => `elsewhere${i}`));
  });

  test.each<[string, Partial<Listing>]>([
    ["game=tieqchieq", { game: "tieqchieq" }],
    ["preset=short-evening", { preset: "short-evening" }],
    ["speed=days", { speed: "days" }],
    ["free=4", { seats: 5, open: 4 }],
    ["temple=true", { temple: true }],
    ["language=es", { language: "es" }],
    ["status=playing", { status: "playing", open: 0, people: ["Ana", "Ben"] }],
  ])("hold only what %s selects", async (query, facts) => {
    listElsewhere({}, facts, {});
    expect(await list(`?${query}`)).toMatchObject({ tables: [{ id: "elsewhere1" }], total: 1 });
  });

  test.each([
    ["game", "chess"],
    ["preset", "none"],
    ["speed", "fast"],
    ["free", "0"],
    ["free", "7"],
    ["temple", "maybe"],
    ["language", "es-MX"],
    ["language", ""],
    ["status", "over"],
    ["page", "0"],
    ["page", "1000000"],
    ["page", "-1"],
  ])("are refused bad-request for %s %s", async (field, value) => {
    const response = await fetch(`${server.url}${PATHS.lobby}?${field}=${value}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad-request", field });
    const { body } = await post<RefusalBody>(server.url, PATHS.lobby, { [field]: value });
    expect(body).toMatchObject({ code: "bad-request", field });
  });
});

describe("a watcher", () => {
  test("gets the page that they asked for, and nothing of the rest", async () => {
    listElsewhere(...Array.from({ length: 50 }, () => ({})));
    const [page, days] = [
      await LobbyClient.join(server.url, { page: 3 }),
      await LobbyClient.join(server.url, { speed: "days" }),
    ];
    expect(page.ids).toHaveLength(10);
    expect(page.shown).toMatchObject({ total: 50, page: 3, pages: 3 });
    expect(days.shown).toMatchObject({ tables: [], total: 0, page: 1, pages: 1 });
    listElsewhere({ id: "slow", speed: "days", createdAt: 60 });
    await until(() => days.ids.includes("slow"), "the match in the filtered list");
    await until(() => page.shown.total === 51, "the new count");
    expect(page.ids).not.toContain("slow");
    expect(page.ids).toHaveLength(11);
  });

  test("gets a match's change on another page as nothing at all", async () => {
    listElsewhere(...Array.from({ length: 50 }, () => ({})));
    const [first, last] = [
      await LobbyClient.join(server.url),
      await LobbyClient.join(server.url, { page: 3 }),
    ];
    listElsewhere({ host: "Itzel" });
    await until(() => last.get("elsewhere0")?.host === "Itzel", "the change");
    expect([first.patches, last.patches]).toEqual([0, 1]);
  });

  test("gets at most 4 patches a second, the last with the last change", async () => {
    const lobby = await LobbyClient.join(server.url);
    for (let i = 1; i <= 50; i++) {
      listElsewhere({ host: `Host ${i}` });
      await time.pass(20);
    }
    await untilShown(time, () => lobby.get("elsewhere0")?.host === "Host 50", "the last change");
    expect(lobby.patches).toBeLessThanOrEqual(5);
    expect(lobby.patches).toBeGreaterThanOrEqual(4);
  });

  test("shares a room with all who see the same, which closes with the last of them", async () => {
    const watch = (request: LobbyRequest) => LobbyClient.join(server.url, request);
    const [one, same] = [await watch({ game: "flower-war" }), await watch({ game: "flower-war", page: 9 })];
    const other = await watch({ game: "tieqchieq" });
    expect(same.reservation.roomId).toBe(one.reservation.roomId);
    expect(other.reservation.roomId).not.toBe(one.reservation.roomId);
    const isOpen = () => matchMaker.getLocalRoomById(one.reservation.roomId) !== undefined;
    await one.leave();
    expect(isOpen()).toBe(true);
    await same.leave();
    await until(() => !isOpen(), "the room to close");
    expect((await watch({ game: "flower-war" })).shown.total).toBe(0);
  });

  test("is refused too-many-watchers when 200 other lists are watched, but not the whole list", async () => {
    listElsewhere(...Array.from({ length: 20 * (LIMITS.lobbies + 2) }, () => ({})));
    const watch = async (page: number) =>
      (await post(server.url, PATHS.lobby, { page }, fromAddress(`10.0.0.${page % 5}`))).status;
    // Beside each other: their reservations are good for 15 s.
    const statuses = await Promise.all(Array.from({ length: LIMITS.lobbies }, (_, i) => watch(i + 2)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await watch(LIMITS.lobbies + 2)).toBe(429);
    expect((await list(`?page=${LIMITS.lobbies + 2}`)).tables).toHaveLength(20);
    expect((await LobbyClient.join(server.url)).ids).toHaveLength(20);
  });
});

describe("a list with entries of an older server", () => {
  test("shows them without what that server does not say", async () => {
    const { id, code, game, status, seats, open, host } = { ...ELSEWHERE, id: "older" };
    const listing = { id, code, game, status, seats, open, host };
    publishListing(matchMaker.presence, { listing: listing as Listing });
    expect((await list()).tables).toMatchObject([{ id: "older", people: [], preset: "", speed: "none" }]);
  });
});

describe("quick play", () => {
  test("creates a match if none is open, and else takes a seat in an open one", async () => {
    const first = await quickPlay("A");
    expect(first).toMatchObject({ seat: "east", token: expect.any(String) });
    expect(await quickPlay("B")).toMatchObject({ match: first.match, seat: "north" });
  });

  test("seats players together who request it at the same time", async () => {
    const reserved = await Promise.all(["A", "B", "C", "D"].map(quickPlay));
    expect(new Set(reserved.map(({ match }) => match)).size).toBe(1);
    expect(new Set(reserved.map(({ seat }) => seat)).size).toBe(4);
    expect((await quickPlay("E")).match).not.toBe(reserved[0]?.match);
  });

  test("takes a seat in an open match while another's request creates one", async () => {
    const { promise: created, resolve: finish } = Promise.withResolvers<void>();
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its object below
    const createNow = MatchRooms.prototype.create;
    const creation = vi.spyOn(MatchRooms.prototype, "create");
    onTestFinished(() => creation.mockRestore());
    creation.mockImplementationOnce(async function (this: MatchRooms, ...args) {
      await created;
      return createNow.apply(this, args);
    });
    const slow = quickPlay("A");
    await until(() => creation.mock.calls.length === 1, "the first request to create a match");
    const { match } = await create();
    expect(await quickPlay("B")).toMatchObject({ match, seat: "north" });
    finish();
    expect((await slow).match).not.toBe(match);
  });

  test("takes no seat in a private match", async () => {
    const hidden = await create({ private: true });
    expect((await quickPlay("A")).match).not.toBe(hidden.match);
  });
});
