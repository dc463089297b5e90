/** What one process bounds as a whole, and by address: rooms, spectators, watchers, reserved places (docs/limits.md). */
import { networkInterfaces } from "node:os";
import { matchMaker } from "@colyseus/core";
import { PATHS, type RefusalBody, type Reservation, type SeatReservation } from "@flower-war/protocol";
import { ACCOUNT_PATHS, NOTICE_PATHS, BOTS_PATH, type Player } from "@flower-war/protocol/players";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { roomIdOf } from "../../src/match/room-id.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

/** Addresses of one network of IPv6, which one person has. */
const own = (i: number) => fromAddress(`2001:db8:1:2::${i.toString(16)}`);
/** Addresses of many networks of IPv6, each of another customer of a provider. */
const others = (i: number) => fromAddress(`2001:db8:${(i + 16).toString(16)}::1`);
const GRACE = SERVER_LIMITS.reservations.life + 5_000;

let time: FakeTime;
let server: RunningServer;
async function start(options: ServerOptions = {}): Promise<void> {
  time = new FakeTime();
  server = await startOnFakeTime(time, options);
}
afterEach(() => server.stop());

const seatsOf = (match: string) => PATHS.seats.replace(":id", match);

/** Sends a request and returns the refusal; fails if there is none. */
async function refusalOf(path: string, body: object, headers: Record<string, string>): Promise<RefusalBody> {
  const { status, body: refusal } = await post<RefusalBody>(server.url, path, body, headers);
  expect(status).toBeGreaterThanOrEqual(400);
  return refusal;
}

/** A machine without IPv6 is asked over IPv4. */
const HOST = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === "::1"))
  ? "::1"
  : "127.0.0.1";

describe("a network of IPv6 with all its addresses", () => {
  beforeEach(() => start({ host: HOST, creationsPerMinute: 5, playersPerMinute: 5 }));

  test("is also that of the machine itself, which has one address", async () => {
    for (let i = 0; i < 5; i++) await createMatch(server.url, { private: true });
    const wanted = { game: "flower-war", name: "Citlali" };
    expect(await refusalOf(PATHS.matches, wanted, {})).toMatchObject({ code: "too-many-creations" });
  });

  test("creates as many matches as one address; another network creates its own", async () => {
    for (let i = 1; i <= 5; i++) await createMatch(server.url, { private: true }, own(i));
    const wanted = { game: "flower-war", name: "Citlali" };
    expect(await refusalOf(PATHS.matches, wanted, own(6))).toMatchObject({ code: "too-many-creations" });
    expect(await refusalOf(PATHS.quickPlay, wanted, own(7))).toMatchObject({ code: "too-many-creations" });
    await createMatch(server.url, {}, others(0));
  });

  test("and 65,536 networks of one customer create ten times as many", async () => {
    const neighbour = (i: number) => fromAddress(`2001:db8:1:${i.toString(16)}::1`);
    for (let i = 0; i < 50; i++) await createMatch(server.url, {}, neighbour(i));
    const wanted = { game: "flower-war", name: "Citlali" };
    expect(await refusalOf(PATHS.matches, wanted, neighbour(50))).toMatchObject({
      code: "too-many-creations",
    });
  });

  test("creates as many players as one address", async () => {
    for (let i = 1; i <= 5; i++) {
      expect((await post(server.url, PATHS.players, { name: "Citlali" }, own(i))).status).toBe(201);
    }
    const refused = await refusalOf(PATHS.players, { name: "Citlali" }, own(6));
    expect(refused).toMatchObject({ code: "too-many-players", wait: expect.any(Number) });
  });

  test("signs in, changes players and reads records as often as one address", async () => {
    const { body: player } = await post<Player>(server.url, PATHS.players, { name: "Citlali" }, own(1));
    const authorization = `Bearer ${player.token}`;
    const statuses = new Set<number>();
    for (let i = 0; i <= SERVER_LIMITS.changes; i++) {
      const path = i % 2 === 0 ? ACCOUNT_PATHS.recoveryCodes : ACCOUNT_PATHS.passkeys;
      statuses.add((await post(server.url, path, {}, { ...own(i), authorization })).status);
    }
    expect(statuses).toContain(429);
    const renamed = await fetch(server.url + PATHS.me, {
      method: "PATCH",
      headers: { ...own(999), authorization, "content-type": "application/json" },
      body: JSON.stringify({ name: "Xochitl" }),
    });
    expect((await renamed.json()).code).toBe("too-many-changes");
    const forgotten = await fetch(server.url + NOTICE_PATHS.mail, {
      method: "DELETE",
      headers: { ...own(999), authorization },
    });
    expect((await forgotten.json()).code).toBe("too-many-changes");
  });
});

describe("all addresses together", () => {
  test("create as many matches in a minute as a fifth of what the server holds", async () => {
    await start({ creationsPerMinute: 2, matchesAtOnce: 50 });
    for (let i = 0; i < 10; i++) await createMatch(server.url, {}, others(i));
    const wanted = { game: "flower-war", name: "Citlali" };
    const refused = await refusalOf(PATHS.matches, wanted, others(10));
    expect(refused).toMatchObject({ code: "too-many-creations", wait: expect.any(Number) });
  });
});

describe("spectators", () => {
  beforeEach(() => start({ spectatorsPerMatch: 5, viewersPerAddress: 3 }));

  const watch = (match: string, headers: Record<string, string>) =>
    requestSeat(server.url, match, { spectate: true }, headers);

  test("of a match are so many of one network, and of all", async () => {
    const { match } = await seatPlayers(server.url, { seats: 2 });
    for (let i = 1; i <= 3; i++) await TestClient.watch(server.url, await watch(match, own(i)));
    expect(await refusalOf(seatsOf(match), { spectate: true }, own(4))).toMatchObject({
      code: "too-many-spectators",
      wait: SERVER_LIMITS.spectators.wait,
    });
    for (let i = 0; i < 2; i++) await TestClient.watch(server.url, await watch(match, others(i)));
    expect(await refusalOf(seatsOf(match), { spectate: true }, others(2))).toMatchObject({
      code: "too-many-spectators",
    });
  });

  test("count from the moment that their place is reserved, and no longer when they have left", async () => {
    const { match } = await seatPlayers(server.url, { seats: 2 });
    const reserved = [await watch(match, own(1)), await watch(match, own(2)), await watch(match, own(3))];
    expect(await refusalOf(seatsOf(match), { spectate: true }, own(4))).toMatchObject({
      code: "too-many-spectators",
    });
    const clients = await Promise.all(reserved.map((each) => TestClient.watch(server.url, each)));
    await clients[0]?.leave();
    await watch(match, own(4));
  });

  test("never keep players from their seats", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    for (let i = 0; i < 5; i++) await TestClient.watch(server.url, await watch(match, others(i)));
    const { token } = (players[0] as TestClient).reserved;
    const again = await TestClient.join(server.url, await requestSeat(server.url, match, { token }, own(1)));
    expect(again.state.status).toBe("playing");
  });
});

test("watchers of the lobby are so many of one network, and of all", async () => {
  await start({ watchersAtOnce: 5, viewersPerAddress: 3 });
  const watch = (headers: Record<string, string>) =>
    post<Reservation & RefusalBody>(server.url, PATHS.lobby, {}, headers);
  for (let i = 1; i <= 3; i++) expect((await watch(own(i))).status).toBe(200);
  expect((await watch(own(4))).body).toMatchObject({ code: "too-many-watchers", wait: expect.any(Number) });
  for (let i = 0; i < 2; i++) expect((await watch(others(i))).status).toBe(200);
  expect((await watch(others(2))).body.code).toBe("too-many-watchers");
  const list = await fetch(server.url + PATHS.lobby, { headers: others(3) });
  expect(list.status, "the list can be read all the same").toBe(200);
});

describe("unused reserved places", () => {
  beforeEach(() => start());

  test("are so many of one network; after the wait it may reserve again", async () => {
    const { match } = await createMatch(server.url);
    const { perAddress, life } = SERVER_LIMITS.reservations;
    for (let i = 0; i < perAddress; i++) {
      if (i % 2 === 0) await requestSeat(server.url, match, { spectate: true }, own(i));
      else expect((await post(server.url, PATHS.lobby, {}, own(i))).status).toBe(200);
    }
    const refused = { code: "too-many-reservations", wait: life };
    expect(await refusalOf(seatsOf(match), { spectate: true }, own(1))).toMatchObject(refused);
    expect(await refusalOf(PATHS.lobby, {}, own(1))).toMatchObject(refused);
    await requestSeat(server.url, match, { spectate: true }, others(1));
    await time.pass(life);
    await requestSeat(server.url, match, { spectate: true }, own(1));
  });

  test("in rooms of bot accounts count too", async () => {
    const { body: bot } = await post<Player>(server.url, PATHS.players, { name: "Ahuizotl", bot: true });
    const online = (i: number) =>
      post<RefusalBody>(server.url, BOTS_PATH, {}, { ...own(i), authorization: `Bearer ${bot.token}` });
    for (let i = 0; i < SERVER_LIMITS.reservations.perAddress; i++)
      expect((await online(i)).status).toBe(200);
    expect((await online(0)).body.code).toBe("too-many-reservations");
  });

  test("of one seat are a few: a player is never refused, and the latest counts", async () => {
    const { match, token } = await createMatch(server.url, { private: true });
    const reserved: SeatReservation[] = [];
    for (let i = 0; i < 30; i++) reserved.push(await requestSeat(server.url, match, { token }, own(i)));
    const room = matchMaker.getLocalRoomById(roomIdOf(match, 1));
    expect(Object.keys(room["_reservedSeats"])).toHaveLength(SERVER_LIMITS.reservations.perSeat);
    const player = await TestClient.join(server.url, reserved.at(-1) as SeatReservation);
    expect(player.seat).toBe("east");
  });
});

describe("a server that holds as many matches as it can", () => {
  const CLOCK = { profile: "quick", turn: 600_000, reserve: 0 };
  const isOpen = (match: string) => matchMaker.getLocalRoomById(roomIdOf(match, 1)) !== undefined;
  beforeEach(() => start({ matchesAtOnce: 3, creationsPerMinute: 1000 }));

  test("refuses another one while people are in all of them, but lets players back to their seats", async () => {
    const clients: TestClient[] = [];
    for (let i = 0; i < 3; i++) {
      clients.push(await TestClient.join(server.url, await createMatch(server.url, { private: true })));
    }
    await time.pass(GRACE);
    const wanted = { game: "flower-war", name: "Citlali" };
    for (const path of [PATHS.matches, PATHS.quickPlay]) {
      expect(await refusalOf(path, wanted, own(1))).toMatchObject({
        code: "server-full",
        wait: SERVER_LIMITS.matches.wait,
      });
    }
    const [first] = clients as [TestClient];
    const { match, token } = first.reserved;
    expect((await requestSeat(server.url, match, { token })).seat).toBe(first.seat);
  });

  test("unloads the room that has been empty for longest, and wakes its match when a clock ends", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2, clock: CLOCK });
    const room = matchMaker.getLocalRoomById(roomIdOf(match, 1));
    for (const player of players) await player.room.leave(false);
    await until(() => room.clients.length === 0, "the match to be empty");
    await time.pass(GRACE);
    await createMatch(server.url);
    await createMatch(server.url);
    expect(isOpen(match)).toBe(true);
    await createMatch(server.url);
    await until(() => !isOpen(match), "the room to be unloaded");
    // No client asks for the match: before, its clocks stood still for good.
    await time.pass(600_000);
    const [{ reserved }] = players as [TestClient];
    const again = await requestSeat(server.url, match, { token: reserved.token });
    const back = await TestClient.join(server.url, again);
    await until(() => back.state.n > 0, "what the server played");
  });
});
