/** What the model of Redis answers, beside a real one. */
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../support/programs.ts";
import { RedisProcess } from "../support/redis.ts";
import { RedisModel } from "./models/redis-model.ts";

/** Commands one after the other, and what their answers must have in common: all but times. */
const COMMANDS: readonly (readonly [name: string, ...args: (string | number)[]])[] = [
  ["get", "none"],
  ["set", "text", "one"],
  ["set", "text", "two", "NX"],
  ["set", "text", "two", "XX"],
  ["set", "text", "three", "PX", 60_000, "GET"],
  ["set", "other", "first", "PX", 60_000, "GET"],
  ["get", "text"],
  ["exists", "text"],
  ["exists", "none"],
  ["pttl", "none"],
  ["hgetall", "text"],
  ["sadd", "text", "a"],
  ["set", "forever", "1"],
  ["pttl", "forever"],
  ["expire", "none", 10],
  ["expire", "forever", 10],
  ["ttl", "forever"],
  ["set", "count", 0, "EX", 60, "NX"],
  ["incrby", "count", 3],
  ["incr", "count"],
  ["get", "count"],
  ["incrby", "text", 1],
  ["sadd", "set", "a", "b", "a"],
  ["scard", "set"],
  ["sismember", "set", "a"],
  ["sismember", "set", "z"],
  ["srem", "set", "a", "z"],
  ["smembers", "set"],
  ["srem", "set", "b"],
  ["exists", "set"],
  ["smembers", "set"],
  ["hset", "hash", "a", "1", "b", "2"],
  ["hset", "hash", "a", "3"],
  ["hsetnx", "hash", "a", "4"],
  ["hsetnx", "hash", "c", "5"],
  ["hget", "hash", "a"],
  ["hget", "hash", "none"],
  ["hget", "none", "none"],
  ["hmget", "hash", "a", "none", "c"],
  ["hgetall", "hash"],
  ["hlen", "hash"],
  ["hincrby", "hash", "a", 4],
  ["hincrby", "hash", "new", -2],
  ["hdel", "hash", "a", "b", "c", "z"],
  ["hdel", "hash", "new"],
  ["exists", "hash"],
  ["del", "text", "none", "count"],
  ["get", "text"],
  ["publish", "nobody", "hears"],
  ["pubsub", "CHANNELS", "t*"],
  ["pubsub", "NUMSUB", "topic", "none"],
  ["ping", "nonce"],
  ["no-such-command"],
];

/** The scripts of the servers (cluster/expiring-keys.ts), word for word: a model that knows them by their text must know these. */
const CLAIM = `
local held = redis.call("get", KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`;
const RELEASE = `if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end`;

describe.skipIf(lacks("redis"))("the model of Redis", () => {
  let real: RedisProcess;
  let clients: readonly [real: Redis, model: Redis];

  beforeAll(async () => {
    real = await RedisProcess.start();
    const port = await new RedisModel(() => performance.now()).listen(0);
    clients = [new Redis(real.url), new Redis(port, "127.0.0.1")];
  });

  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await real.stop();
  });

  /** Returns what both answer, errors by their messages. */
  const askBoth = (ask: (client: Redis) => Promise<unknown>) =>
    Promise.all(clients.map((client) => ask(client).catch((error: unknown) => firstWord(error))));

  test("answers commands as Redis does", async () => {
    for (const [name, ...args] of COMMANDS) {
      const [expected, answered] = await askBoth((client) => client.call(name, ...args));
      expect(answered, `${name} ${args.join(" ")}`).toEqual(expected);
    }
  });

  test("runs the servers' scripts", async () => {
    const calls: readonly (readonly [script: string, ...args: string[]])[] = [
      [CLAIM, "lock", "mine", "60000"],
      [CLAIM, "lock", "mine", "60000"],
      [CLAIM, "lock", "theirs", "60000"],
      [RELEASE, "lock", "theirs"],
      [RELEASE, "lock", "mine"],
      [CLAIM, "lock", "theirs", "60000"],
    ];
    for (const [script, key = "", ...args] of calls) {
      const [expected, answered] = await askBoth((client) => client.eval(script, 1, key, ...args));
      expect(answered).toEqual(expected);
    }
  });

  test("runs several commands at once, and lets keys expire", async () => {
    const [expected, answered] = await askBoth((client) =>
      client.multi().hincrby("many", "a", 2).expire("many", 60).set("short", "1", "PX", 1).exec(),
    );
    expect(answered).toEqual(expected);
    await expect.poll(() => askBoth((client) => client.get("short"))).toEqual([null, null]);
  });

  test("tells subscribers what is published", async () => {
    const heard = await Promise.all(
      clients.map(async (client) => {
        const subscriber = client.duplicate();
        const message = new Promise((resolve) => subscriber.once("message", (...got) => resolve(got)));
        await subscriber.subscribe("topic");
        const told = await client.publish("topic", "text");
        const channels = await client.pubsub("CHANNELS", "to*");
        const subscribed = await client.pubsub("NUMSUB", "topic");
        const pinged = await subscriber.ping("nonce");
        const got = await message;
        subscriber.disconnect();
        return { told, channels, subscribed, pinged, got };
      }),
    );
    expect(heard[1]).toEqual(heard[0]);
  });
});

function firstWord(error: unknown): string {
  return error instanceof Error ? `${error.message.split(" ")[0]}` : String(error);
}
