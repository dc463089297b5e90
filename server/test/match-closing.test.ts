import { matchMaker } from "@colyseus/core";
import { CLOSE } from "@flower-war/client-sdk/protocol";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { roomIdOf } from "../src/match/room-id.ts";
import { TestClient } from "./support/client.ts";
import { createMatch } from "./support/post.ts";
import { callRoom } from "./support/rooms.ts";
import { sitDown } from "./support/table.ts";
import { until } from "./support/until.ts";

/** No room closes unless a test says so. */
const NEVER = { empty: 60_000, over: 60_000, overAtTemple: 60_000 };

let server: RunningServer;
afterEach(() => server.stop());

const isOpen = (match: string) => matchMaker.getLocalRoomById(roomIdOf(match, 1)) !== undefined;

/** Waits for as long as a match stays in which nobody is. */
async function untilAnotherCloses(): Promise<void> {
  const { match } = await createMatch(server.url);
  await until(() => !isOpen(match), "an empty match to close");
}

describe("a match", () => {
  test("in which nobody is present for a while is closed", async () => {
    server = await startServer({ patience: { ...NEVER, empty: 1000 } });
    const player = await TestClient.join(server.url, await createMatch(server.url));
    const { match } = player.reserved;
    await untilAnotherCloses();
    expect(isOpen(match)).toBe(true);
    await player.room.leave(false);
    await until(() => !isOpen(match), "the room to close");
  });

  test("whose players are at a temple that is online stays (N-9)", async () => {
    server = await startServer({ patience: { ...NEVER, empty: 1000 } });
    const { match } = await createMatch(server.url);
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, "templo-1", true);
    await untilAnotherCloses();
    expect(isOpen(match)).toBe(true);
    await callRoom(roomIdOf(match, 1), "templePresence", "templo-1", false);
    await until(() => !isOpen(match), "the room to close");
  });

  test("that is over stays for a while, then shows its viewers out", async () => {
    server = await startServer({ patience: { ...NEVER, over: 1000 } });
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const [east, west] = players;
    await east?.play({ type: "concede" });
    await until(() => west?.state.status === "over", "the end");
    expect(isOpen(match)).toBe(true);
    await until(() => players.every(({ closed }) => closed === CLOSE.closed), "the viewers to be shown out");
    await until(() => !isOpen(match), "the room to close");
  });
});

describe("a match at a temple", () => {
  test("stays for longer when it is over, for the temple to show it (P-5)", async () => {
    server = await startServer({ patience: { ...NEVER, over: 50, overAtTemple: 1500 } });
    const { match, players } = await sitDown(server.url, { seats: 2 });
    await callRoom(roomIdOf(match, 1), "bindSeat", "west", null, "templo-1", true);
    const other = await sitDown(server.url, { seats: 2 });
    await players[0]?.play({ type: "concede" });
    await other.players[0]?.play({ type: "concede" });
    await until(() => !isOpen(other.match), "the other match to close");
    expect(isOpen(match)).toBe(true);
    await until(() => !isOpen(match), "the temple's match to close");
  });
});

describe("a server that stops", () => {
  test("closes every match although somebody reserved a place and did not come", async () => {
    server = await startServer();
    const player = await TestClient.join(server.url, await createMatch(server.url));
    await createMatch(server.url);
    const began = Date.now();
    await server.stop();
    expect(Date.now() - began).toBeLessThan(5000);
    await until(() => player.closed !== null, "the player to be shown out");
  });

  test("may be stopped twice, and another may start after it in the same process", async () => {
    server = await startServer();
    await Promise.all([server.stop(), server.stop()]);
    await expect(fetch(server.url)).rejects.toThrow();
    server = await startServer();
    expect((await TestClient.join(server.url, await createMatch(server.url))).state.status).toBe("gathering");
  });
});
