import pino from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { TcpProxy } from "../../../test/support/tcp-proxy.ts";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { RedisLocks } from "../../src/cluster/locks.ts";
import { connectRedis } from "../../src/cluster/redis.ts";
import { systemRandom } from "../../src/random.ts";
import { systemTime } from "../../src/time.ts";
import { refusalOf } from "../support/refusal-of.ts";

describe.skipIf(lacks("redis"))("a lock in Redis", () => {
  test("that was taken without an answer is let go when Redis is back", async () => {
    const redis = await RedisProcess.start();
    onTestFinished(() => redis.stop());
    const proxy = await TcpProxy.open(redis.port);
    onTestFinished(() => proxy.close());
    const client = await connectRedis(`redis://127.0.0.1:${proxy.port}`, pino({ level: "silent" }));
    onTestFinished(() => client.disconnect());
    const locks = new RedisLocks(client, systemTime, systemRandom);
    const other = await connectRedis(redis.url, pino({ level: "silent" }));
    onTestFinished(() => other.disconnect());

    proxy.silence("downstream");
    const refused = refusalOf(locks.run("match", async () => {}));
    // From now on Redis does not let it go by itself.
    await expect.poll(() => other.persist("lock:match"), { interval: 1 }).toBe(1);
    proxy.break((connection) => connection.silence("both"));
    expect(await refused).toMatchObject({ code: "unavailable" });
    proxy.mend();
    proxy.reset();
    expect(await new RedisLocks(other, systemTime, systemRandom).run("match", async () => "held")).toBe(
      "held",
    );
  });
});
