/** Rooms that are closed before Colyseus has listed them (docs/colyseus.md, "Closed while it opens"). */
import { matchMaker } from "@colyseus/core";
import { afterEach, expect, test, vi } from "vitest";
import { startServer } from "../../src/app.ts";
import { MatchRoom } from "../../src/match/room.ts";
import { createMatch } from "../support/post.ts";
import { until } from "../support/until.ts";

afterEach(() => vi.restoreAllMocks());

test("a match that moves while its room is being listed leaves no room, and the server stops", async () => {
  const server = await startServer();
  const opened: MatchRoom[] = [];
  const create = vi.spyOn(MatchRoom.prototype, "onCreate");
  const { driver } = matchMaker;
  const insert = driver.insert?.bind(driver);
  vi.spyOn(driver, "insert").mockImplementation(async (listing) => {
    const inserted = (await insert?.(listing)) ?? false;
    const rooms = create.mock.contexts as readonly MatchRoom[];
    const room = rooms.find(({ roomId }) => roomId === listing.roomId);
    // As when the store does not answer the first write of a match that was taken over.
    if (room && opened.push(room) === 1) room.live.moveOut();
    return inserted;
  });
  await createMatch(server.url, { game: "tieqchieq", seats: 2 }).catch(() => undefined);
  const [room] = opened;
  if (room === undefined) throw new Error("no room was opened");
  await until(() => matchMaker.getLocalRoomById(room.roomId) === undefined, "the room to be gone");
  expect(await driver.findOne({ roomId: room.roomId })).toBeUndefined();
  await server.stop();
});
