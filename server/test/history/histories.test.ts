/** How histories and ratings stay in step with matches, whatever fails meanwhile (docs/ratings.md). */
import type { PlayerKind } from "@flower-war/protocol/players";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { Histories, type HistoriesPorts } from "../../src/history/histories.ts";
import { HistoryStore } from "../../src/history/store/history-store.ts";
import { RatingReviews } from "../../src/history/store/rating-reviews.ts";
import { PlayerStore } from "../../src/players/store/player-store.ts";
import { JournalUnavailable, type MatchHead, type StoredResult } from "../../src/storage/journal/journal.ts";
import { openDatabase } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { untilRead } from "../support/until.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [CITLALI, TENOCH, XOCO] = ["V1StGXR8Z5jd", "a2bC3dE4fG5h", "x2bC3dE4fG5h"] as const;
const GUEST = "guest0000001";
const BOT_ACCOUNT = "botaccount01";

const EAST = { seat: "east", kind: "human", name: "Citlali", player: CITLALI } as const;
const WEST = { seat: "west", kind: "human", name: "Tenoch", player: TENOCH } as const;
const NORTH = { seat: "north", kind: "human", name: "Xoco", player: XOCO } as const;
const BOT = { seat: "north", kind: "bot", name: "easy bot" } as const;

type Seat = StoredResult["result"]["seats"][number];

const BEGUN = { game: "flower-war", preset: "", private: false, beganAt: 1000, invitation: null } as const;

/** A result in which the seats ended in the order in which they are given. */
function resultOf(match: string, seats: readonly Seat[], changes: Partial<StoredResult["history"]> = {}) {
  const standings = seats.map(({ seat }, i) => ({ seat, place: i + 1 }));
  const outcome = { by: "signs", winner: seats[0]?.seat ?? null, standings };
  const dates = { createdAt: 0, beganAt: 1000, endedAt: 2000 };
  return {
    match,
    code: "CODE",
    game: "flower-war",
    result: { options: {}, seats: [...seats], outcome, entries: 9, ...dates },
    history: { preset: "", private: false, clock: true, left: [], ...changes },
  } satisfies StoredResult;
}

/** What all servers of an installation share: a database, and the journal's part. */
async function openShared() {
  const database = await openDatabase();
  const players = new PlayerStore(database);
  const store = new HistoryStore(database);
  const results = new Map<string, StoredResult>();
  const heads = new Map<string, Pick<MatchHead, "match" | "over">>();
  const add = (id: string, kind: PlayerKind) =>
    players.add({ id, name: id, kind, generation: 0, createdAt: 0, seenAt: 0 });
  for (const id of [CITLALI, TENOCH, XOCO]) await add(id, "account");
  await add(GUEST, "guest");
  await add(BOT_ACCOUNT, "bot");
  const journal = {
    isAway: false,
    findHeads: async (matches: readonly string[]) => {
      if (journal.isAway) throw new JournalUnavailable();
      return matches.flatMap((match) => (heads.get(match) as MatchHead | undefined) ?? []);
    },
    findResult: async (match: string) => results.get(match) ?? null,
  };
  const time = new FakeTime();
  /** Another server. */
  const serve = (
    own: HistoryStore = store,
    ports: Partial<Omit<HistoriesPorts, "games" | "reviews" | "reportRetention">> = {},
  ) => {
    const log = pino({ level: "silent" });
    const kept = { games: new Map(), reviews: new RatingReviews(database), reportRetention: 90 * DAY };
    const histories = new Histories({ store: own, ...kept, journal, time, log, ...ports });
    onTestFinished(() => histories.close());
    return histories;
  };
  const begin = (match: string) => void heads.set(match, { match, over: false });
  const end = (stored: StoredResult) => {
    heads.set(stored.match, { match: stored.match, over: true });
    results.set(stored.match, stored);
  };
  const gamesOf = async (player: string) => (await store.listGames(player))[0] ?? null;
  const ratings = async (...of: readonly string[]) =>
    Promise.all(of.map(async (player) => Math.round((await gamesOf(player))?.rating?.value ?? Number.NaN)));
  /** Waits until a player has so many matches that are over. */
  const untilOver = (player: string, count = 1) =>
    untilRead(
      () => store.listOver(player, null, 200, true),
      ({ length }) => length >= count,
      `${count} matches`,
    );
  return { players, store, heads, journal, time, serve, begin, end, gamesOf, ratings, untilOver };
}

/** A store that cannot be used while `isAway`. */
function failing(store: HistoryStore): HistoryStore & { isAway: boolean } {
  const state = { isAway: true };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === "isAway") return state.isAway;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        if (state.isAway) throw new JournalUnavailable();
        return Reflect.apply(value, target, args) as unknown;
      };
    },
    set: (_, name, value: boolean) => name === "isAway" && ((state.isAway = value), true),
  }) as HistoryStore & { isAway: boolean };
}

describe("a finished match is counted once", () => {
  test("when two servers settle it at the same time, and again later", async () => {
    const { serve, begin, end, gamesOf, ratings, untilOver, store } = await openShared();
    const servers = [serve(), serve()];
    begin("m1");
    for (const server of servers) server.begin({ ...BEGUN, match: "m1", seats: [EAST, WEST] });
    end(resultOf("m1", [EAST, WEST]));
    for (const server of [...servers, ...servers]) server.end("m1");
    await untilOver(CITLALI);
    await untilOver(TENOCH);
    const again = serve();
    again.end("m1");
    again.start();
    await untilRead(
      () => store.listRunning("", 1),
      ({ length }) => length === 0,
      "nothing to settle",
    );
    expect(await ratings(CITLALI, TENOCH)).toEqual([1305, 1095]);
    expect(await gamesOf(CITLALI)).toMatchObject({ played: 1, won: 1, rated: 1 });
  });

  test("by another server if its own was killed", async () => {
    const { serve, begin, end, gamesOf, untilOver, store } = await openShared();
    begin("m1");
    serve().begin({ ...BEGUN, match: "m1", seats: [EAST, WEST] });
    await untilRead(
      () => store.listPlayers("m1"),
      ({ length }) => length === 2,
      "both players",
    );
    end(resultOf("m1", [EAST, WEST]));
    serve().start();
    expect(await untilOver(CITLALI)).toMatchObject([{ won: true, rating: { value: 1305, change: 105 } }]);
    expect(await gamesOf(CITLALI)).toMatchObject({ played: 1, rated: 1 });
  });

  test("when the store is there again, though it was away from the match's beginning to its end", async () => {
    const shared = await openShared();
    const { time, begin, end, untilOver, gamesOf } = shared;
    const own = failing(shared.store);
    const server = shared.serve(own);
    server.start();
    begin("m1");
    server.begin({ ...BEGUN, match: "m1", seats: [EAST, WEST] });
    begin("m2");
    server.begin({ ...BEGUN, match: "m2", seats: [EAST, WEST] });
    await time.pass(MINUTE);
    end(resultOf("m1", [WEST, EAST]));
    own.isAway = false;
    server.end("m1");
    expect(await untilOver(CITLALI)).toMatchObject([{ match: "m1", won: false, place: 2 }]);
    await time.pass(MINUTE);
    const running = await untilRead(
      () => shared.store.listOwnRunning(CITLALI, 10),
      ({ length }) => length > 0,
      "the match that goes on",
    );
    expect(running).toMatchObject([{ match: "m2" }]);
    expect(await gamesOf(CITLALI)).toMatchObject({ played: 1 });
  });

  test("in the next minute, if that failed when it ended", async () => {
    const shared = await openShared();
    const own = failing(shared.store);
    const server = shared.serve(own);
    own.isAway = false;
    shared.begin("m1");
    server.begin({ ...BEGUN, match: "m1", seats: [EAST, WEST] });
    await untilRead(
      () => shared.store.listPlayers("m1"),
      ({ length }) => length === 2,
      "both players",
    );
    own.isAway = true;
    shared.end(resultOf("m1", [EAST, WEST]));
    server.end("m1");
    server.start();
    await shared.time.pass(MINUTE - 1);
    own.isAway = false;
    expect(await shared.gamesOf(CITLALI)).toBeNull();
    await shared.time.pass(1);
    await shared.untilOver(CITLALI);
    expect(await shared.gamesOf(CITLALI)).toMatchObject({ played: 1 });
  });

  test("among any number of those that go on, which stay as they are", async () => {
    const { serve, begin, end, store, time } = await openShared();
    const names = Array.from({ length: 250 }, (_, i) => `m${1000 + i}`);
    for (const match of names) {
      begin(match);
      await store.begin({ ...BEGUN, match }, { invitation: null, seats: [EAST] }, CITLALI, "east");
    }
    for (const match of [names[0], names[120], names[249]]) end(resultOf(match ?? "", [EAST, WEST]));
    serve().start();
    const read = async () => {
      await time.pass(100);
      return store.listOver(CITLALI, null, 300, true);
    };
    await untilRead(read, ({ length }) => length === 3, "the three that are over");
    expect(await store.listOwnRunning(CITLALI, 300)).toHaveLength(247);
  });
});

describe("a match without a result", () => {
  test("is forgotten when it is over or deleted, and kept while that is unknown", async () => {
    const { serve, heads, journal, store, time } = await openShared();
    for (const match of ["closed", "deleted", "playing"]) {
      await store.begin({ ...BEGUN, match }, { invitation: null, seats: [EAST] }, CITLALI, "east");
    }
    heads.set("closed", { match: "closed", over: true });
    heads.set("playing", { match: "playing", over: false });
    journal.isAway = true;
    serve().start();
    await time.pass(MINUTE);
    expect(await store.listRunning("", 10)).toEqual(["closed", "deleted", "playing"]);
    journal.isAway = false;
    const read = async () => {
      await time.pass(MINUTE);
      return store.listRunning("", 10);
    };
    expect(await untilRead(read, ({ length }) => length < 2, "the check")).toEqual(["playing"]);
  });
});

describe("ratings", () => {
  /** Settles a match whose seats ended in this order. */
  async function play(seats: readonly Seat[], changes: Parameters<typeof resultOf>[2] = {}, removed?: Seat) {
    const shared = await openShared();
    const server = shared.serve();
    if (removed) {
      const seat = { ...removed, player: removed.player ?? null };
      const running = { invitation: null, seats: [seat] };
      await shared.store.begin({ ...BEGUN, match: "m1" }, running, seat.player ?? "", seat.seat);
    }
    shared.end(resultOf("m1", seats, changes));
    server.end("m1");
    await shared.untilOver(CITLALI);
    return shared;
  }

  test("follow the places of all accounts at the table; bots and guests do not count", async () => {
    const alone = await play([EAST, WEST]);
    const mixed = await play([{ ...NORTH, player: GUEST }, EAST, { ...BOT, seat: "south" }, WEST]);
    expect(await mixed.ratings(CITLALI, TENOCH)).toEqual(await alone.ratings(CITLALI, TENOCH));
    expect(await mixed.gamesOf(GUEST)).toMatchObject({ played: 1, won: 1, rating: null });
  });

  test("put who left behind all others; those who left share the last place", async () => {
    const { ratings, gamesOf } = await play([EAST, NORTH, WEST], { left: ["east", "north"] });
    const [citlali = 0, xoco, tenoch = 0] = await ratings(CITLALI, XOCO, TENOCH);
    expect(citlali).toBe(xoco);
    expect(citlali).toBeLessThan(1200);
    expect(tenoch).toBeGreaterThan(1200);
    expect(await gamesOf(CITLALI)).toMatchObject({ played: 1, won: 0, left: 1 });
  });

  test("put who was removed behind all others, though a bot has their seat", async () => {
    const { ratings, store } = await play([EAST, BOT, WEST], {}, NORTH);
    const [citlali = 0, tenoch = 0, xoco = 0] = await ratings(CITLALI, TENOCH, XOCO);
    expect(citlali).toBeGreaterThan(tenoch);
    expect(tenoch).toBeGreaterThan(xoco);
    expect(await store.listOver(XOCO, null, 1, true)).toMatchObject([
      { seat: "north", place: null, left: true },
    ]);
  });

  test.each<[string, string, object | null]>([
    ["counts", GUEST, { played: 1, won: 1 }],
    ["does not count if that was a bot account", BOT_ACCOUNT, null],
  ])("a match of one person and another who was removed %s", async (_, player, games) => {
    const { gamesOf } = await play([EAST, BOT], {}, { ...NORTH, player });
    const own = await gamesOf(CITLALI);
    if (games === null) expect(own).toBeNull();
    else expect(own).toMatchObject(games);
  });

  test.each<[string, readonly Seat[], object]>([
    ["without clocks", [EAST, WEST], { clock: false }],
    ["that is private", [EAST, WEST], { private: true }],
    ["in which a player asked for hints", [EAST, WEST], { hints: true }],
    ["of one account and a guest", [EAST, { ...WEST, player: GUEST }], {}],
    ["of one account and an unknown player", [EAST, { seat: "west", kind: "human", name: "A" }], {}],
    ["of one account and a bot", [EAST, BOT], {}],
    ["in which an account has two seats", [EAST, WEST, { ...NORTH, player: CITLALI }], {}],
  ])("do not change by a match %s", async (_, seats, changes) => {
    const { gamesOf, store } = await play(seats, changes);
    expect((await gamesOf(CITLALI))?.rating ?? null).toBeNull();
    expect(await store.listOver(CITLALI, null, 1, true)).toMatchObject([{ rating: null }]);
  });
});
