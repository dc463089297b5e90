import type { IRoomCache } from "@colyseus/core";
import { expect, test } from "vitest";
import { IndexedDriver } from "../../src/cluster/indexed-driver.ts";

function room(roomId: string, name: string): IRoomCache {
  return { roomId, name, processId: "p", clients: 0, maxClients: 4, metadata: {} } as IRoomCache;
}

test("a listed room is found by its id, and by other conditions as with Colyseus' own driver", async () => {
  const driver = new IndexedDriver();
  const match = room("a_1", "match");
  const lobby = room("b_1", "lobby");
  expect(await driver.insert(match)).toBe(true);
  expect(await driver.insert(room("a_1", "another"))).toBe(false);
  driver.persist(lobby, true);
  expect(await driver.findOne({ roomId: "a_1" })).toBe(match);
  expect(await driver.findOne({ roomId: "b_1" })).toBe(lobby);
  expect(await driver.findOne({ roomId: "a_1", name: "lobby" })).toBeUndefined();
  expect(await driver.findOne({ name: "lobby" })).toBe(lobby);
  driver.remove("a_1");
  expect(await driver.findOne({ roomId: "a_1" })).toBeUndefined();
  driver.clear();
  expect(await driver.findOne({ roomId: "b_1" })).toBeUndefined();
});
