/** What all stores of players' histories have in common. */
import type { PlayerKind } from "@flower-war/protocol/players";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type BegunMatch,
  HistoryStore,
  NO_GAME,
  type PlayerResult,
  type SettledPlayer,
  type Settlement,
  type StoredGame,
} from "../../src/history/store/history-store.ts";
import { PlayerStore } from "../../src/players/store/player-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const NOW = 1_763_600_000_000;
const [CITLALI, TENOCH, XOCO] = ["V1StGXR8Z5jd", "a2bC3dE4fG5h", "x2bC3dE4fG5h"] as const;

const MATCH: BegunMatch = {
  match: "match0000001",
  game: "flower-war",
  preset: "short-evening",
  private: false,
  beganAt: NOW,
};
const RUNNING = {
  invitation: null,
  seats: [
    { seat: "east", kind: "human", name: "Citlali ✿", player: CITLALI },
    { seat: "west", kind: "bot", name: "easy bot", player: null },
  ],
} as const;
const WON: PlayerResult = { seat: "east", place: 1, won: true, left: false, rating: null, unrated: null };
const RATED: StoredGame = {
  ...NO_GAME,
  version: 1,
  played: 1,
  won: 1,
  rating: { value: 1304.125, deviation: 300.5 },
  rated: 5,
  ratedWon: 4,
};

/** How a match went for one of its players. */
const settled = (player: string, changes: Partial<SettledPlayer> = {}): SettledPlayer => ({
  player,
  kind: "account",
  result: WON,
  sameNetwork: false,
  amongPeople: true,
  before: null,
  after: null,
  ...changes,
});
const settlement = (players: readonly SettledPlayer[], changes: Partial<Settlement> = {}): Settlement => ({
  ...MATCH,
  endedAt: NOW + 10,
  players,
  flags: [],
  ...changes,
});

interface Opened {
  readonly players: PlayerStore;
  readonly store: HistoryStore;
}

const KINDS = storeKinds<Opened>(
  (database) => ({ players: new PlayerStore(database), store: new HistoryStore(database) }),
  ["players", "player_matches", "player_games", "rated_matches"],
);

describe.each(KINDS)("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  /** Opens a store in which three are known. */
  async function openKnown(kind: PlayerKind = "account"): Promise<Opened> {
    const opened = await open();
    for (const [id, name] of [
      [CITLALI, "Citlali ✿"],
      [TENOCH, "Tenoch"],
      [XOCO, "Xoco"],
    ] as const) {
      await opened.players.add({ id, name, kind, generation: 0, createdAt: NOW, seenAt: NOW });
    }
    return opened;
  }

  test("has a match from its beginning on, with the seats as they were told last", async () => {
    const { store } = await openKnown();
    await store.begin(MATCH, { ...RUNNING, seats: [] }, CITLALI, "east");
    await store.begin(MATCH, RUNNING, CITLALI, "east");
    expect(await store.listOwnRunning(CITLALI, 10)).toEqual([
      { ...MATCH, ...WON, place: null, won: false, endedAt: null, running: RUNNING },
    ]);
    expect(await store.listRunning("", 10)).toEqual([MATCH.match]);
    expect(await store.listPlayers(MATCH.match)).toEqual([{ player: CITLALI, seat: "east" }]);
    expect(await store.listOwnRunning(TENOCH, 10)).toEqual([]);
    expect(await store.listOver(CITLALI, null, 10, true)).toEqual([]);
  });

  test("lists matches that go on page by page, those of a player by their beginning", async () => {
    const { store } = await openKnown();
    for (const n of [2, 1, 3]) {
      const match = { ...MATCH, match: `match000000${n}`, beganAt: NOW + n };
      await store.begin(match, RUNNING, CITLALI, "east");
      await store.begin(match, RUNNING, TENOCH, "west");
    }
    expect(await store.listRunning("", 2)).toEqual(["match0000001", "match0000002"]);
    expect(await store.listRunning("match0000002", 2)).toEqual(["match0000003"]);
    const own = await store.listOwnRunning(CITLALI, 2);
    expect(own.map(({ match }) => match)).toEqual(["match0000003", "match0000002"]);
  });

  test("settles a match once: who comes second changes nothing", async () => {
    const { store } = await openKnown();
    await store.begin(MATCH, RUNNING, CITLALI, "east");
    const rating = { value: 1304, change: 104 };
    const first = settlement([
      settled(CITLALI, { after: RATED, result: { ...WON, rating } }),
      settled(TENOCH, {
        after: { ...RATED, won: 0 },
        result: { ...WON, seat: "west", place: 2, won: false },
      }),
    ]);
    expect(await store.hasFinished(CITLALI)).toBe(false);
    expect(await store.settle(first, true)).toBe(true);
    expect(await store.hasFinished(CITLALI)).toBe(true);
    expect(await store.settle(first, true)).toBe(false);
    expect(await store.settle(settlement([settled(CITLALI)]), false)).toBe(false);
    expect(await store.listOver(CITLALI, null, 10, false)).toEqual([
      { ...MATCH, ...WON, rating, endedAt: NOW + 10, running: null },
    ]);
    expect(await store.listOwnRunning(CITLALI, 10)).toEqual([]);
    expect(await store.listRunning("", 10)).toEqual([]);
    expect(await store.listGames(CITLALI)).toEqual([{ ...RATED, game: "flower-war" }]);
    expect(await store.listGames(TENOCH)).toEqual([{ ...RATED, won: 0, game: "flower-war" }]);
    expect(await store.listRatings(CITLALI, "flower-war", 10)).toEqual([{ at: NOW + 10, value: 1304 }]);
    const known = new Map([CITLALI, TENOCH].map((player) => [player, RATED.rating?.value]));
    expect(await store.readRatings([CITLALI, TENOCH, "unknown00000"], "flower-war")).toEqual(known);
    expect(await store.readRatings([CITLALI], "tieqchieq")).toEqual(new Map());
    await store.begin(MATCH, RUNNING, CITLALI, "east");
    expect(await store.listOwnRunning(CITLALI, 10)).toEqual([]);
  });

  test("rates a match once, also for players who are settled later", async () => {
    const { store } = await openKnown();
    expect(await store.settle(settlement([settled(CITLALI)]), true)).toBe(true);
    expect(await store.settle(settlement([settled(TENOCH)]), true)).toBe(false);
    expect(await store.listOver(TENOCH, null, 10, true)).toEqual([]);
    expect(await store.readUnsettled(MATCH.match, "flower-war", [CITLALI, TENOCH], NOW)).toEqual({
      isRated: true,
      players: [{ player: TENOCH, kind: "account", game: null, met: [], near: 0 }],
    });
    expect(await store.settle(settlement([settled(TENOCH)]), false)).toBe(true);
  });

  test.each<[string, (opened: Opened) => Promise<unknown>, Partial<SettledPlayer>]>([
    [
      "another match of the game was settled",
      ({ store }) =>
        store.settle(settlement([settled(CITLALI, { after: RATED })], { match: "match0000002" }), false),
      { after: RATED },
    ],
    ["a guest became an account", async () => {}, { kind: "guest" }],
    ["the player was deleted", ({ players }) => players.delete(CITLALI), {}],
  ])("settles nothing for any player if meanwhile %s", async (_, meanwhile, changes) => {
    const opened = await openKnown();
    const { store } = opened;
    await store.begin(MATCH, RUNNING, TENOCH, "west");
    await meanwhile(opened);
    const stale = settlement([settled(TENOCH, { after: RATED }), settled(CITLALI, changes)]);
    expect(await store.settle(stale, true)).toBe(false);
    expect(await store.listGames(TENOCH)).toEqual([]);
    expect(await store.listOwnRunning(TENOCH, 10)).toHaveLength(1);
    expect(await store.settle(settlement([settled(TENOCH, { after: RATED })]), true)).toBe(true);
  });

  test("counts all when matches of the same players are settled at the same time", async () => {
    const { store } = await openKnown();
    const settleNext = async (match: string): Promise<void> => {
      const { players } = await store.readUnsettled(match, "flower-war", [CITLALI, TENOCH], NOW);
      const next = players.map(({ player, kind, game: before }) => {
        const { version, played } = before ?? NO_GAME;
        return settled(player, {
          kind,
          before,
          after: { ...RATED, version: version + 1, played: played + 1 },
        });
      });
      if (next.length > 0 && !(await store.settle(settlement(next, { match }), true)))
        await settleNext(match);
    };
    const matches = Array.from({ length: 8 }, (_, i) => `match000000${i}`);
    await Promise.all([...matches, ...matches].map(settleNext));
    for (const player of [CITLALI, TENOCH]) {
      expect(await store.listGames(player)).toMatchObject([{ played: 8 }]);
      expect(await store.listOver(player, null, 20, true)).toHaveLength(8);
    }
  });

  test("forgets a match without a result, but not for those who have it as over", async () => {
    const { store } = await openKnown();
    await store.begin(MATCH, RUNNING, CITLALI, "east");
    await store.settle(settlement([settled(TENOCH)]), false);
    await store.drop(MATCH.match);
    await store.drop("nothing");
    expect(await store.listOwnRunning(CITLALI, 10)).toEqual([]);
    expect(await store.listOver(TENOCH, null, 10, true)).toHaveLength(1);
  });

  test("pages a history backwards, with private matches only if they are asked for", async () => {
    const { store } = await openKnown();
    for (const [n, endedAt] of [
      [1, 10],
      [2, 20],
      [3, 20],
      [4, 30],
    ] as const) {
      const changes = { match: `match000000${n}`, endedAt: NOW + endedAt, private: n === 2 };
      await store.settle(settlement([settled(CITLALI)], changes), false);
    }
    const list = async (...args: [{ at: number; match: string } | null, number, boolean]) =>
      (await store.listOver(CITLALI, ...args)).map(({ match }) => Number(match.at(-1)));
    expect(await list(null, 2, true)).toEqual([4, 3]);
    expect(await list({ at: NOW + 20, match: "match0000003" }, 2, true)).toEqual([2, 1]);
    expect(await list(null, 10, false)).toEqual([4, 3, 1]);
    expect(await list({ at: NOW + 10, match: "match0000001" }, 10, true)).toEqual([]);
  });

  test("has the latest ratings of one game, the oldest first", async () => {
    const { store } = await openKnown();
    for (const n of [1, 2, 3, 4]) {
      const rating = n === 2 ? null : { value: 1200 + n, change: 1 };
      const changes = { match: `match000000${n}`, endedAt: NOW + n };
      await store.settle(settlement([settled(CITLALI, { result: { ...WON, rating } })], changes), false);
    }
    const other = { match: "match0000005", game: "tieqchieq", endedAt: NOW + 5 } as const;
    const result = { ...WON, rating: { value: 1, change: 1 } };
    await store.settle(settlement([settled(CITLALI, { result })], other), false);
    expect(await store.listRatings(CITLALI, "flower-war", 2)).toEqual([
      { at: NOW + 3, value: 1203 },
      { at: NOW + 4, value: 1204 },
    ]);
  });

  test("ranks players with five rated matches, the best first", async () => {
    const { store } = await openKnown();
    const after = (value: number, rated: number) => ({ ...RATED, rating: { value, deviation: 90 }, rated });
    await store.settle(
      settlement([
        settled(CITLALI, { after: after(1250.25, 5) }),
        settled(TENOCH, { after: after(1400, 6) }),
        settled(XOCO, { after: after(1900, 4) }),
      ]),
      false,
    );
    const tenoch = { player: TENOCH, name: "Tenoch", value: 1400, rated: 6, ratedWon: 4 };
    const citlali = { player: CITLALI, name: "Citlali ✿", value: 1250.25, rated: 5, ratedWon: 4 };
    expect(await store.listRanked("flower-war", 0, 10)).toEqual([tenoch, citlali]);
    expect(await store.listRanked("flower-war", 1, 1)).toEqual([citlali]);
    expect(await store.countRanked("flower-war")).toBe(2);
    expect(await store.countRanked("flower-war", 1250.25)).toBe(1);
    expect(await store.countRanked("flower-war", 1400)).toBe(0);
    expect(await store.listRanked("mexica", 0, 10)).toEqual([]);
  });

  test("adds nothing for a player who is gone", async () => {
    const { players, store } = await openKnown();
    await players.delete(CITLALI);
    await store.begin(MATCH, RUNNING, CITLALI, "east");
    expect(await store.listOwnRunning(CITLALI, 10)).toEqual([]);
    expect(await store.readUnsettled(MATCH.match, "flower-war", [CITLALI], NOW)).toEqual({
      isRated: false,
      players: [],
    });
    expect(await store.settle(settlement([settled(CITLALI, { after: RATED })]), true)).toBe(false);
    expect(await store.listRanked("flower-war", 0, 10)).toEqual([]);
  });

  test("ranks no player who is gone", async () => {
    const { players, store } = await openKnown();
    await store.settle(settlement([settled(CITLALI, { after: RATED })]), false);
    await players.delete(CITLALI);
    expect(await store.listRanked("flower-war", 0, 10)).toEqual([]);
    expect(await store.countRanked("flower-war")).toBe(0);
  });
});

const SQL_KINDS = KINDS.filter(({ kind }) => kind !== "memory");

describe.each(SQL_KINDS)("players who are deleted from a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  test.each<[string, (players: PlayerStore) => Promise<unknown>]>([
    ["by themselves", (players) => players.delete(CITLALI)],
    ["because they were not seen", (players) => players.deleteUnseenGuests(NOW + 1)],
  ])("%s leave no match and no rating behind, others keep theirs", async (_, remove) => {
    const { players, store } = await open();
    await players.add({ id: CITLALI, name: "C", kind: "guest", generation: 0, createdAt: NOW, seenAt: NOW });
    await players.add({
      id: TENOCH,
      name: "T",
      kind: "guest",
      generation: 0,
      createdAt: NOW,
      seenAt: NOW + 1,
    });
    const both = [CITLALI, TENOCH].map((player) => settled(player, { kind: "guest", after: RATED }));
    expect(await store.settle(settlement(both), false)).toBe(true);
    await store.begin({ ...MATCH, match: "match0000002" }, RUNNING, CITLALI, "east");
    await remove(players);
    expect(await store.listOver(CITLALI, null, 10, true)).toEqual([]);
    expect(await store.listOwnRunning(CITLALI, 10)).toEqual([]);
    expect(await store.listGames(CITLALI)).toEqual([]);
    expect(await store.listOver(TENOCH, null, 10, true)).toHaveLength(1);
    expect(await store.listGames(TENOCH)).toHaveLength(1);
  });
});
