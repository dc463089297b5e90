/** What all stores of players have in common. */
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { MemoryPlayers } from "../../src/players/store/memory-store.ts";
import { MAX_DELETED, type PlayerStore, type StoredPlayer } from "../../src/players/store/player-store.ts";
import { SqlPlayers } from "../../src/players/store/sql-store.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import { openDatabase } from "../support/database.ts";

const CITLALI: StoredPlayer = {
  id: "V1StGXR8Z5jd",
  name: "Citlali ✿",
  kind: "guest",
  createdAt: 1_763_600_000_000,
  seenAt: 1_763_600_000_000,
};
const TENOCH: StoredPlayer = { ...CITLALI, id: "a2bC3dE4fG5h", name: "Tenoch", seenAt: 1_763_600_000_001 };

const isPostgresMissing = lacks("postgres");
let postgres: PostgresProcess | null = null;
let shared: PostgresDatabase | null = null;
beforeAll(async () => {
  if (isPostgresMissing) return;
  postgres = await PostgresProcess.start();
  const log = pino({ level: "silent" });
  shared = await PostgresDatabase.open(postgres.url, { migrations: POSTGRES_MIGRATIONS, log });
});
afterAll(async () => {
  await shared?.close();
  await postgres?.stop();
});

/** Opens an empty store as servers share it. */
async function openShared(): Promise<PlayerStore> {
  if (!shared) throw new Error("PostgreSQL was not started");
  await postgres?.query("TRUNCATE players");
  return new SqlPlayers(shared);
}

describe.each([
  { kind: "memory", open: async (): Promise<PlayerStore> => new MemoryPlayers(), skipped: false },
  { kind: "SQLite", open: async () => new SqlPlayers(await openDatabase()), skipped: false },
  { kind: "PostgreSQL", open: openShared, skipped: isPostgresMissing },
])("a $kind store", ({ open, skipped }) => {
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

  test("notes when a player was seen last, and brings nobody back who is deleted", async () => {
    const store = await open();
    await store.add(CITLALI);
    await store.markSeen(CITLALI.id, CITLALI.seenAt + 5);
    expect(await store.find(CITLALI.id)).toEqual({ ...CITLALI, seenAt: CITLALI.seenAt + 5 });
    expect(await store.delete(CITLALI.id)).toBe(true);
    await store.markSeen(CITLALI.id, CITLALI.seenAt + 6);
    expect(await store.find(CITLALI.id)).toBeNull();
    expect(await store.delete(CITLALI.id)).toBe(false);
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
});
