/** What a server that cannot start leaves behind. */
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { startServer } from "../../src/app.ts";

test.skipIf(lacks("redis"))(
  "a server that cannot use its database closes its connections to Redis",
  async () => {
    const redis = await RedisProcess.start();
    onTestFinished(() => redis.stop());
    const beside = new Redis(redis.url);
    onTestFinished(() => beside.disconnect());
    const countClients = async () =>
      String(await beside.client("LIST"))
        .trim()
        .split("\n").length;
    expect(await countClients()).toBe(1);
    const start = startServer({ redisUrl: redis.url, databaseUrl: "postgres://me:secret@127.0.0.1:9/war" });
    await expect(start).rejects.toThrow("ECONNREFUSED");
    await expect.poll(countClients).toBe(1);
  },
);
