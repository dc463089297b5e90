/** Taking seats, seat tokens and spectators (docs/protocol.md, "HTTP"). */
import { matchMaker } from "@colyseus/core";
import { CLOSE, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { roomIdOf } from "../../src/match/room-id.ts";
import { bearer, createAccount } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { seatPlayers, seatTwo } from "../support/seated-match.ts";
import { until, untilRead } from "../support/until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const create = (settings?: object) => createMatch(server.url, settings);
const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const requestSeatIn = (match: string, body: object) => requestSeat(server.url, match, body);

/** Requests a seat, and returns the refusal. */
async function seatRefusal(match: string, request: object): Promise<RefusalBody & { status: number }> {
  const path = PATHS.seats.replace(":id", match);
  const { status, body } = await post<RefusalBody>(server.url, path, request);
  return { status, ...body };
}

describe("creating a match", () => {
  test("gives its creator the first seat with id, code and token, and waits for the other seats", async () => {
    const reserved = await create();
    expect(reserved.match).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(reserved.code).toMatch(/^[2-9A-HJKMNP-Z]{4}$/);
    expect(reserved).toMatchObject({ game: "flower-war", seat: "east", token: expect.any(String) });
    const { state } = await join(reserved);
    expect(state).toMatchObject({ id: reserved.match, code: reserved.code, status: "gathering", n: 0 });
    expect([...state.seats.keys()]).toEqual(["east", "north", "south", "west"]);
    expect(state.seats.get("east")).toMatchObject({ kind: "human", name: "Citlali", connected: true });
    expect(state.seats.get("west")).toMatchObject({ kind: "open", name: "", connected: false });
  });

  test.each([
    ["an unknown game", { game: "chess" }, "bad-request", "game"],
    ["7 seats", { seats: 7 }, "bad-request", "seats"],
    ["2.5 seats", { seats: 2.5 }, "bad-request", "seats"],
    ["bots in all seats", { seats: 3, bots: 3 }, "bad-request", "bots"],
    ["an unknown kind of bot", { bots: ["brilliant"] }, "bad-request", "bots"],
    ["an empty name", { name: "" }, "bad-request", "name"],
    ["a name of spaces", { name: " \t\u200b " }, "bad-request", "name"],
    ["a name of 25 characters", { name: "x".repeat(25) }, "bad-request", "name"],
    ["an unknown option", { options: { cheat: true } }, "bad-option", "cheat"],
    ["an option out of range", { options: { rackSize: 14 } }, "bad-option", "rackSize"],
  ])("with %s is refused", async (_, settings, code, field) => {
    const { status, body } = await post<RefusalBody>(server.url, PATHS.matches, {
      game: "flower-war",
      name: "A",
      ...settings,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, field, message: expect.any(String) });
  });

  test.each([
    ["seats", { game: "tieqchieq", seats: 3 }, "seats takes 2"],
    ["seats", { seats: 7 }, "seats takes an integer from 2 to 6"],
    ["seats", { seats: "4" }, "seats takes an integer from 0 to 100"],
    ["bots", { seats: 3, bots: 3 }, "bots takes 2 at most: of 3 seats one is yours"],
    [
      "bots",
      { bots: ["brilliant"] },
      'bots takes an integer from 0 to 100, or a list, each one of "easy", "skilled", "strong", null',
    ],
    ["game", { game: "chess" }, 'game takes one of "flower-war", "mexica", "space-aztecs", "tieqchieq"'],
    ["start", { start: "now" }, 'start takes one of "full", "host", "countdown"'],
    ["private", { private: 1 }, "private takes true or false"],
    ["language", { language: "English" }, "language takes a string that matches ^[a-z]{2,3}$"],
    ["name", { name: "" }, "name takes 1 to 24 characters"],
    ["name", { name: undefined }, "name takes a string"],
    [
      "clock.turn",
      { clock: { profile: "quick", turn: 1 } },
      "clock.turn takes an integer from 1000 to 2592000000",
    ],
    [
      "clock.warning",
      { clock: { profile: "quick", turn: 5000, warning: 6000 } },
      "clock.warning takes 5000, the turn, at most",
    ],
    [
      "clock",
      { clock: { profile: "quick", tirn: 1 } },
      "clock takes no fields but profile, turn, reserve, increment, warning, awayAfter, away",
    ],
    ["rackSize", { options: { rackSize: 14 } }, "rackSize takes an integer from 4 to 13"],
    ["battleStake", { options: { battleStake: 7 } }, "battleStake takes one of "],
  ])("with a wrong %s it is told what that takes", async (field, settings, expected) => {
    const request = { game: "flower-war", name: "A", ...settings };
    const { body } = await post<RefusalBody>(server.url, PATHS.matches, request);
    expect(body.field).toBe(field);
    expect(body.message).toContain(`: ${expected}`);
  });

  test("shows a name trimmed, with single spaces and without invisible characters at its ends", async () => {
    const { state } = await join(await create({ name: "\u200b  Ana \n Lucía \u202e" }));
    expect(state.seats.get("east")?.name).toBe("Ana Lucía");
  });

  test.each([
    ["control characters", "Ana\u0000Lucía", "name-characters"],
    ["bidirectional characters", "Ana\u202eLucía", "name-characters"],
    ["invisible letters", "Ana\u3164Lucía", "name-characters"],
    ["too many marks", "A\u0336\u0337\u0338\u0335na", "name-marks"],
    ["letters of two scripts", "Сitlali", "name-scripts"],
    ["a word of the server's", "Easy B0t", "name-reserved"],
    ["what looks like one in another script", "НОЅТ", "name-reserved"],
    ["a word that the host does not want", "Fuckface", "name-refused"],
  ])("refuses a name with %s with a code of its own", async (_, name, code) => {
    for (const path of [PATHS.matches, PATHS.quickPlay]) {
      const { status, body } = await post<RefusalBody>(server.url, path, { game: "flower-war", name });
      expect({ status, ...body }).toMatchObject({ status: 400, code, field: "name" });
    }
    const { match } = await create();
    expect(await seatRefusal(match, { name })).toMatchObject({ status: 400, code, field: "name" });
    const titled = { game: "flower-war", name: "Ana", title: name };
    const { status, body } = await post<RefusalBody>(server.url, PATHS.matches, titled);
    expect({ status, ...body }).toMatchObject({ status: 400, code, field: "title" });
  });

  test("refuses a table's name of more than 40 characters", async () => {
    const request = { game: "flower-war", name: "Ana", title: "x".repeat(41) };
    const { status, body } = await post<RefusalBody>(server.url, PATHS.matches, request);
    expect({ status, ...body }).toMatchObject({ status: 400, code: "bad-request", field: "title" });
  });
});

describe("taking a seat", () => {
  test("by the match's id or its code, in any case, gives the first open seat in turn order", async () => {
    const { match, code } = await create();
    expect(await requestSeatIn(match, { name: "B" })).toMatchObject({ match, code, seat: "north" });
    expect(await requestSeatIn(code, { name: "C" })).toMatchObject({ match, code, seat: "south" });
    expect(await requestSeatIn(code.toLowerCase(), { name: "D" })).toMatchObject({
      match,
      code,
      seat: "west",
    });
  });

  test("gives the requested seat if it is open", async () => {
    const { match } = await create();
    expect((await requestSeatIn(match, { name: "B", seat: "west" })).seat).toBe("west");
    expect((await requestSeatIn(match, { name: "C" })).seat).toBe("north");
  });

  test("gives a name that looks like one at the table a number, and whoever returns keeps theirs", async () => {
    const first = await join(await create({ name: "Itzel" }));
    const { match } = first.reserved;
    const second = await requestSeatIn(match, { name: "ltzel" });
    await requestSeatIn(match, { name: "ITZEL" });
    await requestSeatIn(match, { token: second.token });
    const { state } = await join(await requestSeatIn(match, { token: second.token }));
    const names = [...state.seats.entries()].map(([, { name }]) => name);
    expect(names).toEqual(["Itzel", "ltzel 2", "ITZEL 3", ""]);
  });

  test("begins the match with the last seat's nonce", async () => {
    const first = await join(await create({ seats: 2 }));
    const last = await requestSeatIn(first.reserved.match, { name: "B" });
    await until(() => first.state.seats.get("west")?.kind === "human", "the last seat to be taken");
    expect(first.state.status).toBe("gathering");
    await join(last);
    await until(() => first.state.status === "playing", "the match to begin");
    expect(first.state.table.awaiting).toMatchObject({ seat: "east", decision: "roll" });
  });

  test("is refused if the seat, any seat or the match does not exist", async () => {
    const { match } = await create({ seats: 2 });
    expect(await seatRefusal(match, { name: "B", seat: "north" })).toMatchObject({
      status: 404,
      code: "unknown-seat",
    });
    expect(await seatRefusal(match, { name: "B", seat: "east" })).toMatchObject({
      status: 409,
      code: "seat-taken",
    });
    await requestSeatIn(match, { name: "B" });
    expect(await seatRefusal(match, { name: "C" })).toMatchObject({ status: 409, code: "match-full" });
    expect(await seatRefusal("nowhere", { name: "C" })).toMatchObject({ status: 404, code: "unknown-match" });
    expect(await seatRefusal("ZZZZ", { name: "C" })).toMatchObject({ status: 404, code: "unknown-match" });
  });

  test.each([
    ["nothing", {}],
    ["`own` and a token", { own: true, token: "x" }],
    ["`spectate` and a name", { name: "B", spectate: true }],
    ["a token that is not a string", { token: 5 }],
    ["a list", []],
  ])("is refused bad-request with %s", async (_, body) => {
    const { match } = await create();
    expect(await seatRefusal(match, body)).toMatchObject({ status: 400, code: "bad-request" });
  });

  test("that is asked for again, because its room died before it answered, takes no second seat", async () => {
    const { match } = await create({ seats: 3 });
    const take = (holder: string) =>
      matchMaker.remoteRoomCall(roomIdOf(match, 1), "takeSeat", [
        { name: "Jun", player: null },
        holder,
        null,
      ]);
    const first = await take("a");
    expect(await take("a")).toEqual(first);
    expect(await take("b")).not.toEqual(first);
    expect((await seatRefusal(match, { name: "Ana" })).code).toBe("match-full");
  });

  test("by 8 players at the same time gives each seat once", async () => {
    const { match } = await create({ seats: 6 });
    const requests = await Promise.allSettled(
      Array.from({ length: 8 }, () => requestSeatIn(match, { name: "X" })),
    );
    const seats = requests.filter((one) => one.status === "fulfilled").map(({ value }) => value.seat);
    expect(seats.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      "mictlan",
      "north",
      "south",
      "topan",
      "west",
    ]);
  });
});

describe("a seat's token", () => {
  test("takes the seat again, and closes the connection that had it with code 4009", async () => {
    const first = await join(await create());
    const { match, token } = first.reserved;
    const again = await join(await requestSeatIn(match, { token }));
    expect(again.seat).toBe("east");
    await until(() => first.closeCode !== null, "the old socket to close");
    expect(first.closeCode).toBe(CLOSE.replaced);
    await until(() => again.state.seats.get("east")?.connected === true, "east to be connected");
  });

  test.each([
    ["not a token", async () => "not-a-token"],
    ["another match's", async () => (await create()).token],
    ["signed with another secret", async () => signed({}, "another-secret-of-32-characters-x")],
    ["without claims", async () => signed({}, server.config.authSecret)],
    [
      "of an unknown holder",
      async (match: string) => signed({ match, seat: "east", holder: "me" }, server.config.authSecret),
    ],
    [
      "without expiry",
      async (match: string) => signed({ match, seat: "east", holder: "me" }, server.config.authSecret, null),
    ],
  ])("that is %s is refused bad-token", async (_, tokenFor) => {
    const { match } = await create();
    const token = await tokenFor(match);
    expect(await seatRefusal(match, { token })).toMatchObject({ status: 403, code: "bad-token" });
  });

  test("that is older than 30 days is refused expired-token", async () => {
    const { match, seat, token } = await create();
    const { holder, iat, exp } = decodeJwt<{ holder: string }>(token ?? "");
    expect((exp ?? 0) - (iat ?? 0)).toBe(30 * 24 * 60 * 60);
    const old = await signed({ match, seat: seat ?? "", holder }, server.config.authSecret, new Date(0));
    expect(await seatRefusal(match, { token: old })).toMatchObject({ status: 403, code: "expired-token" });
  });

  test("is refused bad-token once its player left the seat", async () => {
    const other = await join(await create());
    const { match } = other.reserved;
    const left = await join(await requestSeatIn(match, { name: "B" }));
    await left.leave();
    await until(() => other.state.seats.get("north")?.kind === "open", "north to be open");
    expect(await seatRefusal(match, { token: left.reserved.token })).toMatchObject({ code: "bad-token" });
    expect((await requestSeatIn(match, { name: "C" })).seat).toBe("north");
    expect(await seatRefusal(match, { token: left.reserved.token })).toMatchObject({ code: "bad-token" });
  });

  test("with two unused reservations: joining with the later one invalidates the earlier one", async () => {
    const { match, token } = await create();
    const [first, second] = [await requestSeatIn(match, { token }), await requestSeatIn(match, { token })];
    const seated = await join(second);
    await expect(join(first)).rejects.toThrow(/bad-token/);
    expect(seated.closeCode).toBeNull();
    const third = await join(await requestSeatIn(match, { token }));
    await until(() => seated.closeCode === CLOSE.replaced, "the connection to be replaced");
    expect(third.state.seats.get("east")?.connected).toBe(true);
  });

  describe("that is asked for again, because the answer was lost", () => {
    const RENEW = "my-own-fresh-random-value";

    test("is the same seat, with the same holder", async () => {
      const { match } = await create({ seats: 2 });
      const first = await requestSeatIn(match, { name: "Xochitl", renew: RENEW });
      const second = await requestSeatIn(match, { name: "Xochitl", renew: RENEW });
      expect([first.seat, second.seat]).toEqual(["west", "west"]);
      const [one, other] = [first, second].map(({ token }) => decodeJwt(token ?? ""));
      expect(one?.["holder"]).toBe(RENEW);
      expect(other?.["holder"]).toBe(RENEW);
      expect(await seatRefusal(match, { name: "Xochitl" })).toMatchObject({ code: "match-full" });
    });

    test("is no seat any more for who has left it since: a late repeat gets `bad-token`", async () => {
      const { match } = await create({ seats: 2 });
      const client = await join(await requestSeatIn(match, { name: "Xochitl", renew: RENEW }));
      await client.leave();
      await untilRead(
        () => seatRefusal(match, { name: "Xochitl", renew: RENEW }),
        ({ code }) => code === "bad-token",
        "the seat to be left",
      );
      expect((await requestSeatIn(match, { name: "Xochitl" })).seat).toBe("west");
    });
  });

  describe("that is renewed", () => {
    const RENEW = "a-fresh-and-random-name";

    test("is the only valid one: earlier ones are refused bad-token, and their connection is closed", async () => {
      const { match, second: west } = await seatTwo(server.url);
      const { token } = west.reserved;
      const unused = await requestSeatIn(match, { token });
      const renewed = await requestSeatIn(match, { token, renew: RENEW });
      await until(() => west.closeCode === CLOSE.replaced, "the connection to be closed");
      expect(await seatRefusal(match, { token })).toMatchObject({ status: 403, code: "bad-token" });
      expect(await seatRefusal(match, { token, renew: `${RENEW}-2` })).toMatchObject({ code: "bad-token" });
      await expect(join(unused)).rejects.toThrow(/bad-token/);
      const again = await join(renewed);
      expect(again.state.seats.get("west")).toMatchObject({ name: "Player 2", connected: true });
      expect(await again.play({ type: "concede" })).toBe(1);
      expect((await requestSeatIn(match, { token: renewed.token })).seat).toBe("west");
    });

    test("is the same when the request is repeated, as after a lost answer", async () => {
      const { match, token } = await create();
      const first = await requestSeatIn(match, { token, renew: RENEW });
      const second = await requestSeatIn(match, { token, renew: RENEW });
      const holderOf = (reserved: SeatReservation) => decodeJwt(reserved.token ?? "")["holder"];
      expect(holderOf(second)).toBe(holderOf(first));
      expect((await join(second)).seat).toBe("east");
    });

    test("disconnects no client when the request arrives again after its seat was taken with it", async () => {
      const { match, token } = await create();
      const seated = await join(await requestSeatIn(match, { token, renew: RENEW }));
      await requestSeatIn(match, { token, renew: RENEW });
      expect(await seated.request("time", {})).toMatchObject({ now: expect.any(Number) });
      expect(seated.closeCode).toBeNull();
    });

    test.each([
      ["a name of 15 characters", { renew: "x".repeat(15) }],
      ["a name of 65 characters", { renew: "x".repeat(65) }],
      ["a character outside the alphabet", { renew: "x".repeat(16).concat("!") }],
    ])("is refused bad-request with %s, and changes nothing", async (_, body) => {
      const { match, token } = await create();
      const { status, code, field } = await seatRefusal(match, { token, ...body });
      expect({ status, code, field }).toEqual({ status: 400, code: "bad-request", field: "renew" });
      expect((await requestSeatIn(match, { token })).seat).toBe("east");
    });

    test("needs a valid token, and no spectator renews", async () => {
      const { match } = await create();
      expect(await seatRefusal(match, { spectate: true, renew: RENEW })).toMatchObject({
        code: "bad-request",
      });
      expect(await seatRefusal(match, { token: "x", renew: RENEW })).toMatchObject({ code: "bad-token" });
    });
  });

  describe("that its player takes back on another device", () => {
    const takeBack = (match: string, token: string, request: object = {}) =>
      post<SeatReservation & RefusalBody>(
        server.url,
        PATHS.seats.replace(":id", match),
        { own: true, ...request },
        bearer(token),
      );

    test("is theirs with a new token: the earlier one is refused bad-token, and its connection is closed", async () => {
      const player = await createAccount(server.url);
      const reserved = await createMatch(server.url, { private: true }, bearer(player.token));
      const phone = await join(reserved);
      const { status, body } = await takeBack(reserved.match, player.token);
      expect([status, body.seat, body.invitation]).toEqual([200, "east", reserved.invitation]);
      await until(() => phone.closeCode === CLOSE.replaced, "the phone's connection to be closed");
      expect(await seatRefusal(reserved.match, { token: reserved.token })).toMatchObject({
        code: "bad-token",
      });
      const laptop = await join(body);
      expect(laptop.state.seats.get("east")).toMatchObject({ name: "Citlali", connected: true });
    });

    test("disconnects no client when the request arrives again after the seat was taken with it", async () => {
      const player = await createAccount(server.url);
      const { match } = await createMatch(server.url, {}, bearer(player.token));
      const renew = "a-fresh-and-random-name";
      const { body } = await takeBack(match, player.token, { renew });
      const seated = await join(body);
      const again = await takeBack(match, player.token, { renew });
      expect(decodeJwt(again.body.token ?? "")["holder"]).toBe(decodeJwt(body.token ?? "")["holder"]);
      expect(await seated.request("time", {})).toMatchObject({ now: expect.any(Number) });
      expect(seated.closeCode).toBeNull();
    });

    test("stays with whoever took it back last, when an earlier request arrives again", async () => {
      const player = await createAccount(server.url);
      const { match } = await createMatch(server.url, {}, bearer(player.token));
      const earlier = { renew: "a-fresh-and-random-name" };
      await takeBack(match, player.token, earlier);
      const last = await takeBack(match, player.token, { renew: "another-fresh-and-random-name" });
      const seated = await join(last.body);
      expect((await takeBack(match, player.token, earlier)).body.code).toBe("bad-token");
      expect(await seated.request("time", {})).toMatchObject({ now: expect.any(Number) });
      expect((await requestSeatIn(match, { token: last.body.token })).seat).toBe("east");
    });

    test("may be each of the seats that they have", async () => {
      const player = await createAccount(server.url);
      const { match } = await createMatch(server.url, {}, bearer(player.token));
      const west = await requestSeat(server.url, match, { name: "C", seat: "west" }, bearer(player.token));
      expect((await takeBack(match, player.token, { seat: "west" })).body.seat).toBe("west");
      expect(await seatRefusal(match, { token: west.token })).toMatchObject({ code: "bad-token" });
      expect((await takeBack(match, player.token, { seat: "north" })).body.code).toBe("bad-token");
    });

    test("is refused to others: bad-token, unknown-match of a private match, unauthorized without a player", async () => {
      const [player, other] = [await createAccount(server.url), await createAccount(server.url)];
      const open = await createMatch(server.url, {}, bearer(player.token));
      const secret = await createMatch(server.url, { private: true }, bearer(player.token));
      const west = await join(await requestSeatIn(open.match, { name: "B", seat: "west" }));
      expect((await takeBack(open.match, other.token)).body.code).toBe("bad-token");
      expect((await takeBack(secret.match, other.token)).body.code).toBe("unknown-match");
      expect(await seatRefusal(open.match, { own: true })).toMatchObject({
        status: 401,
        code: "unauthorized",
      });
      expect(await seatRefusal(open.match, { own: true, name: "A" })).toMatchObject({ code: "bad-request" });
      expect(west.closeCode).toBeNull();
      expect((await requestSeatIn(open.match, { token: open.token })).seat).toBe("east");
    });
  });

  test("cannot join with a reservation made before its player left the seat", async () => {
    const { match } = await create();
    const north = await requestSeatIn(match, { name: "B" });
    const reservation = await requestSeatIn(match, { token: north.token });
    const left = await join(north);
    await left.leave();
    expect((await requestSeatIn(match, { name: "C" })).seat).toBe("north");
    await expect(join(reservation)).rejects.toThrow(/bad-token/);
  });
});

/** @param expires `null`: never */
function signed(
  claims: Record<string, string>,
  secret: string,
  expires: Date | "1 hour" | null = "1 hour",
): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256" });
  if (expires !== null) token.setExpirationTime(expires);
  return token.sign(new TextEncoder().encode(secret));
}

describe("a player who leaves or loses the connection", () => {
  test("is shown as not connected, and keeps the seat in a match that has begun", async () => {
    const { first: east, second: west } = await seatTwo(server.url);
    await west.leave();
    await until(() => east.state.seats.get("west")?.connected === false, "west to be disconnected");
    expect(east.state.seats.get("west")?.kind).toBe("human");
    await join(await requestSeatIn(east.reserved.match, { token: west.reserved.token }));
    await until(() => east.state.seats.get("west")?.connected === true, "west to be connected");
  });

  test("keeps the seat after a lost connection, while the match waits for players", async () => {
    const east = await join(await create());
    const { match } = east.reserved;
    const north = await join(await requestSeatIn(match, { name: "B" }));
    await until(() => east.state.seats.get("north")?.connected === true, "north to be connected");
    await north.room.leave(false);
    await until(() => east.state.seats.get("north")?.connected === false, "north to be disconnected");
    expect(east.state.seats.get("north")?.kind).toBe("human");
    expect((await requestSeatIn(match, { token: north.reserved.token })).seat).toBe("north");
  });
});

describe("a spectator", () => {
  test("sees the match without hidden cards, and has no seat and no token", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const watcher = await join(await requestSeatIn(match, { spectate: true }));
    expect(watcher.reserved).toMatchObject({ seat: null, token: null });
    expect(watcher.state.status).toBe("playing");
    expect([...watcher.state.hands.entries()].map(([seat, { cards }]) => [seat, cards])).toEqual([
      ["east", undefined],
      ["west", undefined],
    ]);
    expect(players[0]?.state.seats.size).toBe(2);
  });
});
