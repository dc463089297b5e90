/** What is stored of notices, in SQLite and in PostgreSQL. */
import { NOTICE_LIMITS } from "@flower-war/protocol/players";
import { beforeEach, describe, expect, test } from "vitest";
import { NoticeStore, type PushSubscription } from "../../src/notices/store/notice-store.ts";
import { PlayerStore } from "../../src/players/store/player-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const NOW = 1_763_600_000_000;
const CITLALI = "V1StGXR8Z5jd";
const TENOCH = "a2bC3dE4fG5h";

const PUSH: PushSubscription = {
  id: "browser",
  player: CITLALI,
  endpoint: "https://fcm.googleapis.com/fcm/send/a",
  p256dh: "key",
  auth: "secret",
  language: "es",
  createdAt: NOW,
};
const MAIL = { player: CITLALI, address: "c@example.org", language: "en", createdAt: NOW } as const;

const KINDS = storeKinds(
  (database) => ({ store: new NoticeStore(database), players: new PlayerStore(database) }),
  ["players", "push_subscriptions", "mail_addresses", "turn_notices"],
);

describe.each(KINDS)("in $kind", ({ open, skipped }) => {
  let store: NoticeStore;
  let players: PlayerStore;
  beforeEach(async ({ skip }) => {
    skip(skipped);
    ({ store, players } = await open());
    for (const id of [CITLALI, TENOCH]) {
      await players.add({ id, name: id, kind: "guest", createdAt: NOW, seenAt: NOW, generation: 0 });
    }
  });

  const dueAt = async (now: number) => (await store.listDue(now, 10)).map(({ seat, turn }) => [seat, turn]);

  test("a browser is that of the player who added it last", async () => {
    expect(await store.addPush(PUSH)).toBe(true);
    expect(await store.listPushes(CITLALI)).toEqual([PUSH]);
    const taken = { ...PUSH, id: "again", player: TENOCH };
    expect(await store.addPush(taken)).toBe(true);
    expect(await store.listPushes(CITLALI)).toEqual([]);
    expect(await store.listPushes(TENOCH)).toEqual([taken]);
    expect(await store.deletePush(CITLALI, "again")).toBe(false);
    expect(await store.deletePush(TENOCH, "again")).toBe(true);
    expect(await store.listPushes(TENOCH)).toEqual([]);
  });

  test("of more browsers than a player may have, the oldest is forgotten", async () => {
    for (let i = 0; i <= NOTICE_LIMITS.pushes; i++) {
      await store.addPush({ ...PUSH, id: `b${i}`, endpoint: `https://push.test/${i}`, createdAt: NOW + i });
    }
    const ids = (await store.listPushes(CITLALI)).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: NOTICE_LIMITS.pushes }, (_, i) => `b${i + 1}`));
  });

  test("an address is confirmed for its player alone, and replaced as a whole", async () => {
    expect(await store.setMail({ ...MAIL, confirmedAt: null })).toBe(true);
    expect(await store.confirmMail(TENOCH, MAIL.address, NOW)).toBe(false);
    expect(await store.confirmMail(CITLALI, "other@example.org", NOW)).toBe(false);
    expect(await store.confirmMail(CITLALI, MAIL.address, NOW + 1)).toBe(true);
    expect(await store.findMail(CITLALI)).toEqual({ ...MAIL, confirmedAt: NOW + 1 });
    await store.setMail({ ...MAIL, address: "other@example.org", confirmedAt: null });
    expect(await store.findMail(CITLALI)).toMatchObject({ address: "other@example.org", confirmedAt: null });
    expect(await store.deleteMail(CITLALI, MAIL.address)).toBe(false);
    expect(await store.deleteMail(CITLALI, null)).toBe(true);
    expect(await store.findMail(CITLALI)).toBeNull();
  });

  test("unconfirmed addresses are forgotten, others are kept", async () => {
    await store.setMail({ ...MAIL, confirmedAt: null });
    await store.setMail({ ...MAIL, player: TENOCH, confirmedAt: NOW });
    expect(await store.deleteUnconfirmed(NOW)).toBe(false);
    expect(await store.deleteUnconfirmed(NOW + 1)).toBe(true);
    expect(await store.findMail(CITLALI)).toBeNull();
    expect(await store.findMail(TENOCH)).not.toBeNull();
  });

  test("a turn is due once its player was away for a minute, and taken once", async () => {
    await store.noteAwaited("m1", "mexica", [{ seat: "east", player: CITLALI, turn: 1 }], NOW);
    expect(await dueAt(NOW + NOTICE_LIMITS.notice - 1)).toEqual([]);
    const [due] = await store.listDue(NOW + NOTICE_LIMITS.notice, 10);
    expect(due).toMatchObject({ match: "m1", game: "mexica", player: CITLALI, attempts: 0 });
    if (!due) throw new Error("nothing is due");
    const taken = await Promise.all([store.take(due), store.take(due)]);
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
    expect(await dueAt(NOW + 2 * NOTICE_LIMITS.notice)).toEqual([]);
    await store.noteAwaited("m1", "mexica", [], NOW + 100_000);
    await store.noteAwaited("m1", "mexica", [{ seat: "east", player: CITLALI, turn: 1 }], NOW + 200_000);
    expect(await dueAt(NOW + 900_000), "the same turn again").toEqual([]);
    await store.noteAwaited("m1", "mexica", [{ seat: "east", player: CITLALI, turn: 2 }], NOW + 300_000);
    expect(await dueAt(NOW + 900_000), "the next turn").toEqual([["east", 2]]);
  });

  test("a turn is not due any more when its player is there, and is when they leave again", async () => {
    const east = { seat: "east", player: CITLALI, turn: 1 };
    const west = { seat: "west", player: TENOCH, turn: 1 };
    await store.noteAwaited("m1", "mexica", [east, west], NOW);
    await store.noteAwaited("m1", "mexica", [west], NOW + 10_000);
    expect(await dueAt(NOW + 900_000)).toEqual([["west", 1]]);
    await store.noteAwaited("m1", "mexica", [east, west], NOW + 20_000);
    expect(await dueAt(NOW + NOTICE_LIMITS.notice), "who stayed away is told as soon").toEqual([["west", 1]]);
    expect(await dueAt(NOW + 20_000 + NOTICE_LIMITS.notice)).toEqual([
      ["west", 1],
      ["east", 1],
    ]);
  });

  test("a turn of another player in the seat is another one", async () => {
    await store.noteAwaited("m1", "mexica", [{ seat: "east", player: CITLALI, turn: 1 }], NOW);
    await store.noteAwaited("m1", "mexica", [{ seat: "east", player: TENOCH, turn: 1 }], NOW + 5);
    const [due] = await store.listDue(NOW + 900_000, 10);
    expect(due).toMatchObject({ player: TENOCH, dueAt: NOW + 5 + NOTICE_LIMITS.notice });
  });

  test("nothing is noted for a player who is deleted, though they still have the seat", async () => {
    const [east, west] = [
      { seat: "east", player: CITLALI, turn: 1 },
      { seat: "west", player: TENOCH, turn: 1 },
    ];
    await players.delete(CITLALI);
    await store.noteAwaited("m1", "mexica", [east, west], NOW);
    expect(await dueAt(NOW + 900_000)).toEqual([["west", 1]]);
  });

  test("a notice that was not sent is due again, unless the seat's next turn has come", async () => {
    await store.noteAwaited("m1", "mexica", [{ seat: "east", player: CITLALI, turn: 1 }], NOW);
    const [due] = await store.listDue(NOW + 900_000, 10);
    if (!due) throw new Error("nothing is due");
    await store.take(due);
    await store.retry(due, NOW + 1_000_000);
    expect(await store.listDue(NOW + 1_000_000, 10)).toMatchObject([{ attempts: 1, dueAt: NOW + 1_000_000 }]);
    await store.noteAwaited("m1", "mexica", [{ seat: "east", player: CITLALI, turn: 2 }], NOW + 2_000_000);
    await store.retry(due, NOW);
    expect(await dueAt(NOW + 1_900_000)).toEqual([]);
  });

  test("what is due of a match ends with it, and with time", async () => {
    for (const match of ["m1", "m2"]) {
      await store.noteAwaited(match, "mexica", [{ seat: "east", player: CITLALI, turn: 1 }], NOW);
    }
    await store.forgetMatch("m1");
    expect((await store.listDue(NOW + 900_000, 10)).map(({ match }) => match)).toEqual(["m2"]);
    expect(await store.deleteOld(NOW)).toBe(false);
    expect(await store.deleteOld(NOW + 1)).toBe(true);
    expect(await dueAt(NOW + 900_000)).toEqual([]);
  });

  test.each([
    ["is deleted", () => players.delete(CITLALI)],
    ["was not seen for long", () => players.deleteUnseenGuests(NOW + 1)],
  ])("all of a player who %s goes with them, and nothing of others", async (_, remove) => {
    await players.markSeen(TENOCH, null, NOW + 1);
    for (const player of [CITLALI, TENOCH]) {
      await store.addPush({ ...PUSH, player, id: player, endpoint: `https://push.test/${player}` });
      await store.setMail({ ...MAIL, player, confirmedAt: NOW });
      await store.noteAwaited(player, "mexica", [{ seat: "east", player, turn: 1 }], NOW);
    }
    expect(await remove()).toBe(true);
    expect(await store.listPushes(CITLALI)).toEqual([]);
    expect(await store.findMail(CITLALI)).toBeNull();
    expect((await store.listDue(NOW + 900_000, 10)).map(({ player }) => player)).toEqual([TENOCH]);
    expect(await store.listPushes(TENOCH)).toHaveLength(1);
    expect(await store.findMail(TENOCH)).not.toBeNull();
    expect(await store.addPush(PUSH), "nothing is added for them").toBe(false);
    expect(await store.setMail({ ...MAIL, confirmedAt: null })).toBe(false);
    expect(await store.findMail(CITLALI)).toBeNull();
  });
});
