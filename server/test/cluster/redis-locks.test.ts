import pino from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { FaultyProxy } from "../../../test/support/faulty-proxy.ts";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { RedisLocks } from "../../src/cluster/locks.ts";
import { connectRedis } from "../../src/cluster/redis.ts";
import { systemRandom } from "../../src/random.ts";
import { systemTime } from "../../src/time.ts";
import { refusalOf } from "../support/refusal-of.ts";

/** ms after which Redis lets a lock go by itself. */
const EXPIRY = 10_000;

describe.skipIf(lacks("redis"))("a lock in Redis", () => {
  test("that was taken without an answer is let go when Redis is back", async () => {
    const redis = await RedisProcess.start();
    onTestFinished(() => redis.stop());
    const proxy = await FaultyProxy.open(redis.port);
    onTestFinished(() => proxy.close());
    const client = await connectRedis(`redis://127.0.0.1:${proxy.port}`, pino({ level: "silent" }));
    onTestFinished(() => client.disconnect());
    const locks = new RedisLocks(client, systemTime, systemRandom);
    const begun = performance.now();
    proxy.break((connection) => connection.replaceAnswer(() => Buffer.alloc(0)));
    expect(await refusalOf(locks.run("match", async () => {}))).toMatchObject({ code: "unavailable" });
    proxy.mend();
    proxy.reset();
    const other = await connectRedis(redis.url, pino({ level: "silent" }));
    onTestFinished(() => other.disconnect());
    expect(await new RedisLocks(other, systemTime, systemRandom).run("match", async () => "held")).toBe(
      "held",
    );
    expect(performance.now() - begun).toBeLessThan(EXPIRY - 1_000);
  });
});
