import { type Client, matchMaker, Room } from "@colyseus/core";
import { Client as SdkClient } from "@colyseus/sdk";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import {
  authsReserved,
  authsReservedBefore,
  dropReservedSeat,
  dropReservedSeats,
  sessionsReservedFor,
} from "../../src/wire/reserved-seats.ts";
import { until } from "../support/until.ts";

interface Auth {
  readonly name: string;
}

/** For each client that joined: its name, and those of the reservations made before its own. */
let joined: { readonly name: string; readonly before: string[] }[];

class TestRoom extends Room {
  override autoDispose = false;

  override onJoin(client: Client): void {
    const { name }: Auth = client.auth;
    joined.push({ name, before: authsReservedBefore<Auth>(this, client).map((auth) => auth.name) });
  }
}

let server: RunningServer;
let room: Room;
beforeEach(async () => {
  joined = [];
  server = await startServer();
  matchMaker.defineRoomType("test", TestRoom);
  const { roomId } = await matchMaker.createRoom("test", {});
  room = matchMaker.getLocalRoomById(roomId);
});
afterEach(() => {
  dropReservedSeats(room); // otherwise the server would wait for them when it stops
  return server.stop();
});

const reserveAs = (auth: Auth | null) => matchMaker.reserveSeatFor(room["_listing"], {}, auth);
const reserve = (name: string) => reserveAs({ name });

const join = (reservation: Awaited<ReturnType<typeof reserve>>) =>
  new SdkClient(server.url).consumeSeatReservation(reservation);

describe("authsReservedBefore", () => {
  test("returns the auth of the reservations made before the joining client's, oldest first", async () => {
    const [first, , third, fourth] = [
      await reserve("first"),
      await reserve("second"),
      await reserve("third"),
      await reserve("fourth"),
    ];
    await join(third);
    await join(fourth);
    await join(first);
    expect(joined).toEqual([
      { name: "third", before: ["first", "second"] },
      { name: "fourth", before: ["first", "second"] },
      { name: "first", before: [] },
    ]);
  });

  test("leaves reservations without an auth out", async () => {
    const unnamed = [await reserveAs(null), await reserve("second"), await reserveAs(null)];
    await join(await reserve("fourth"));
    expect(unnamed).toHaveLength(3);
    expect(joined).toEqual([{ name: "fourth", before: ["second"] }]);
  });

  test("returns the reservations' own objects: a change reaches the client when it joins", async () => {
    const first = await reserve("first");
    const [auth] = authsReservedBefore<{ name: string }>(room, await joinClient("second"));
    if (!auth) throw new Error("the first reservation is missing");
    auth.name = "changed";
    await join(first);
    expect(joined.at(-1)?.name).toBe("changed");
  });
});

/** Joins, and returns the server's end. Its reservation is used up, so that all others count as earlier. */
async function joinClient(name: string): Promise<Client> {
  const { sessionId } = await join(await reserve(name));
  const client = room.clients.getById(sessionId);
  if (!client) throw new Error("the client has not joined");
  return client;
}

describe("reservations that wait to be used", () => {
  test("are listed oldest first, without those that a client uses or that have no auth", async () => {
    const [first, second] = [await reserve("first"), await reserve("second"), await reserveAs(null)];
    const sessions = () => sessionsReservedFor(room, (auth) => auth !== null);
    expect(authsReserved(room)).toEqual([{ name: "first" }, { name: "second" }]);
    expect(sessions()).toEqual([first.sessionId, second.sessionId]);
    expect(sessionsReservedFor(room, (auth) => (auth as Auth | null)?.name === "second")).toEqual([
      second.sessionId,
    ]);
    await join(first);
    expect(authsReserved(room)).toEqual([{ name: "second" }]);
    expect(sessions()).toEqual([second.sessionId]);
    dropReservedSeat(room, second.sessionId);
    expect(authsReserved(room)).toEqual([]);
    await expect(join(second)).rejects.toThrow();
  });
});

describe("dropReservedSeats", () => {
  test("drops every unused reservation and its timer, so that the room can close at once", async () => {
    const unused = [await reserve("first"), await reserve("second")];
    const timers: unknown[] = Object.values(room["_reservedSeatTimeouts"]);
    expect(timers).toHaveLength(2);
    const disposal: unknown = room["_autoDisposeTimeout"];
    const clear = vi.spyOn(globalThis, "clearTimeout");
    dropReservedSeats(room);
    expect(clear.mock.calls.map(([timer]) => timer)).toEqual([...timers, disposal]);
    clear.mockRestore();
    expect(Object.keys(room["_reservedSeats"])).toEqual([]);
    expect(Object.keys(room["_reservedSeatTimeouts"])).toEqual([]);
    for (const reservation of unused) await expect(join(reservation)).rejects.toThrow();
    await room.disconnect();
    await until(() => !matchMaker.getLocalRoomById(room.roomId), "the room to close");
  });

  test("does not disconnect clients that have joined", async () => {
    const client = await joinClient("first");
    await reserve("second");
    dropReservedSeats(room);
    expect(room.clients.getById(client.sessionId)).toBe(client);
  });
});
