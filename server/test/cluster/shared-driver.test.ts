import type { IRoomCache } from "@colyseus/core";
import pino from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { SharedDriver } from "../../src/cluster/shared-driver.ts";
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
    return { driver, client, room };
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

  test("has the rooms of a process again when Redis lost them, and none that it no longer has", async () => {
    const { driver, client, room } = await open();
    const gone = { ...room, roomId: "m2_1" };
    await driver.insert(room);
    await client.del("roomcaches");
    await driver.persist(gone, true);
    await driver.restore(room.processId);
    expect(await driver.query({ processId: room.processId })).toMatchObject([{ roomId: room.roomId }]);
  });

  // A bot account that came back to a process that had stood still got a second room of the same id: the end of one made the other unreachable.
  test("has a room that is created while the others of its process are listed again", async () => {
    const { driver, room } = await open();
    await Promise.all([driver.insert(room), driver.restore(room.processId)]);
    expect(await driver.query({ processId: room.processId })).toMatchObject([{ roomId: room.roomId }]);
  });

  // A bot account whose process had stood still was online at another one, and not to be found for ever once its first room ended.
  test("has the room of another process, whatever becomes of one of the same id that this process had", async () => {
    const { driver, client, room } = await open();
    await driver.insert(room);
    await client.del("roomcaches");
    const others = new SharedDriver(client, pino({ level: "silent" }));
    const theirs = { ...room, processId: "p2" };
    expect(await others.insert(theirs)).toBe(true);
    expect(await driver.update(room, { $inc: { clients: 1 } })).toBe(false);
    expect(await driver.persist(room, true)).toBe(false);
    await driver.restore(room.processId);
    expect(await driver.remove(room.roomId)).toBe(false);
    expect(await driver.query({})).toMatchObject([{ roomId: room.roomId, processId: "p2", clients: 1 }]);
    expect(await others.remove(room.roomId)).toBe(true);
    expect(await driver.query({})).toEqual([]);
  });

  test("has a room of another process that is listed while the rooms of a lost one are removed", async () => {
    const { driver, client, room } = await open();
    const theirs = { ...room, processId: "p2" };
    vi.spyOn(driver, "query").mockImplementationOnce(async () => {
      await client.hset("roomcaches", room.roomId, JSON.stringify(theirs));
      return [room];
    });
    await driver.cleanup(room.processId);
    expect(await driver.query({})).toMatchObject([{ processId: "p2" }]);
    await driver.cleanup("p2");
    expect(await driver.query({})).toEqual([]);
  });

  test("has no second room of an id of this process, while others have removed the first", async () => {
    const { driver, client, room } = await open();
    await driver.insert(room);
    await client.del("roomcaches");
    expect(await driver.insert({ ...room, clients: 0 })).toBe(false);
    expect(await driver.findOne({ roomId: room.roomId })).toMatchObject({ clients: 1 });
  });
});
