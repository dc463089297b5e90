import { Redis } from "ioredis";
import { afterAll, beforeAll, describe } from "vitest";
import { lacks } from "../../test/support/programs.ts";
import { RedisProcess } from "../../test/support/redis.ts";
import { MemoryStore } from "../src/journal/memory-journal.ts";
import { RedisStore } from "../src/journal/redis-store.ts";
import { SqliteStore } from "../src/journal/sqlite-store.ts";
import { openDatabase } from "./support/database.ts";
import { journalSuite } from "./support/journal-suite.ts";

journalSuite("memory", async (keeping, now) => new MemoryStore(keeping, now));
journalSuite("SQLite", async (keeping, now) => new SqliteStore(await openDatabase(), keeping, now));

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

  journalSuite("Redis", async (keeping, now) => {
    await connection.flushall();
    return new RedisStore(connection, keeping, now);
  });
});
