/** What the model of Redis answers, beside a real one. */
import { Redis } from "ioredis";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IRoomCache } from "@colyseus/core";
import pino from "pino";
import { SharedDriver } from "../../server/src/cluster/shared-driver.ts";
import { type ExpiringKeys, RedisKeys } from "../../server/src/cluster/expiring-keys.ts";
import { lacks } from "../support/programs.ts";
import { RedisProcess } from "../support/redis.ts";
import { RedisModel } from "./models/redis-model.ts";

/** Commands, in this order: each may read what those before it wrote. */
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
  ["publish", "unheard", "text"],
  ["pubsub", "CHANNELS", "t*"],
  ["pubsub", "NUMSUB", "topic", "none"],
  ["ping", "nonce"],
  ["no-such-command"],
];

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

  test("runs the scripts of the servers' locks", async () => {
    const calls: readonly ((keys: ExpiringKeys) => Promise<unknown>)[] = [
      (keys) => keys.claim("lock", "mine", 60_000),
      (keys) => keys.claim("lock", "mine", 60_000),
      (keys) => keys.claim("lock", "theirs", 60_000),
      (keys) => keys.release("lock", "theirs"),
      (keys) => keys.find("lock").then((found) => found?.value),
      (keys) => keys.release("lock", "mine"),
      (keys) => keys.claim("lock", "theirs", 60_000),
    ];
    for (const call of calls) {
      const [expected, answered] = await askBoth((client) => call(new RedisKeys(client)));
      expect(answered).toEqual(expected);
    }
  });

  test("runs the scripts of the listings", async () => {
    const [expected, answered] = await askBoth(async (client) => {
      const driver = new SharedDriver(client, pino({ level: "silent" }));
      const room = { roomId: "room", processId: "process", clients: 1, maxClients: 4 } as IRoomCache;
      const changed = [await driver.update(room, { $inc: { clients: 1 } }), await driver.insert(room)];
      changed.push(await driver.update(room, { $set: { maxClients: 2 }, $inc: { clients: -1 } }));
      const listed = await driver.findOne({ roomId: "room" });
      const other = { ...room, processId: "other" };
      const others = new SharedDriver(client, pino({ level: "silent" }));
      changed.push(await others.persist(other, true), await driver.remove("room"));
      changed.push(await driver.persist(room), await others.insert(other), await driver.persist(room, true));
      changed.push(await driver.remove("room"), await others.remove("room"));
      return { changed, clients: listed.clients, maxClients: listed.maxClients };
    });
    expect(answered).toEqual(expected);
    const others = [false, true, false, true, false, false, true];
    expect(answered).toEqual({ changed: [false, true, true, ...others], clients: 1, maxClients: 2 });
  });

  test("runs the script of the quotas' counters", async () => {
    const [expected, answered] = await askBoth(async (storeClient) => {
      const counter = new RateLimiterRedis({ storeClient, points: 2, duration: 60 });
      const counted: unknown[] = [];
      for (let i = 0; i < 3; i += 1) {
        const { consumedPoints, remainingPoints } = await counter
          .consume("address")
          .catch((refused: RateLimiterRes) => refused);
        counted.push({ consumedPoints, remainingPoints });
      }
      return counted;
    });
    expect(answered).toEqual(expected);
    expect(answered).toMatchObject([{ remainingPoints: 1 }, { remainingPoints: 0 }, { consumedPoints: 3 }]);
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

/** Returns the first word of an error, its code: the rest is worded differently. */
function firstWord(error: unknown): string {
  return error instanceof Error ? `${error.message.split(" ")[0]}` : String(error);
}
