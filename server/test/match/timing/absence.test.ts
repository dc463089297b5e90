/** How long a match keeps the seat of an absent player (docs/protocol.md, "Limits"). */
import { LIMITS, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import { roomIdOf } from "../../../src/match/room-id.ts";
import { TestClient } from "../../support/client.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { createMatch, post, requestSeat } from "../../support/post.ts";
import { callRoom } from "../../support/rooms.ts";
import { seatPlayers } from "../../support/seated-match.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
afterEach(() => server.stop());

const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const requestSeatIn = (match: string, body: object) => requestSeat(server.url, match, body);

/** A match of five that waits for players, with east connected. */
async function gatherMatch(): Promise<{ east: TestClient; match: string }> {
  const east = await join(await createMatch(server.url, { seats: 5 }));
  return { east, match: east.reserved.match };
}

const kindOf = ({ state }: TestClient, seat: string) => state.seats.get(seat)?.kind;

async function untilOpen(client: TestClient, seat: string): Promise<void> {
  await until(() => kindOf(client, seat) === "open", `${seat} to open`);
}

async function untilAbsent({ state }: TestClient, seat: string): Promise<void> {
  await until(() => state.seats.get(seat)?.connected === false, `${seat} to be absent`);
}

/** Lets 20 s pass, and waits until another match has opened the seat of a player who never joined it; that takes 5 s. */
async function passAbsenceTimeout(): Promise<void> {
  const { east, match } = await gatherMatch();
  const { seat } = await requestSeatIn(match, { name: "X" });
  await time.pass(LIMITS.absence);
  await untilOpen(east, seat ?? "");
}

describe("a match that has not begun", () => {
  test("opens the seat of a player who does not join within 5 s, and its token is refused bad-token", async () => {
    const { east, match } = await gatherMatch();
    const { token } = await requestSeatIn(match, { name: "B" });
    await time.pass(LIMITS.arrival - 1);
    await east.request("legal");
    expect(kindOf(east, "north")).toBe("human");
    await time.pass(1);
    await untilOpen(east, "north");
    const path = PATHS.seats.replace(":id", match);
    const { status, body } = await post<RefusalBody>(server.url, path, { token });
    expect({ status, code: body.code }).toEqual({ status: 403, code: "bad-token" });
    expect((await requestSeatIn(match, { name: "C" })).seat).toBe("north");
  });

  test("opens the seat of a player whose connection broke and who does not return within 20 s", async () => {
    const { east, match } = await gatherMatch();
    const north = await join(await requestSeatIn(match, { name: "B" }));
    await time.pass(LIMITS.absence);
    await north.room.leave(false);
    await untilAbsent(east, "north");
    await time.pass(LIMITS.absence - 1);
    await east.request("legal");
    expect(kindOf(east, "north")).toBe("human");
    await time.pass(1);
    await untilOpen(east, "north");
  });

  test("keeps the seat of a player who returns within 20 s, and of one at an online temple", async () => {
    const { east, match } = await gatherMatch();
    const north = await join(await requestSeatIn(match, { name: "B" }));
    await north.room.leave(false);
    await untilAbsent(east, "north");
    await time.pass(LIMITS.absence - 1);
    await join(await requestSeatIn(match, { token: north.reserved.token }));
    const south = await join(await requestSeatIn(match, { name: "C" }));
    await callRoom(roomIdOf(match, 1), "bindSeat", "south", null, "templo-1", true);
    await south.room.leave(false);
    await untilAbsent(east, "south");
    await passAbsenceTimeout();
    await east.request("legal");
    expect(["north", "south"].map((seat) => kindOf(east, seat))).toEqual(["human", "human"]);
  });
});

test("a match that has begun keeps the seat of an absent player", async () => {
  const { players } = await seatPlayers(server.url, { seats: 2 });
  const [east, west] = players;
  if (!east || !west) throw new Error("the match has two players");
  await west.room.leave(false);
  await untilAbsent(east, "west");
  await passAbsenceTimeout();
  await east.request("legal");
  expect(kindOf(east, "west")).toBe("human");
});
