/** What all stores of personal tokens have in common. */
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { beforeEach, describe, expect, test } from "vitest";
import {
  deletePersonalTokens,
  PersonalTokenStore,
  type StoredPersonalToken,
} from "../../src/players/store/personal-token-store.ts";
import { insertPlayer, PlayerStore, type StoredPlayer } from "../../src/players/store/player-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const NOW = 1_763_600_000_000;
const CITLALI: StoredPlayer = {
  id: "V1StGXR8Z5jd",
  name: "Citlali",
  kind: "guest",
  createdAt: NOW,
  seenAt: NOW,
  generation: 0,
};
const BOT: StoredPlayer = { ...CITLALI, id: "a2bC3dE4fG5h", name: "Tonatiuh", kind: "bot" };
const CALENDAR: StoredPersonalToken = {
  id: "calendar0000",
  secret: "00".repeat(32),
  player: CITLALI.id,
  actsAs: CITLALI.id,
  name: "Calendar",
  scopes: "play chat",
  createdAt: NOW,
  usedAt: null,
};
const ROBOT: StoredPersonalToken = {
  ...CALENDAR,
  id: "robot0000000",
  actsAs: BOT.id,
  scopes: "bot",
  createdAt: NOW + 1,
};

interface Stores {
  readonly players: PlayerStore;
  readonly tokens: PersonalTokenStore;
}

const KINDS = storeKinds<Stores>(
  (database) => ({ players: new PlayerStore(database), tokens: new PersonalTokenStore(database) }),
  ["players", "personal_tokens"],
);

describe.each(KINDS)("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  async function given(): Promise<Stores> {
    const stores = await open();
    await stores.players.add(CITLALI);
    expect(await stores.tokens.add(CALENDAR, [])).toBe(true);
    expect(await stores.tokens.add(ROBOT, [insertPlayer(BOT)])).toBe(true);
    return stores;
  }

  test("finds a token with the player as whom it acts, and lists the newest first", async () => {
    const { tokens } = await given();
    expect(await tokens.find(CALENDAR.id)).toEqual({ token: CALENDAR, player: CITLALI });
    expect(await tokens.find(ROBOT.id)).toEqual({ token: ROBOT, player: BOT });
    expect(await tokens.find("none00000000")).toBeNull();
    expect(await tokens.list(CITLALI.id)).toEqual([ROBOT, CALENDAR]);
    expect(await tokens.list(BOT.id)).toEqual([]);
  });

  test("notes when a token was used, which is when both its players were seen", async () => {
    const { tokens, players } = await given();
    await tokens.markUsed(ROBOT, NOW + 5);
    expect((await tokens.find(ROBOT.id))?.token.usedAt).toBe(NOW + 5);
    expect(await players.find(CITLALI.id)).toMatchObject({ seenAt: NOW + 5 });
    expect(await players.find(BOT.id)).toMatchObject({ seenAt: NOW + 5 });
  });

  test("adds none for a player who is deleted, nor more than they can have", async () => {
    const { tokens, players } = await given();
    expect(await tokens.add({ ...CALENDAR, id: "stranger0000", player: "nobody" }, [])).toBe(false);
    const added: boolean[] = [];
    for (let n = 2; n <= SERVER_LIMITS.personalTokens; n += 1)
      added.push(await tokens.add({ ...CALENDAR, id: `token${String(n).padStart(7, "0")}` }, []));
    expect(added.filter(Boolean)).toHaveLength(SERVER_LIMITS.personalTokens - 2);
    const refused = { ...BOT, id: "another00000" };
    expect(
      await tokens.add({ ...ROBOT, id: "more00000000", actsAs: refused.id }, [insertPlayer(refused)]),
    ).toBe(false);
    expect(await players.find(refused.id)).toBeNull();
  });

  test("deletes one, all of a player's, and those of a player who is deleted", async () => {
    const { tokens, players } = await given();
    expect(await tokens.delete(BOT.id, ROBOT.id, [])).toBe(false);
    expect(await tokens.delete(CITLALI.id, ROBOT.id, [])).toBe(true);
    expect(await tokens.delete(CITLALI.id, ROBOT.id, [])).toBe(false);
    expect(await tokens.list(CITLALI.id)).toEqual([CALENDAR]);
    expect(await players.endGeneration(CITLALI.id, 0, [deletePersonalTokens(CITLALI.id)])).toBe(true);
    expect(await tokens.list(CITLALI.id)).toEqual([]);
    await tokens.add(CALENDAR, []);
    await players.delete(CITLALI.id);
    expect(await tokens.find(CALENDAR.id)).toBeNull();
  });
});
