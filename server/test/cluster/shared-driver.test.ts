import type { IRoomCache } from "@colyseus/core";
import pino from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { SharedDriver } from "../../src/cluster/drivers.ts";
import { connectRedis } from "../../src/cluster/redis.ts";

describe.skipIf(lacks("redis"))("the listing of rooms in Redis", () => {
  async function open() {
    const redis = await RedisProcess.start();
    onTestFinished(() => redis.stop());
    const log = pino({ level: "silent" });
    const client = await connectRedis(redis.url, log);
    onTestFinished(() => client.disconnect());
    const driver = new SharedDriver(client, log);
    const room = { roomId: "m1_1", processId: "p1", name: "match", clients: 1 } as IRoomCache;
    return { driver, room };
  }

  // A match whose closed room stayed listed by a living process could never be restored.
  test("has no room that was removed, though its clients leave only then", async () => {
    const { driver, room } = await open();
    await driver.insert(room);
    await driver.remove(room.roomId);
    await driver.update(room, { $inc: { clients: -1 } });
    await driver.persist(room);
    expect(await driver.findOne({ roomId: room.roomId })).toBeUndefined();
    expect(await driver.query({})).toEqual([]);
  });

  test("shows what changes in a room that is listed", async () => {
    const { driver, room } = await open();
    await driver.insert(room);
    await driver.update(room, { $set: { locked: true }, $inc: { clients: 2 } });
    expect(await driver.findOne({ roomId: room.roomId })).toMatchObject({ clients: 3, locked: true });
  });

  test("has the rooms of a process again when Redis lost them", async () => {
    const { driver, room } = await open();
    await driver.restore(room.processId, [room]);
    expect(await driver.query({ processId: room.processId })).toMatchObject([{ roomId: room.roomId }]);
  });
});
