import { type Fault, PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { roomIdOf } from "../src/match/room-id.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, createMatch, post } from "./support/post.ts";
import { callRoom } from "./support/rooms.ts";
import { sitDown } from "./support/table.ts";
import { until } from "./support/until.ts";

/** ms */
const ABSENCE = 1000;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ absence: ABSENCE });
});
afterAll(() => server.stop());

const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const seatIn = (match: string, wish: object) => askForSeat(server.url, match, wish);

async function begin(): Promise<{ east: TestClient; match: string }> {
  const east = await join(await createMatch(server.url, { seats: 5 }));
  return { east, match: east.reserved.match };
}

/** Waits for as long as the seat is kept of somebody who never comes. */
async function untilAnotherIsGivenUp(): Promise<void> {
  const { east, match } = await begin();
  const { seat } = await seatIn(match, { name: "X" });
  await until(() => east.state.seats.get(seat ?? "")?.kind === "human", "a seat to be taken");
  await untilOpen(east, seat ?? "");
}

async function untilOpen({ state }: TestClient, seat: string): Promise<void> {
  await until(() => state.seats.get(seat)?.kind === "open", `${seat} to be open`);
}

describe("a match that has not begun", () => {
  test("opens the seat again of somebody who never comes", async () => {
    const { east, match } = await begin();
    const { token } = await seatIn(match, { name: "B" });
    await until(() => east.state.seats.get("north")?.kind === "human", "north to be taken");
    await untilOpen(east, "north");
    const { status, body } = await post<Fault>(server.url, PATHS.seats.replace(":id", match), { token });
    expect({ status, code: body.code }).toEqual({ status: 403, code: "bad-token" });
    expect((await seatIn(match, { name: "C" })).seat).toBe("north");
  });

  test("opens the seat again of somebody whose connection broke and who does not come back", async () => {
    const { east, match } = await begin();
    const north = await join(await seatIn(match, { name: "B" }));
    await north.room.leave(false);
    await untilOpen(east, "north");
  });

  test("keeps the seat of somebody who comes back in time, and of those who are at a temple", async () => {
    const { east, match } = await begin();
    const north = await join(await seatIn(match, { name: "B" }));
    await north.room.leave(false);
    await until(() => east.state.seats.get("north")?.connected === false, "north to be away");
    await join(await seatIn(match, { token: north.reserved.token }));
    const south = await join(await seatIn(match, { name: "C" }));
    await callRoom(roomIdOf(match, 1), "bindSeat", "south", null, "templo-1", true);
    await south.room.leave(false);
    await until(() => east.state.seats.get("south")?.connected === false, "south to be away");
    await untilAnotherIsGivenUp();
    expect(["north", "south"].map((seat) => east.state.seats.get(seat)?.kind)).toEqual(["human", "human"]);
  });
});

test("a match that runs keeps the seat of whoever is away", async () => {
  const { players } = await sitDown(server.url, { seats: 2 });
  const [east, west] = players;
  await west?.room.leave(false);
  await until(() => east?.state.seats.get("west")?.connected === false, "west to be away");
  await untilAnotherIsGivenUp();
  expect(east?.state.seats.get("west")?.kind).toBe("human");
});
