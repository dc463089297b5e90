import { CLOSE, type Fault, PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, createMatch, post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";
import { until } from "./support/until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const create = (wish?: object) => createMatch(server.url, wish);
const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const seatIn = (match: string, wish: object) => askForSeat(server.url, match, wish);

/** Asks for a seat that is refused. */
async function refusedSeat(match: string, wish: object | string): Promise<Fault & { status: number }> {
  const { status, body } = await post<Fault>(server.url, PATHS.seats.replace(":id", match), wish);
  return { status, ...body };
}

describe("creating a match", () => {
  test("seats its creator first, gives it an id, a code and a token, and waits for the others", async () => {
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
    ["another game", { game: "chess" }, "bad-request", "game"],
    ["a seat too many", { seats: 7 }, "bad-request", "seats"],
    ["half a seat", { seats: 2.5 }, "bad-request", "seats"],
    ["nobody but bots", { seats: 3, bots: 3 }, "bad-request", "bots"],
    ["a bot of an unknown kind", { bots: ["brilliant"] }, "bad-request", "bots"],
    ["no name", { name: "" }, "bad-request", "name"],
    ["a name of spaces", { name: " \t\u200b " }, "bad-request", "name"],
    ["a name of 25 letters", { name: "x".repeat(25) }, "bad-request", "name"],
    ["an unknown option", { options: { cheat: true } }, "bad-option", "cheat"],
    ["an option out of range", { options: { rackSize: 14 } }, "bad-option", "rackSize"],
  ])("of %s is refused", async (_, wish, code, field) => {
    const { status, body } = await post<Fault>(server.url, PATHS.matches, {
      game: "flower-war",
      name: "A",
      ...wish,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, field, message: expect.any(String) });
  });

  test("shows a name as it can be read: trimmed, and without what cannot be seen", async () => {
    const { state } = await join(await create({ name: "  Ana\u0000\u202e \n Lucía " }));
    expect(state.seats.get("east")?.name).toBe("Ana Lucía");
  });
});

describe("taking a seat", () => {
  test("by the match's id or by its code, however that is written, goes in turn order", async () => {
    const { match, code } = await create();
    expect(await seatIn(match, { name: "B" })).toMatchObject({ match, code, seat: "north" });
    expect(await seatIn(code, { name: "C" })).toMatchObject({ match, code, seat: "south" });
    expect(await seatIn(code.toLowerCase(), { name: "D" })).toMatchObject({ match, code, seat: "west" });
  });

  test("takes the seat wished for", async () => {
    const { match } = await create();
    expect((await seatIn(match, { name: "B", seat: "west" })).seat).toBe("west");
    expect((await seatIn(match, { name: "C" })).seat).toBe("north");
  });

  test("begins the match when it is the last, and its nonce is given", async () => {
    const first = await join(await create({ seats: 2 }));
    const last = await seatIn(first.reserved.match, { name: "B" });
    await until(() => first.state.seats.get("west")?.kind === "human", "the last seat to be taken");
    expect(first.state.status).toBe("gathering");
    await join(last);
    await until(() => first.state.status === "playing", "the match to begin");
    expect(first.state.table.awaiting).toMatchObject({ seat: "east", decision: "roll" });
  });

  test("is refused where there is none", async () => {
    const { match } = await create({ seats: 2 });
    expect(await refusedSeat(match, { name: "B", seat: "north" })).toMatchObject({
      status: 404,
      code: "unknown-seat",
    });
    expect(await refusedSeat(match, { name: "B", seat: "east" })).toMatchObject({
      status: 409,
      code: "seat-taken",
    });
    await seatIn(match, { name: "B" });
    expect(await refusedSeat(match, { name: "C" })).toMatchObject({ status: 409, code: "match-full" });
    expect(await refusedSeat("nowhere", { name: "C" })).toMatchObject({ status: 404, code: "unknown-match" });
    expect(await refusedSeat("ZZZZ", { name: "C" })).toMatchObject({ status: 404, code: "unknown-match" });
  });

  test.each([
    ["nothing", {}],
    ["a name and a token", { name: "B", token: "x" }],
    ["a chair and a name", { name: "B", spectate: true }],
    ["a token that is no string", { token: 5 }],
    ["a list", []],
  ])("is refused to whoever sends %s", async (_, wish) => {
    const { match } = await create();
    expect(await refusedSeat(match, wish)).toMatchObject({ status: 400, code: "bad-request" });
  });

  test("at the same time as others do gives every seat once", async () => {
    const { match } = await create({ seats: 6 });
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => seatIn(match, { name: "X" })));
    const seats = asked.filter((one) => one.status === "fulfilled").map(({ value }) => value.seat);
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
  test("takes the seat again, and closes the socket that had it", async () => {
    const first = await join(await create());
    const { match, token } = first.reserved;
    const again = await join(await seatIn(match, { token }));
    expect(again.seat).toBe("east");
    await until(() => first.closed !== null, "the old socket to close");
    expect(first.closed).toBe(CLOSE.replaced);
    await until(() => again.state.seats.get("east")?.connected === true, "east to be connected");
  });

  test.each([
    ["rubbish", async () => "rubbish"],
    ["one of another match", async () => (await create()).token],
    ["one signed by somebody else", async () => signed({}, "somebody else's long secret")],
    ["one without its claims", async () => signed({}, server.config.authSecret)],
    [
      "one of a holder that never was",
      async (match: string) => signed({ match, seat: "east", holder: "me" }, server.config.authSecret),
    ],
    [
      "one that is good for ever",
      async (match: string) => signed({ match, seat: "east", holder: "me" }, server.config.authSecret, null),
    ],
  ])("that is %s is refused", async (_, tokenFor) => {
    const { match } = await create();
    const token = await tokenFor(match);
    expect(await refusedSeat(match, { token })).toMatchObject({ status: 403, code: "bad-token" });
  });

  test("that is older than 30 days is refused as expired", async () => {
    const { match, seat, token } = await create();
    const { holder, iat, exp } = decodeJwt<{ holder: string }>(token ?? "");
    expect((exp ?? 0) - (iat ?? 0)).toBe(30 * 24 * 60 * 60);
    const old = await signed({ match, seat: seat ?? "", holder }, server.config.authSecret, new Date(0));
    expect(await refusedSeat(match, { token: old })).toMatchObject({ status: 403, code: "expired-token" });
  });

  test("is worth nothing once its seat was given back", async () => {
    const other = await join(await create());
    const { match } = other.reserved;
    const left = await join(await seatIn(match, { name: "B" }));
    await left.leave();
    await until(() => other.state.seats.get("north")?.kind === "open", "north to be open");
    expect(await refusedSeat(match, { token: left.reserved.token })).toMatchObject({ code: "bad-token" });
    expect((await seatIn(match, { name: "C" })).seat).toBe("north");
    expect(await refusedSeat(match, { token: left.reserved.token })).toMatchObject({ code: "bad-token" });
  });

  test("whose player asked twice and came by the second answer is not shown out by the first", async () => {
    const { match, token } = await create();
    const [first, second] = [await seatIn(match, { token }), await seatIn(match, { token })];
    const seated = await join(second);
    await expect(join(first)).rejects.toThrow(/bad-token/);
    expect(seated.closed).toBeNull();
    const third = await join(await seatIn(match, { token }));
    await until(() => seated.closed === CLOSE.replaced, "who sat there to be shown out by who asked last");
    expect(third.state.seats.get("east")?.connected).toBe(true);
  });

  describe("that is renewed", () => {
    const RENEW = "a-fresh-and-random-name";

    test("is good alone: those before are refused, and whoever came by them is shown out", async () => {
      const { match, players } = await sitDown(server.url, { seats: 2 });
      const [east, west] = players;
      if (!east || !west) throw new Error("two sit here");
      const { token } = west.reserved;
      const unused = await seatIn(match, { token });
      const renewed = await seatIn(match, { token, renew: RENEW });
      await until(() => west.closed === CLOSE.replaced, "whoever sat there to be shown out");
      expect(await refusedSeat(match, { token })).toMatchObject({ status: 403, code: "bad-token" });
      expect(await refusedSeat(match, { token, renew: `${RENEW}-2` })).toMatchObject({ code: "bad-token" });
      await expect(join(unused)).rejects.toThrow(/bad-token/);
      const again = await join(renewed);
      expect(again.state.seats.get("west")).toMatchObject({ name: "Player 2", connected: true });
      expect(await again.play({ type: "concede" })).toBe(1);
      expect((await seatIn(match, { token: renewed.token })).seat).toBe("west");
    });

    test("is the same when it is asked for again, as after a lost answer", async () => {
      const { match, token } = await create();
      const first = await seatIn(match, { token, renew: RENEW });
      const second = await seatIn(match, { token, renew: RENEW });
      const holderOf = (reserved: SeatReservation) => decodeJwt(reserved.token ?? "")["holder"];
      expect(holderOf(second)).toBe(holderOf(first));
      expect((await join(second)).seat).toBe("east");
    });

    test.each([
      ["too short a name", { renew: "x".repeat(15) }],
      ["too long a name", { renew: "x".repeat(65) }],
      ["other letters", { renew: "x".repeat(16).concat("!") }],
    ])("is refused with %s, and changes nothing", async (_, wish) => {
      const { match, token } = await create();
      const { status, code, field } = await refusedSeat(match, { token, ...wish });
      expect({ status, code, field }).toEqual({ status: 400, code: "bad-request", field: "renew" });
      expect((await seatIn(match, { token })).seat).toBe("east");
    });

    test("is refused to whoever has none", async () => {
      const { match } = await create();
      expect(await refusedSeat(match, { name: "B", renew: RENEW })).toMatchObject({ code: "bad-request" });
      expect(await refusedSeat(match, { token: "x", renew: RENEW })).toMatchObject({ code: "bad-token" });
    });
  });

  test("reserved before its seat was given back opens it no more", async () => {
    const { match } = await create();
    const north = await seatIn(match, { name: "B" });
    const kept = await seatIn(match, { token: north.token });
    const left = await join(north);
    await left.leave();
    expect((await seatIn(match, { name: "C" })).seat).toBe("north");
    await expect(join(kept)).rejects.toThrow(/bad-token/);
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

describe("going away", () => {
  test("shows, and keeps the seat of a match that runs", async () => {
    const { players } = await sitDown(server.url, { seats: 2 });
    const [east, west] = players;
    if (!east || !west) throw new Error("two sit here");
    await west.leave();
    await until(() => east.state.seats.get("west")?.connected === false, "west to be away");
    expect(east.state.seats.get("west")?.kind).toBe("human");
    await join(await seatIn(east.reserved.match, { token: west.reserved.token }));
    await until(() => east.state.seats.get("west")?.connected === true, "west to be back");
  });

  test("by a broken line keeps the seat while others are still open", async () => {
    const east = await join(await create());
    const { match } = east.reserved;
    const north = await join(await seatIn(match, { name: "B" }));
    await until(() => east.state.seats.get("north")?.connected === true, "north to be there");
    await north.room.leave(false);
    await until(() => east.state.seats.get("north")?.connected === false, "north to be away");
    expect(east.state.seats.get("north")?.kind).toBe("human");
    expect((await seatIn(match, { token: north.reserved.token })).seat).toBe("north");
  });
});

describe("a spectator", () => {
  test("sees the match, has no seat and no token, and changes nothing by coming", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const watcher = await join(await seatIn(match, { spectate: true }));
    expect(watcher.reserved).toMatchObject({ seat: null, token: null });
    expect(watcher.state.status).toBe("playing");
    expect([...watcher.state.hands.entries()].map(([seat, { cards }]) => [seat, cards])).toEqual([
      ["east", undefined],
      ["west", undefined],
    ]);
    expect(players[0]?.state.seats.size).toBe(2);
  });
});
