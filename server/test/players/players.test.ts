/** Players over HTTP, and the seats that they take (docs/protocol.md, "Players"). */
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { ACCOUNT_PATHS, type Player } from "@flower-war/protocol/players";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { SignJWT } from "jose";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, type HttpResponse, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";

const DAY = 24 * 60 * 60 * 1000;
const SECRET = "a secret of at least 16 characters";

let server: RunningServer;
const start = async (options: ServerOptions = {}) => {
  server = await startServer({ authSecret: SECRET, ...options });
};
afterEach(() => server.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function createPlayer(name = "Citlali"): Promise<Player> {
  return (await post<Player>(server.url, PATHS.players, { name })).body;
}

/** Asks as a player who they are, or changes or deletes them. */
async function askAs<T = Player>(
  headers: Record<string, string>,
  method = "GET",
  body: object | null = null,
): Promise<HttpResponse<T>> {
  const response = await fetch(server.url + PATHS.me, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

describe("a new player", () => {
  test("is a guest with an id, a name and a token, which no cache stores", async () => {
    await start();
    const { status, body, headers } = await post<Player>(server.url, PATHS.players, { name: " Citlali " });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{12}$/),
      name: "Citlali",
      kind: "guest",
      token: expect.any(String),
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.token).not.toContain(body.name);
  });

  test.each([
    ["no name", {}],
    ["a name of spaces", { name: " \u200b " }],
    ["a name of 25 characters", { name: "x".repeat(25) }],
    ["a number for a name", { name: 7 }],
  ])("with %s is refused", async (_, request) => {
    await start();
    const { status, body } = await post<RefusalBody>(server.url, PATHS.players, request);
    expect([status, body.code, body.field]).toEqual([400, "bad-request", "name"]);
  });

  test("is refused too-many-players over the limit of an address; other addresses are not", async () => {
    await start({ playersPerMinute: 2 });
    const create = (address: string) =>
      post<RefusalBody>(server.url, PATHS.players, { name: "A" }, fromAddress(address));
    for (let i = 0; i < 2; i++) expect((await create("198.51.100.1")).status).toBe(201);
    const { status, body } = await create("198.51.100.1");
    expect([status, body.code]).toEqual([429, "too-many-players"]);
    expect(body.wait).toBeGreaterThan(0);
    expect((await create("198.51.100.2")).status).toBe(201);
  });
});

describe("a request for a player", () => {
  const ask = (request: object | string, address = "198.51.100.7") =>
    post<RefusalBody>(server.url, PATHS.players, request, fromAddress(address));

  test("is counted before it is read: over the limit nothing is read", async () => {
    await start({ playersPerMinute: 2 });
    for (let i = 0; i < 2; i++) expect((await ask({ name: "A" })).status).toBe(201);
    for (const request of [{ name: "" }, { name: "\u007f".repeat(3_000) }, "{", "[]"])
      expect((await ask(request)).body.code).toBe("too-many-players");
  });

  test("is given back if it is malformed, 30 times of an address in a minute", async () => {
    await start({ playersPerMinute: 2 });
    for (let i = 0; i < SERVER_LIMITS.mistakes; i++) expect((await ask({ name: "" })).status).toBe(400);
    for (let i = 0; i < 2; i++) expect((await ask({ name: "" })).status).toBe(400);
    expect((await ask({ name: "A" })).status).toBe(429);
    expect((await ask({ name: "A" }, "198.51.100.8")).status).toBe(201);
  });
});

describe("a player's token", () => {
  test("says who they are, renames and deletes them", async () => {
    await start();
    const { id, token } = await createPlayer();
    expect((await askAs(bearer(token))).body).toMatchObject({ id, name: "Citlali", kind: "guest" });
    const renamed = await askAs(bearer(token), "PATCH", { name: "Xoco" });
    expect([renamed.status, renamed.body]).toEqual([200, expect.objectContaining({ id, name: "Xoco" })]);
    expect((await askAs(bearer(token))).body.name).toBe("Xoco");
    expect((await askAs(bearer(token), "DELETE")).status).toBe(200);
    const { status, body } = await askAs<RefusalBody>(bearer(token));
    expect([status, body.code, body.field]).toEqual([403, "bad-token", "authorization"]);
  });

  test("renames no player to a name that none may have", async () => {
    await start();
    const { token } = await createPlayer();
    const { status, body } = await askAs<RefusalBody>(bearer(token), "PATCH", { name: "" });
    expect([status, body.code, body.field]).toEqual([400, "bad-request", "name"]);
  });

  test("ends when the player signs out everywhere, with all but the new one; their seats stay theirs", async () => {
    await start();
    const { id, token } = await createPlayer();
    const other = (await askAs(bearer(token))).body.token;
    const seat = await createMatch(server.url, { seats: 2 }, bearer(other));
    const {
      status,
      headers,
      body: player,
    } = await post<Player>(server.url, ACCOUNT_PATHS.tokens, {}, bearer(token));
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(player).toMatchObject({ id, name: "Citlali", kind: "guest" });
    for (const ended of [token, other]) {
      const refused = await askAs<RefusalBody>(bearer(ended));
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([
        403,
        "bad-token",
        "authorization",
      ]);
    }
    expect((await askAs(bearer(player.token))).body.id).toBe(id);
    await requestSeat(server.url, seat.match, { token: seat.token ?? "" });
  });

  test("of a server that knew no generations is one of the first", async () => {
    await start();
    const { id, token } = await createPlayer();
    const older = await sign({ sub: id, aud: "player" }, SECRET, Date.now() / 1000 + 3600);
    expect((await askAs(bearer(older))).body.id).toBe(id);
    await post(server.url, ACCOUNT_PATHS.tokens, {}, bearer(token));
    expect((await askAs<RefusalBody>(bearer(older))).body.code).toBe("bad-token");
  });

  test("outlives the server's process", async () => {
    const dataDir = temporaryFolder();
    await start({ dataDir });
    const { id, token } = await createPlayer();
    await server.stop();
    await start({ dataDir });
    expect((await askAs(bearer(token))).body.id).toBe(id);
  });

  test("is good for as long as guests are kept; each answer brings one that is good for as long again", async () => {
    const time = new FakeTime();
    server = await startOnFakeTime(time, { guestRetention: DAY, authSecret: SECRET });
    const { id, token } = await createPlayer();
    await time.pass(0.9 * DAY);
    const renewed = (await askAs(bearer(token))).body.token;
    await time.pass(0.2 * DAY);
    expect((await askAs<RefusalBody>(bearer(token))).body).toMatchObject({
      code: "expired-token",
      field: "authorization",
    });
    expect((await askAs(bearer(renewed))).body.id).toBe(id);
  });

  test("ends with the guest, who is deleted when they were not seen for that long", async () => {
    const time = new FakeTime();
    server = await startOnFakeTime(time, { guestRetention: DAY, authSecret: SECRET });
    const { token, id } = await createPlayer();
    const lasting = await sign({ sub: id, aud: "player" }, SECRET, (time.now() + 30 * DAY) / 1000);
    expect((await askAs(bearer(lasting))).body.id).toBe(id);
    await time.pass(DAY + 120_000);
    expect((await askAs<RefusalBody>(bearer(lasting))).body.code).toBe("bad-token");
    expect((await askAs<RefusalBody>(bearer(token))).body.code).toBe("expired-token");
  });
});

/** Signs a token. @param exp s since 1970; `null`: it never expires */
function sign(claims: Record<string, string>, secret: string, exp: number | null): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setIssuedAt();
  return (exp === null ? token : token.setExpirationTime(Math.floor(exp))).sign(
    new TextEncoder().encode(secret),
  );
}

const unsigned = (claims: object) =>
  [{ alg: "none", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".") + ".";

describe("a token that is no player's", () => {
  const inAnHour = Date.now() / 1000 + 3600;
  test.each<[string, (player: Player, seat: SeatReservation) => string | Promise<string>, string]>([
    ["nonsense", () => "nonsense", "bad-token"],
    ["cut", ({ token }) => token.slice(0, -1), "bad-token"],
    ["changed", ({ token }) => token.replace(/\.[^.]/, (two) => (two === ".e" ? ".f" : ".e")), "bad-token"],
    ["unsigned", ({ id }) => unsigned({ sub: id, aud: "player", exp: inAnHour }), "bad-token"],
    [
      "of another server",
      ({ id }) => sign({ sub: id, aud: "player" }, "another secret", inAnHour),
      "bad-token",
    ],
    ["for another audience", ({ id }) => sign({ sub: id, aud: "seat" }, SECRET, inAnHour), "bad-token"],
    ["for no audience", ({ id }) => sign({ sub: id }, SECRET, inAnHour), "bad-token"],
    ["without an end", ({ id }) => sign({ sub: id, aud: "player" }, SECRET, null), "bad-token"],
    ["without a player", () => sign({ aud: "player" }, SECRET, inAnHour), "bad-token"],
    ["of no player", () => sign({ sub: "nobody", aud: "player" }, SECRET, inAnHour), "bad-token"],
    ["a seat's", (_, { token }) => token ?? "", "bad-token"],
    ["expired", ({ id }) => sign({ sub: id, aud: "player" }, SECRET, 1000), "expired-token"],
  ])("(%s) is refused wherever players ask, and changes nothing", async (_, forge, code) => {
    await start();
    const player = await createPlayer();
    const seat = await createMatch(server.url, { seats: 2 });
    const headers = bearer(await forge(player, seat));
    const body = { game: "flower-war", name: "A" };
    const asked = await Promise.all([
      askAs<RefusalBody>(headers),
      askAs<RefusalBody>(headers, "PATCH", { name: "Tenoch" }),
      askAs<RefusalBody>(headers, "DELETE"),
      post<RefusalBody>(server.url, ACCOUNT_PATHS.tokens, {}, headers),
      post<RefusalBody>(server.url, PATHS.matches, body, headers),
      post<RefusalBody>(server.url, PATHS.quickPlay, body, headers),
      ...[{ name: "A" }, { spectate: true }].map((request) =>
        post<RefusalBody>(server.url, PATHS.seats.replace(":id", seat.match), request, headers),
      ),
    ]);
    for (const { status, body: refusal } of asked) {
      expect([status, refusal.code, refusal.field]).toEqual([403, code, "authorization"]);
    }
    expect((await askAs(bearer(player.token))).body.name).toBe("Citlali");
  });

  test("is missing: only what is about the player is refused", async () => {
    await start();
    for (const headers of [{}, { authorization: "Basic dTpw" }]) {
      const { status, body } = await askAs<RefusalBody>(headers);
      expect([status, body.code]).toEqual([401, "unauthorized"]);
      await createMatch(server.url, {}, headers);
    }
  });

  test("does not take a seat: a player's token is not a seat's", async () => {
    await start();
    const { token } = await createPlayer();
    const { match } = await createMatch(server.url, {}, bearer(token));
    const path = PATHS.seats.replace(":id", match);
    const { status, body } = await post<RefusalBody>(server.url, path, { token });
    expect([status, body.code, body.field]).toEqual([403, "bad-token", undefined]);
  });
});

describe("a seat", () => {
  const playersOf = (client: TestClient) => [...client.state.seats.entries()].map(([, { player }]) => player);

  test("is that of the player who created, joined or found the match; others have none", async () => {
    await start();
    const [citlali, tenoch, xoco] = [await createPlayer(), await createPlayer(), await createPlayer()];
    const found = await post<SeatReservation>(
      server.url,
      PATHS.quickPlay,
      { game: "flower-war", name: "A" },
      bearer(citlali.token),
    );
    const { match } = found.body;
    const client = await TestClient.join(server.url, found.body);
    await requestSeat(server.url, match, { name: "B" }, bearer(tenoch.token));
    await requestSeat(server.url, match, { name: "C" });
    expect(
      playersOf(await TestClient.watch(server.url, await requestSeat(server.url, match, { spectate: true }))),
    ).toEqual([citlali.id, tenoch.id, "", ""]);
    const own = await TestClient.join(server.url, await createMatch(server.url, {}, bearer(xoco.token)));
    expect(playersOf(own)).toEqual([xoco.id, "", "", ""]);
    expect(playersOf(client)[0]).toBe(citlali.id);
  });

  test("stays the player's after moving, renewing its token and a restart, and has no player when they left", async () => {
    const dataDir = temporaryFolder();
    await start({ dataDir });
    const { id, token } = await createPlayer();
    const east = await createMatch(server.url, { seats: 2, private: true, start: "host" }, bearer(token));
    const first = await TestClient.join(server.url, east);
    // The player is disconnected: their seat is another one now.
    await first.request("move-seat", { seat: "west" }).catch(() => {});
    const renew = "r".repeat(16);
    const renewed = await requestSeat(server.url, east.match, { token: east.token, renew });
    await server.stop();
    await start({ dataDir });
    const again = await TestClient.join(
      server.url,
      await requestSeat(server.url, east.match, { token: renewed.token }),
    );
    expect(again.state.seats.get("west")).toMatchObject({ name: "Citlali", player: id });
    expect(again.state.seats.get("east")?.player).toBe("");
    const watcher = await TestClient.watch(
      server.url,
      await requestSeat(server.url, east.invitation ?? "", { spectate: true }),
    );
    await again.leave();
    await expect.poll(() => watcher.state.seats.get("west")?.player).toBe("");
  });

  test("of a bot that a player replaces is that player's", async () => {
    const time = new FakeTime();
    server = await startOnFakeTime(time, { authSecret: SECRET });
    const found = await post<SeatReservation>(server.url, PATHS.quickPlay, { game: "flower-war", name: "A" });
    const client = await TestClient.join(server.url, found.body);
    await time.pass(20_000);
    await expect.poll(() => client.state.status).toBe("playing");
    const { id, token } = await createPlayer("Tenoch");
    const { seat } = await requestSeat(server.url, found.body.match, { name: "Tenoch" }, bearer(token));
    await expect.poll(() => client.state.seats.get(seat ?? "")?.player).toBe(id);
  });
});
