/** What all stores of where players are signed in have in common. */
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { beforeEach, describe, expect, test } from "vitest";
import { PlayerStore, type StoredPlayer } from "../../src/players/store/player-store.ts";
import {
  endAllSessions,
  insertSession,
  SessionStore,
  type StoredSession,
} from "../../src/players/store/session-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const NOW = 1_763_600_000_000;
const CITLALI: StoredPlayer = {
  id: "V1StGXR8Z5jd",
  name: "Citlali",
  kind: "account",
  createdAt: NOW,
  seenAt: NOW,
  generation: 0,
};
const TENOCH: StoredPlayer = { ...CITLALI, id: "a2bC3dE4fG5h", name: "Tenoch" };
const PHONE: StoredSession = {
  id: "phone",
  player: CITLALI.id,
  device: "Firefox, Android",
  createdAt: NOW,
  seenAt: NOW,
};

interface Stores {
  readonly players: PlayerStore;
  readonly sessions: SessionStore;
}

const KINDS = storeKinds<Stores>(
  (database) => ({ players: new PlayerStore(database), sessions: new SessionStore(database) }),
  ["players", "player_sessions"],
);

describe.each(KINDS)("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  async function given(): Promise<Stores> {
    const stores = await open();
    await stores.players.add(CITLALI, insertSession(PHONE));
    await stores.players.add(TENOCH, insertSession({ ...PHONE, id: "tenoch", player: TENOCH.id }));
    return stores;
  }
  const idsOf = async ({ sessions }: Stores, { id } = CITLALI) =>
    (await sessions.list(id)).map((each) => each.id);

  test("finds a player with a session of theirs, and with no one else's", async () => {
    const { players } = await given();
    expect(await players.findWithSession(CITLALI.id, "phone")).toEqual({
      ...CITLALI,
      olderSeenAt: null,
      sessionSeenAt: NOW,
    });
    expect((await players.findWithSession(CITLALI.id, "tenoch"))?.sessionSeenAt).toBeNull();
    expect(await players.findWithSession("nobody", "phone")).toBeNull();
  });

  test("notes when a session, or a token without one, was last used", async () => {
    const stores = await given();
    const { players, sessions } = stores;
    await sessions.add({ ...PHONE, id: "laptop", seenAt: NOW + 1 });
    expect(await idsOf(stores)).toEqual(["laptop", "phone"]);
    await players.markSeen(CITLALI.id, "phone", NOW + 2);
    expect(await sessions.list(CITLALI.id)).toMatchObject([
      { ...PHONE, seenAt: NOW + 2 },
      { id: "laptop", seenAt: NOW + 1 },
    ]);
    await players.markSeen(CITLALI.id, null, NOW + 3);
    expect(await players.findWithSession(CITLALI.id, "phone")).toMatchObject({
      seenAt: NOW + 3,
      olderSeenAt: NOW + 3,
      sessionSeenAt: NOW + 2,
    });
    expect((await sessions.list(TENOCH.id))[0]?.seenAt).toBe(NOW);
  });

  test("ends one session, once, of its own player", async () => {
    const stores = await given();
    expect(await stores.sessions.end(TENOCH.id, "phone", [])).toBe(false);
    const ended = await Promise.all([1, 2].map(() => stores.sessions.end(CITLALI.id, "phone", [])));
    expect(ended.filter((isEnded) => isEnded)).toHaveLength(1);
    expect([await idsOf(stores), await idsOf(stores, TENOCH)]).toEqual([[], ["tenoch"]]);
  });

  test(`keeps the ${SERVER_LIMITS.sessions} that were seen last, a new one always`, async () => {
    const stores = await given();
    for (let i = 1; i <= SERVER_LIMITS.sessions; i++)
      await stores.sessions.add({ ...PHONE, id: `s${i}`, seenAt: NOW + i });
    await stores.sessions.add({ ...PHONE, id: "behind the clock", seenAt: NOW - 5 });
    const kept = await idsOf(stores);
    expect(kept).toHaveLength(SERVER_LIMITS.sessions);
    expect([kept[0], kept.at(-2), kept.at(-1)]).toEqual([
      `s${SERVER_LIMITS.sessions}`,
      "s2",
      "behind the clock",
    ]);
    expect(await idsOf(stores, TENOCH)).toEqual(["tenoch"]);
  });

  test("ends all of a player with their generation of tokens, and those of a deleted player", async () => {
    const stores = await given();
    const { players, sessions } = stores;
    const change = [endAllSessions(CITLALI.id), ...insertSession({ ...PHONE, id: "new" })];
    expect(await players.endGeneration(CITLALI.id, 7, change)).toBe(false);
    expect(await idsOf(stores)).toEqual(["phone"]);
    await players.markSeen(CITLALI.id, null, NOW);
    expect(await players.endGeneration(CITLALI.id, 0, change)).toBe(true);
    expect(await idsOf(stores)).toEqual(["new"]);
    expect(await players.findWithSession(CITLALI.id, "new")).toMatchObject({
      generation: 1,
      olderSeenAt: null,
    });
    await players.delete(CITLALI.id);
    expect([await idsOf(stores), await sessions.add(PHONE), await idsOf(stores)]).toEqual([[], false, []]);
  });

  test("deletes those that were not seen since a date", async () => {
    const stores = await given();
    await stores.sessions.add({ ...PHONE, id: "laptop", seenAt: NOW + 1 });
    expect(await stores.sessions.deleteUnseen(NOW)).toBe(false);
    expect(await stores.sessions.deleteUnseen(NOW + 1)).toBe(true);
    expect([await idsOf(stores), await idsOf(stores, TENOCH)]).toEqual([["laptop"], []]);
  });
});
