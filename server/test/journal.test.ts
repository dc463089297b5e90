import { DatabaseSync } from "node:sqlite";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../test/support/programs.ts";
import { RedisProcess } from "../../test/support/redis.ts";
import type { Database } from "../src/database/database.ts";
import { MIGRATIONS } from "../src/database/schema.ts";
import { JournalDamaged, type Keeping } from "../src/journal/journal.ts";
import { MemoryStore } from "../src/journal/memory-journal.ts";
import { RedisStore } from "../src/journal/redis-store.ts";
import { SqliteStore } from "../src/journal/sqlite-store.ts";
import { openDatabase } from "./support/database.ts";
import { journalSuite, someName, someRow } from "./support/journal-suite.ts";

const FOR_EVER: Keeping = { finished: 1e12, unfinished: 1e12 };

journalSuite("memory", async (keeping, now) => new MemoryStore(keeping, now));
let database: Database;
const rowOf = "match = (SELECT id FROM matches WHERE match = ?) AND n = ?";
journalSuite(
  "SQLite",
  async (keeping, now) => new SqliteStore((database = await openDatabase()), keeping, now),
  {
    async change(match, n) {
      const sql = `UPDATE log SET text = replace(text, 'ñ', 'n') WHERE ${rowOf}`;
      expect(await database.change({ sql, values: [match, n] })).toBe(true);
    },
    async remove(match, n) {
      expect(await database.change({ sql: `DELETE FROM log WHERE ${rowOf}`, values: [match, n] })).toBe(true);
    },
    async openNewer() {
      await database.close();
      const file = new DatabaseSync(database.file);
      file.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
      file.close();
      await openDatabase(database.file);
    },
  },
);

describe.skipIf(lacks("redis"))("with a Redis", () => {
  let redis: RedisProcess;
  let connection: Redis;
  beforeAll(async () => {
    redis = await RedisProcess.start();
    connection = new Redis(redis.url);
  });
  afterAll(async () => {
    connection.disconnect();
    await redis.stop();
  });

  const open = async (keeping: Keeping, now: () => number) => {
    await connection.flushall();
    return new RedisStore(connection, keeping, now);
  };

  /** Writes a match's rows again, each with what becomes of its fields; `null`: nothing. */
  async function rewrite(match: string, become: (n: number, fields: string[]) => string[] | null) {
    const key = `journal:log:${match}`;
    const entries = await connection.xrange(key, "-", "+");
    await connection.del(key);
    for (const [i, [id, fields]] of entries.entries()) {
      const kept = become(i + 1, fields);
      if (kept) await connection.xadd(key, id, ...kept);
    }
  }

  journalSuite("Redis", open, {
    change: (match, n) =>
      rewrite(match, (i, fields) => (i === n ? fields.map((field) => field.replace("ñ", "n")) : fields)),
    remove: (match, n) => rewrite(match, (i, fields) => (i === n ? null : fields)),
    async openNewer() {
      await connection.set("journal:version", MIGRATIONS.length + 1);
      await RedisStore.open(connection, FOR_EVER);
    },
  });

  test.each([
    ["is no hash", (key: string) => connection.set(key, "x")],
    ["has an epoch that is no number", (key: string) => connection.hset(key, "epoch", "x")],
    ["lacks its code", (key: string) => connection.hdel(key, "code")],
    ["is another match's", (key: string) => connection.hset(key, "match", "other")],
  ])("a match whose head %s is set aside, and no other", async (_, hurt) => {
    const store = await open(FOR_EVER, Date.now);
    for (const match of ["m", "other"]) await store.create(someName(match), [someRow(1)]);
    await hurt("journal:head:m");
    await expect(store.headOf("m")).rejects.toThrow(JournalDamaged);
    expect(await store.headsOf(["m", "other"])).toMatchObject([{ match: "other" }]);
    expect(await store.headOf("other")).toMatchObject({ match: "other" });
  });

  test("what was written before rows had seals, and versions were told, is read", async () => {
    const store = await open(FOR_EVER, Date.now);
    await store.create(someName("m"), [someRow(1), someRow(2)]);
    await rewrite("m", (_n, fields) => fields.slice(0, 2));
    const opened = await RedisStore.open(connection, FOR_EVER);
    expect(await opened.takeOver("m")).toEqual({ epoch: 2, rows: [someRow(1), someRow(2)] });
    expect(await connection.get("journal:version")).toBe(String(MIGRATIONS.length));
  });
});
