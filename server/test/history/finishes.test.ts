/** Which of a player's matches say whether they finish them (docs/ratings.md, "Who finishes"). */
import type { StoredResult } from "../../src/storage/journal/journal.ts";
import { describe, expect, test } from "vitest";
import { type PlayedResult, settle } from "../../src/history/settlement.ts";
import { HistoryStore, isFinisher } from "../../src/history/store/history-store.ts";
import { PlayerStore } from "../../src/players/store/player-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const [CITLALI, TENOCH] = ["V1StGXR8Z5jd", "a2bC3dE4fG5h"] as const;
const EAST = { seat: "east", kind: "human", name: "Citlali", player: CITLALI } as const;
const WEST = { seat: "west", kind: "human", name: "Tenoch", player: TENOCH } as const;
const UNKNOWN = { seat: "west", kind: "human", name: "Tenoch" } as const;
const BOT = { seat: "west", kind: "bot", name: "easy bot" } as const;

interface How {
  readonly left?: readonly string[];
  readonly private?: boolean;
  readonly with?: typeof WEST | typeof BOT | typeof UNKNOWN;
  readonly aborted?: boolean;
  readonly turns?: Readonly<Record<string, number>>;
  readonly sameNetwork?: boolean;
}

let matches = 0;
function resultOf(how: How): PlayedResult {
  matches += 1;
  const seats = [EAST, how.with ?? WEST];
  const standings = seats.map(({ seat }, i) => ({ seat, place: i + 1 }));
  const outcome = how.aborted ? { by: "abort" } : { by: "signs", winner: "east", standings };
  const endedAt = 2_000 + matches;
  return {
    match: `m${String(matches).padStart(4, "0")}`,
    code: "CODE",
    game: "flower-war",
    result: { options: {}, seats, outcome, entries: 9, createdAt: 0, beganAt: 1_000, endedAt },
    history: {
      preset: "",
      private: how.private ?? false,
      clock: true,
      left: [...(how.left ?? [])],
      ...(how.turns && { turns: how.turns }),
      ...(how.sameNetwork && { sameNetwork: [["east", "west"]] }),
    },
  } satisfies StoredResult as PlayedResult;
}

const KINDS = storeKinds(
  (database) => ({ database, players: new PlayerStore(database), store: new HistoryStore(database) }),
  ["players", "player_matches", "player_games", "rated_matches"],
);

describe.each(KINDS)("in a $kind store", ({ open, skipped }) => {
  async function given() {
    const stores = await open();
    for (const id of [CITLALI, TENOCH])
      await stores.players.add({ id, name: id, kind: "account", generation: 0, createdAt: 0, seenAt: 0 });
    /** Ends a match of the two. */
    const end = async (how: How = {}) => {
      const stored = resultOf(how);
      const { match, game, result } = stored;
      const unsettled = await stores.store.readUnsettled(match, game, [CITLALI, TENOCH], result.endedAt);
      const { settlement, rates } = settle(stored, [], unsettled, 6);
      expect(await stores.store.settle(settlement, rates)).toBe(true);
    };
    return { ...stores, end };
  }

  test.skipIf(skipped)("who stays has finished a match that the other left, who has not", async () => {
    const { store, end } = await given();
    await end();
    await end({ left: ["west"] });
    expect(await store.readFinishes(CITLALI)).toEqual({ finished: 2, of: 2 });
    expect(await store.readFinishes(TENOCH)).toEqual({ finished: 1, of: 2 });
  });

  test.skipIf(skipped)("the latest 20 count", async () => {
    const { store, end } = await given();
    for (let i = 0; i < 10; i += 1) await end({ left: ["west"] });
    for (let i = 0; i < 16; i += 1) await end();
    expect(await store.readFinishes(TENOCH)).toEqual({ finished: 16, of: 20 });
    await end({ left: ["west"] });
    expect(await store.readFinishes(TENOCH)).toEqual({ finished: 16, of: 20 });
    await end({ left: ["west"] });
    expect(isFinisher(await store.readFinishes(TENOCH))).toBe(true);
    for (let i = 0; i < 3; i += 1) await end({ left: ["west"] });
    expect(await store.readFinishes(TENOCH)).toEqual({ finished: 15, of: 20 });
    expect(isFinisher(await store.readFinishes(TENOCH))).toBe(false);
    expect(await store.readFinishes(CITLALI)).toEqual({ finished: 20, of: 20 });
  });

  test.skipIf(skipped)(
    "matches that go on, private ones, aborted ones and those against bots alone do not",
    async () => {
      const { store, end } = await given();
      const begun = { match: "goes-on", game: "flower-war", preset: "", private: false, beganAt: 1 } as const;
      await store.begin(begun, { invitation: null, seats: [] }, CITLALI, "east");
      await end({ private: true, left: ["east"] });
      await end({ aborted: true });
      await end({ with: BOT });
      await end({ with: BOT, left: ["east"] });
      expect(await store.readFinishes(CITLALI)).toEqual({ finished: 0, of: 0 });
      await end({ left: ["east"] });
      expect(await store.readFinishes(CITLALI)).toEqual({ finished: 0, of: 1 });
    },
  );

  test.skipIf(skipped)(
    "a match with one's own network, or with a player who is not known, does not",
    async () => {
      const { store, end } = await given();
      const turns = { east: 9, west: 9 };
      await end({ sameNetwork: true, turns });
      await end({ with: UNKNOWN, turns });
      await end({ with: UNKNOWN, turns, left: ["east"] });
      expect(await store.readFinishes(CITLALI)).toEqual({ finished: 0, of: 0 });
    },
  );

  test.skipIf(skipped)("who stays has finished only what both played; who leaves has left it", async () => {
    const { store, end } = await given();
    await end({ turns: {} });
    await end({ turns: { east: 1 } });
    expect(await store.readFinishes(CITLALI)).toEqual({ finished: 0, of: 0 });
    await end({ turns: { east: 1 }, left: ["west"] });
    expect(await store.readFinishes(CITLALI)).toEqual({ finished: 0, of: 0 });
    expect(await store.readFinishes(TENOCH)).toEqual({ finished: 0, of: 1 });
    await end({ turns: { east: 1, west: 1 } });
    expect(await store.readFinishes(CITLALI)).toEqual({ finished: 1, of: 1 });
  });

  test.skipIf(skipped)(
    "those that an older server stored, which did not say who played, do not",
    async () => {
      const { store, end, database } = await given();
      await end();
      await end({ left: ["east"] });
      await database.change({ sql: "UPDATE player_matches SET among_people = NULL", values: [] });
      expect(await store.readFinishes(CITLALI)).toEqual({ finished: 0, of: 0 });
    },
  );
});
