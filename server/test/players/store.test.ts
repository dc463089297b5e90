/** What all stores of players have in common. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  MAX_DELETED,
  type Passkey,
  PlayerStore,
  type StoredPlayer,
} from "../../src/players/store/player-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const CITLALI: StoredPlayer = {
  id: "V1StGXR8Z5jd",
  name: "Citlali ✿",
  kind: "guest",
  createdAt: 1_763_600_000_000,
  seenAt: 1_763_600_000_000,
  generation: 0,
};
const TENOCH: StoredPlayer = { ...CITLALI, id: "a2bC3dE4fG5h", name: "Tenoch", seenAt: 1_763_600_000_001 };

const PASSKEY: Passkey = {
  id: "cGFzc2tleQ",
  player: CITLALI.id,
  publicKey: "a2V5",
  counter: 0,
  createdAt: 1_763_600_000_000,
  usedAt: 1_763_600_000_000,
  removedAt: null,
  device: "Firefox, Android",
};

const KINDS = storeKinds<PlayerStore>(
  (database) => new PlayerStore(database),
  ["players", "passkeys", "recovery_codes", "passkey_challenges", "player_sessions"],
);

describe.each(KINDS)("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  test("stores one player per id, the first", async () => {
    const store = await open();
    expect(await store.find(CITLALI.id)).toBeNull();
    expect(await store.add(CITLALI)).toBe(true);
    expect(await store.add({ ...TENOCH, id: CITLALI.id })).toBe(false);
    expect(await store.find(CITLALI.id)).toEqual(CITLALI);
  });

  test("renames one player and no other", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.add(TENOCH);
    expect(await store.rename(CITLALI.id, "Xoco")).toBe(true);
    expect(await store.find(CITLALI.id)).toEqual({ ...CITLALI, name: "Xoco" });
    expect(await store.find(TENOCH.id)).toEqual(TENOCH);
    expect(await store.rename("nobody", "Xoco")).toBe(false);
  });

  test("notes when a player was seen last, and brings no deleted player back", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.markSeen(CITLALI.id, null, CITLALI.seenAt + 5);
    expect(await store.find(CITLALI.id)).toEqual({ ...CITLALI, seenAt: CITLALI.seenAt + 5 });
    expect(await store.delete(CITLALI.id)).toBe(true);
    await store.markSeen(CITLALI.id, null, CITLALI.seenAt + 6);
    expect(await store.find(CITLALI.id)).toBeNull();
    expect(await store.delete(CITLALI.id)).toBe(false);
  });

  test("ends a generation of tokens once, of one player, also at once", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.add(TENOCH);
    const ended = await Promise.all([1, 2].map(() => store.endGeneration(CITLALI.id, 0)));
    expect(ended.filter((isEnded) => isEnded)).toHaveLength(1);
    expect(await store.endGeneration(CITLALI.id, 1)).toBe(true);
    expect(await store.find(CITLALI.id)).toEqual({ ...CITLALI, generation: 2 });
    expect(await store.find(TENOCH.id)).toEqual(TENOCH);
    expect(await store.endGeneration("nobody", 0)).toBe(false);
  });

  test("deletes guests who were not seen since a date, and keeps the others", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.add(TENOCH);
    expect(await store.deleteUnseenGuests(CITLALI.seenAt)).toBe(false);
    expect(await store.deleteUnseenGuests(TENOCH.seenAt)).toBe(true);
    expect(await store.find(CITLALI.id)).toBeNull();
    expect(await store.find(TENOCH.id)).toEqual(TENOCH);
  });

  test("deletes bot accounts as it deletes guests, and no accounts", async () => {
    const store = await open();
    await store.add({ ...CITLALI, kind: "bot" });
    await store.add({ ...CITLALI, id: "account00000", kind: "account" });
    expect(await store.deleteUnseenGuests(CITLALI.seenAt + 1)).toBe(true);
    expect(await store.find(CITLALI.id)).toBeNull();
    expect(await store.find("account00000")).not.toBeNull();
  });

  test("deletes few guests at a time, the longest unseen first", async () => {
    const store = await open();
    for (let i = 0; i <= MAX_DELETED; i++) await store.add({ ...CITLALI, id: `p${i}`, seenAt: 1000 - i });
    expect(await store.deleteUnseenGuests(5000)).toBe(true);
    expect(await store.find("p0")).not.toBeNull();
    expect(await store.find("p1")).toBeNull();
    expect(await store.deleteUnseenGuests(5000)).toBe(true);
    expect(await store.find("p0")).toBeNull();
    expect(await store.deleteUnseenGuests(5000)).toBe(false);
  });

  test("makes a guest an account with the first passkey and its codes, all or nothing", async () => {
    const store = await open();
    expect(await store.addPasskey(PASSKEY, ["a", "b"])).toBe(false);
    await store.add(CITLALI);
    expect(await store.addPasskey(PASSKEY, null)).toBe(false);
    expect(await store.findPasskey(PASSKEY.id)).toBeNull();
    expect(await store.addPasskey(PASSKEY, ["a", "b"])).toBe(true);
    expect(await store.find(CITLALI.id)).toEqual({ ...CITLALI, kind: "account" });
    expect(await store.addPasskey({ ...PASSKEY, id: "other" }, ["c"])).toBe(false);
    await store.add(TENOCH);
    expect(await store.addPasskey({ ...PASSKEY, player: TENOCH.id }, ["d"])).toBe(false);
    expect(await store.find(TENOCH.id)).toEqual(TENOCH);
    expect([await store.countCodes(CITLALI.id), await store.countCodes(TENOCH.id)]).toEqual([2, 0]);
    expect(await store.deleteUnseenGuests(CITLALI.seenAt + 1)).toBe(false);
  });

  test("notes a passkey's use from what was read, and from nothing older", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.addPasskey(PASSKEY, []);
    expect(await store.usePasskey(PASSKEY, 0, 5)).toBe(true);
    expect(await store.usePasskey(PASSKEY, 3, 6)).toBe(true);
    expect(await store.usePasskey(PASSKEY, 4, 7)).toBe(false);
    expect(await store.findPasskey(PASSKEY.id)).toEqual({ ...PASSKEY, counter: 3, usedAt: 6 });
  });

  test("deletes a player's passkeys but for the last, also at once", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.add(TENOCH);
    await store.addPasskey(PASSKEY, []);
    await store.addPasskey({ ...PASSKEY, id: "later", createdAt: PASSKEY.createdAt + 1 }, null);
    expect((await store.listPasskeys(CITLALI.id)).map(({ id }) => id)).toEqual([PASSKEY.id, "later"]);
    expect(await store.deletePasskey(TENOCH.id, "later")).toBe(false);
    const deleted = await Promise.all([PASSKEY.id, "later"].map((id) => store.deletePasskey(CITLALI.id, id)));
    expect(deleted.filter((isDeleted) => isDeleted)).toHaveLength(1);
    expect(await store.listPasskeys(CITLALI.id)).toHaveLength(1);
  });

  test("gives a recovery code's player once, and replaces the codes of one player", async () => {
    const store = await open();
    for (const player of [CITLALI, TENOCH]) {
      await store.add(player);
      await store.replaceCodes(player.id, [`${player.name} 1`, `${player.name} 2`]);
    }
    const taken = await Promise.all([1, 2].map(() => store.takeCode("Tenoch 1", null)));
    expect(taken.filter((player) => player !== null)).toEqual([TENOCH.id]);
    await store.replaceCodes(CITLALI.id, ["new"]);
    expect(await store.takeCode("Citlali ✿ 1", null)).toBeNull();
    expect(await store.takeCode("new", null)).toBe(CITLALI.id);
    expect([await store.countCodes(CITLALI.id), await store.countCodes(TENOCH.id)]).toEqual([0, 1]);
    await store.replaceCodes(CITLALI.id, ["newer"]);
    expect(await store.takeCode("newer", null)).toBe(CITLALI.id);
  });

  test("takes a challenge once, for its player, before it expires", async () => {
    const store = await open();
    await store.addChallenge({ challenge: "a", player: "", expiresAt: 100 });
    await store.addChallenge({ challenge: "b", player: CITLALI.id, expiresAt: 100 });
    await store.addChallenge({ challenge: "c", player: "", expiresAt: 200 });
    expect(await store.takeChallenge("b", "", 1)).toBe(false);
    expect(await store.takeChallenge("b", CITLALI.id, 1)).toBe(true);
    expect(await store.takeChallenge("b", CITLALI.id, 1)).toBe(false);
    expect(await store.takeChallenge("a", "", 100)).toBe(false);
    await store.addChallenge({ challenge: "d", player: "", expiresAt: 100 });
    expect(await store.deleteExpiredChallenges(100)).toBe(true);
    expect(await store.deleteExpiredChallenges(100)).toBe(false);
    expect(await store.takeChallenge("c", "", 100)).toBe(true);
  });

  test("deletes with a player all that belongs to them, and to no other", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.add(TENOCH);
    await store.addPasskey(PASSKEY, ["a"]);
    await store.addPasskey({ ...PASSKEY, id: "tenoch", player: TENOCH.id }, ["b"]);
    await store.addChallenge({ challenge: "c", player: CITLALI.id, expiresAt: 100 });
    expect(await store.delete(CITLALI.id)).toBe(true);
    expect(await store.findPasskey(PASSKEY.id)).toBeNull();
    expect(await store.takeCode("a", null)).toBeNull();
    expect(await store.takeChallenge("c", CITLALI.id, 1)).toBe(false);
    expect(await store.findPasskey("tenoch")).not.toBeNull();
    expect(await store.takeCode("b", null)).toBe(TENOCH.id);
  });
});
