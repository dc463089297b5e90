/** Matches whose rooms are closed while their clocks run, and servers that start again meanwhile, on a fake time. */
import { matchMaker } from "@colyseus/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import { roomIdOf } from "../../../src/match/room-id.ts";
import { TestClient } from "../../support/client.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { memoryDatabase } from "../../support/memory-journal.ts";
import { requestSeat } from "../../support/post.ts";
import { seatPlayers } from "../../support/seated-match.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

const TURN = 600_000;
const HOUR = 3_600_000;

let time: FakeTime;
let server: RunningServer;
/** Starts a server whose store outlives it, as a file does. */
let restart: () => Promise<void>;
beforeEach(async () => {
  time = new FakeTime();
  const database = Object.assign(memoryDatabase(), { isAvailable: async () => true });
  const stores = {
    postgres: null,
    database: null,
    durable: database,
    used: database,
    lock: null,
    close: async () => {},
  };
  restart = async () => {
    server = await startOnFakeTime(time, { stores, authSecret: "the secret of matches that sleep" });
  };
  await restart();
});
afterEach(() => server.stop());

/** Seats two players, who leave, and waits until their match sleeps. */
async function fallAsleep() {
  const { match, players } = await seatPlayers(server.url, {
    seats: 2,
    clock: { profile: "quick", turn: TURN, reserve: 0 },
  });
  const [first] = players as [TestClient];
  const ends = endsOf(first);
  for (const player of players) await player.room.leave(false);
  await until(
    () => matchMaker.getLocalRoomById(roomIdOf(match, 1))?.clients.length === 0,
    "the match to be empty",
  );
  await time.pass(62_000);
  await until(() => matchMaker.getLocalRoomById(roomIdOf(match, 1)) === undefined, "the match to sleep");
  const comeBack = async () =>
    TestClient.join(server.url, await requestSeat(server.url, match, first.reserved));
  return { match, ends, comeBack };
}

/** Returns when the last turn ends, ms since 1970. */
function endsOf({ state }: TestClient): number {
  const ends: number[] = [];
  state.clocks.forEach(({ turnEnds }) => void ends.push(turnEnds));
  return Math.max(...ends);
}

describe("a match that sleeps", () => {
  test("is played on by the server when a clock ends, again and again, and sleeps in between", async () => {
    const { match, comeBack } = await fallAsleep();
    // Opening a room takes the machine's time: little of the fake one passes meanwhile.
    const isAwake = () => matchMaker.getLocalRoomById(roomIdOf(match, 2)) !== undefined;
    while (!isAwake()) await time.pass(1_000);
    while (isAwake()) await time.pass(1_000);
    const back = await comeBack();
    expect(back.state.n).toBeGreaterThan(0);
  });

  test("has as much time left as when the server stopped, if none ran for an hour", async () => {
    const { ends, comeBack } = await fallAsleep();
    await server.stop();
    await time.pass(HOUR);
    await restart();
    const back = await comeBack();
    await until(() => Math.abs(endsOf(back) - ends - HOUR) <= 1_000, "the hour to be given back");
    expect(back.state.n).toBe(0);
  });

  test("and is woken then, though no client asks for it", async () => {
    const { comeBack } = await fallAsleep();
    await server.stop();
    await time.pass(HOUR);
    await restart();
    await time.pass(TURN);
    const back = await comeBack();
    await until(() => back.state.n > 0, "what the server played");
  });
});
