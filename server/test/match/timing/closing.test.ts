/** When the room of a match closes. */
import { matchMaker } from "@colyseus/core";
import { CLOSE } from "@flower-war/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../../src/app.ts";
import { roomIdOf } from "../../../src/match/room-id.ts";
import { TestClient } from "../../support/client.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { createMatch, requestSeat } from "../../support/post.ts";
import { callRoom, reserveForAnHour } from "../../support/rooms.ts";
import { seatPlayers } from "../../support/seated-match.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

const MINUTE = 60_000;

const isOpen = (match: string) => matchMaker.getLocalRoomById(roomIdOf(match, 1)) !== undefined;

/** Waits until the server knows that the last client of a match is gone. */
async function untilEmpty(match: string): Promise<void> {
  const room = matchMaker.getLocalRoomById(roomIdOf(match, 1));
  await until(() => room.clients.length === 0, "the room to be empty");
}

async function untilClosed(match: string): Promise<void> {
  await until(() => !isOpen(match), "the room to close");
}

describe("the room of a match", () => {
  let time: FakeTime;
  let server: RunningServer;
  beforeEach(async () => {
    time = new FakeTime();
    server = await startOnFakeTime(time);
  });
  afterEach(() => server.stop());

  /** Lets time pass, and waits until the room of another match, which no client joined, has closed. */
  async function passUntilAnotherCloses(): Promise<void> {
    const { match } = await createMatch(server.url, { private: true });
    await time.pass(MINUTE);
    await untilClosed(match);
  }

  test("closes after a minute without a connected client", async () => {
    const player = await TestClient.join(server.url, await createMatch(server.url, { private: true }));
    const { match } = player.reserved;
    await passUntilAnotherCloses();
    expect(isOpen(match)).toBe(true);
    await player.room.leave(false);
    await untilEmpty(match);
    await time.pass(MINUTE - 1);
    expect(isOpen(match)).toBe(true);
    await time.pass(1);
    await untilClosed(match);
  });

  test("leaves its match as it was: whoever returns finds their seat, before the match begins and after", async () => {
    const gathering = await createMatch(server.url, { private: true, start: "host" });
    const { match: playing, players } = await seatPlayers(server.url, { seats: 2 });
    const [east] = players;
    await east?.play({ type: "roll" });
    for (const player of players) await player.room.leave(false);
    await untilEmpty(playing);
    await time.pass(MINUTE);
    await Promise.all([untilClosed(gathering.match), untilClosed(playing)]);
    const token = gathering.token ?? "";
    const again = await TestClient.join(
      server.url,
      await requestSeat(server.url, gathering.match, { token }),
    );
    expect(again.seat).toBe(gathering.seat);
    const back = await requestSeat(server.url, playing, { token: east?.reserved.token });
    const player = await TestClient.join(server.url, back);
    expect(player.state).toMatchObject({ status: "playing", n: 1 });
    await time.pass(15 * MINUTE);
    expect(again.closeCode).toBeNull();
  });

  test("[N-9] stays while a seat's temple is online, and closes 15 min after the temple went offline", async () => {
    const { match } = await createMatch(server.url, { private: true });
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, "templo-1", true);
    await passUntilAnotherCloses();
    expect(isOpen(match)).toBe(true);
    await callRoom(roomIdOf(match, 1), "setTempleOnline", "templo-1", false);
    await time.pass(15 * MINUTE - 1);
    expect(isOpen(match)).toBe(true);
    await time.pass(1);
    await untilClosed(match);
  });

  test("closes 10 s after the last person gave up their seat in a match that has not begun", async () => {
    const player = await TestClient.join(server.url, await createMatch(server.url, { bots: 1 }));
    const { match } = player.reserved;
    await player.leave();
    await until(() => time.isDueIn(10_000), "the close timeout to start");
    await time.pass(10_000 - 1);
    expect(isOpen(match)).toBe(true);
    await time.pass(1);
    await untilClosed(match);
  });

  test("closes 5 min after the match ended, and disconnects its clients with code 4011", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const [east, west] = players;
    await east?.play({ type: "concede" });
    await until(() => west?.state.status === "over", "the end");
    await time.pass(5 * MINUTE - 1);
    expect(await east?.request("legal")).toEqual({ commands: [] });
    await time.pass(1);
    await until(() => players.every(({ closeCode }) => closeCode === CLOSE.closed), "code 4011");
    await untilClosed(match);
  });

  test("[P-5] closes 10 min after the match ended while a seat is local to a temple", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    await callRoom(roomIdOf(match, 1), "bindSeat", "west", null, "templo-1", true);
    const other = await seatPlayers(server.url, { seats: 2 });
    await players[0]?.play({ type: "concede" });
    await other.players[0]?.play({ type: "concede" });
    await time.pass(5 * MINUTE);
    await untilClosed(other.match);
    await time.pass(5 * MINUTE - 1);
    expect(isOpen(match)).toBe(true);
    await time.pass(1);
    await untilClosed(match);
  });
});

describe("a server that stops", () => {
  test("closes every match at once, also one with an unused reservation", async () => {
    // No time passes: nothing that a server waits for ends.
    const server = await startOnFakeTime(new FakeTime());
    const player = await TestClient.join(server.url, await createMatch(server.url));
    const { match } = await createMatch(server.url);
    reserveForAnHour(roomIdOf(match, 1));
    await requestSeat(server.url, match, { name: "Xochitl" });
    await server.stop();
    await until(() => player.closeCode !== null, "the player to be disconnected");
  });

  test("can be stopped twice, and another server can start in the same process", async () => {
    const first = await startServer();
    await Promise.all([first.stop(), first.stop()]);
    await expect(fetch(first.url)).rejects.toThrow();
    const second = await startServer();
    const player = await TestClient.join(second.url, await createMatch(second.url));
    expect(player.state.status).toBe("gathering");
    await second.stop();
  });
});
