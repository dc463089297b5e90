/** What all stores of muted players have in common. */
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { beforeEach, describe, expect, test } from "vitest";
import { MuteStore } from "../../src/players/store/mute-store.ts";
import { PlayerStore, type StoredPlayer } from "../../src/players/store/player-store.ts";
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
const XOCO: StoredPlayer = { ...CITLALI, id: "x2bC3dE4fG5h", name: "Xoco", kind: "guest" };

const KINDS = storeKinds(
  (database) => ({ players: new PlayerStore(database), mutes: new MuteStore(database) }),
  ["players", "player_mutes"],
);

describe.each(KINDS)("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  async function given() {
    const stores = await open();
    for (const player of [CITLALI, TENOCH, XOCO]) await stores.players.add(player);
    return stores;
  }

  test("lists the latest first, by the names that they have now", async () => {
    const { mutes, players } = await given();
    expect(await mutes.put(CITLALI.id, [{ id: TENOCH.id, blocked: false }], NOW)).toBe(true);
    expect(await mutes.put(CITLALI.id, [{ id: XOCO.id, blocked: true }], NOW + 1)).toBe(true);
    await players.rename(XOCO.id, "Xochitl");
    expect(await mutes.list(CITLALI.id)).toEqual([
      { id: XOCO.id, name: "Xochitl", blocked: true, at: NOW + 1 },
      { id: TENOCH.id, name: "Tenoch", blocked: false, at: NOW },
    ]);
    expect(await mutes.list(TENOCH.id)).toEqual([]);
  });

  test("says of one who is there already what they are now; of a stranger, and of the player themselves, nothing", async () => {
    const { mutes } = await given();
    await mutes.put(CITLALI.id, [{ id: TENOCH.id, blocked: true }], NOW);
    const again = [TENOCH.id, "none00000000", CITLALI.id].map((id) => ({ id, blocked: false }));
    expect(await mutes.put(CITLALI.id, again, NOW + 1)).toBe(true);
    expect(await mutes.list(CITLALI.id)).toEqual([
      { id: TENOCH.id, name: "Tenoch", blocked: false, at: NOW },
    ]);
    expect(await mutes.delete(CITLALI.id, TENOCH.id)).toBe(true);
    expect(await mutes.delete(CITLALI.id, TENOCH.id)).toBe(false);
    expect(await mutes.list(CITLALI.id)).toEqual([]);
  });

  test("keeps a player apart from the latest who block them, so many at most", async () => {
    const { mutes } = await given();
    await mutes.put(CITLALI.id, [{ id: XOCO.id, blocked: true }], NOW);
    await mutes.put(TENOCH.id, [{ id: XOCO.id, blocked: true }], NOW + 1);
    expect(await mutes.listApart(XOCO.id, 1)).toEqual(new Set([TENOCH.id]));
    expect(await mutes.listApart(XOCO.id)).toEqual(new Set([CITLALI.id, TENOCH.id]));
  });

  test("keeps those apart of whom one blocks the other, not who only mutes", async () => {
    const { mutes } = await given();
    await mutes.put(CITLALI.id, [{ id: TENOCH.id, blocked: true }], NOW);
    await mutes.put(CITLALI.id, [{ id: XOCO.id, blocked: false }], NOW);
    expect([...(await mutes.listApart(CITLALI.id))]).toEqual([TENOCH.id]);
    expect([...(await mutes.listApart(TENOCH.id))]).toEqual([CITLALI.id]);
    expect([...(await mutes.listApart(XOCO.id))]).toEqual([]);
  });

  test("adds none for a player who is gone, nor more than an account can have", async () => {
    const { mutes, players } = await given();
    expect(await mutes.put("none00000000", [{ id: TENOCH.id, blocked: true }], NOW)).toBe(false);
    const many = Array.from(
      { length: SERVER_LIMITS.mutes.players },
      (_, i) => `p${String(i).padStart(11, "0")}`,
    );
    for (const id of many) await players.add({ ...XOCO, id });
    expect(
      await mutes.put(
        CITLALI.id,
        many.map((id) => ({ id, blocked: false })),
        NOW,
      ),
    ).toBe(true);
    expect(await mutes.put(CITLALI.id, [{ id: TENOCH.id, blocked: true }], NOW)).toBe(false);
    expect(await mutes.put(CITLALI.id, [{ id: many[0] ?? "", blocked: true }], NOW)).toBe(true);
    expect(await mutes.list(CITLALI.id)).toHaveLength(SERVER_LIMITS.mutes.players);
    expect(await mutes.listApart(TENOCH.id)).toEqual(new Set());
  });

  test("deletes with a player whom they mute, and who mutes them", async () => {
    const { mutes, players } = await given();
    await mutes.put(CITLALI.id, [{ id: TENOCH.id, blocked: true }], NOW);
    await mutes.put(TENOCH.id, [{ id: XOCO.id, blocked: true }], NOW);
    expect(await players.delete(TENOCH.id)).toBe(true);
    await players.add(TENOCH);
    expect(await mutes.list(CITLALI.id)).toEqual([]);
    expect(await mutes.list(TENOCH.id)).toEqual([]);
    expect([...(await mutes.listApart(XOCO.id))]).toEqual([]);
  });
});
