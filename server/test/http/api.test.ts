import { Client } from "@colyseus/sdk";
/** The HTTP API (docs/protocol.md, "HTTP"). */
import {
  GAMES,
  type GameListing,
  PATHS,
  PROTOCOL_VERSION,
  type RefusalBody,
  type Reservation,
  ROOMS,
  type SeatReservation,
} from "@flower-war/protocol";
import { type Enrolled, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { games, type OptionRange } from "@flower-war/rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { TestClient } from "../support/client.ts";
import { createMatch, fromAddress, post } from "../support/post.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ creationsPerMinute: 5, seatsPerMinute: 60 });
});
afterAll(() => server.stop());

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const NEW_MATCH = { game: "flower-war", name: "Ana" };

describe("health checks", () => {
  test.each([
    [PATHS.health, { status: "ok", protocolVersion: PROTOCOL_VERSION }],
    [PATHS.ready, { status: "ready" }],
  ])("%s returns %j", async (path, body) => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(body);
  });
});

test("sends an ETag with answers to GET, none with answers to POST", async () => {
  const listed = await fetch(server.url + PATHS.games);
  expect(listed.headers.get("etag")).not.toBeNull();
  const created = await post(server.url, PATHS.matches, NEW_MATCH, fromAddress("198.51.100.77"));
  expect(created.status).toBe(201);
  expect(created.headers.get("etag")).toBeNull();
  expect(created.headers.get("content-type")).toBe("application/json; charset=utf-8");
});

describe("the list of games", () => {
  test("contains every game with the seats and options that its rules define", async () => {
    const listed = (await (await fetch(server.url + PATHS.games)).json()) as GameListing[];
    expect(listed.map(({ game }) => game)).toEqual([...GAMES]);
    expect(listed.find(({ game }) => game === "space-aztecs")).toEqual({
      game: "space-aztecs",
      seats: { min: 2, max: 6, default: 4 },
      options: {
        removedSet: { values: ["random", "P", "Y", "B", "G"], default: "random" },
        codex: { values: [true, false], default: true },
      },
      presets: [
        {
          name: "space-aztecs",
          options: { removedSet: "random", codex: true },
          minutes: {
            2: expect.any(Number),
            3: expect.any(Number),
            4: expect.any(Number),
            5: expect.any(Number),
            6: expect.any(Number),
          },
        },
      ],
      temples: false,
    });
    for (const { game, seats, options, presets, temples } of listed) {
      expect(presets).toEqual(games[game].presets);
      expect(seats).toEqual(games[game].seats);
      const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(games[game].options);
      const listedRanges = ranges.map(([name, range]) => [
        name,
        { values: range.values, default: range.default },
      ]);
      expect(options).toEqual(Object.fromEntries(listedRanges));
      expect(temples).toBe(game === "flower-war" || game === "mexica");
    }
  });
});

describe("every error is a refusal body in JSON", () => {
  test.each([
    ["GET", "/api/nothing", undefined, 404, "not-found"],
    ["GET", "/nothing.html", undefined, 404, "not-found"],
    ["GET", PATHS.matches, undefined, 404, "not-found"],
    ["GET", "/api/matches/nowhere", undefined, 404, "unknown-match"],
    ["GET", "/api/matches/__proto__", undefined, 404, "unknown-match"],
    ["GET", "/api/matches/%00", undefined, 404, "unknown-match"],
    ["POST", PATHS.matches, "{", 400, "bad-request"],
    ["POST", PATHS.matches, "[]", 400, "bad-request"],
    ["POST", PATHS.matches, "null", 400, "bad-request"],
    ["POST", "/api/matches/%ff/seats", "{}", 400, "bad-request"],
    ["POST", "/api/matches/__proto__/seats", '{"spectate":true}', 404, "unknown-match"],
  ])("%s %s %s: %i %s", async (method, path, body, status, code) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, message: expect.any(String) });
  });

  test("a body without the JSON content type: 400 bad-request", async () => {
    const { status, body } = await post<RefusalBody>(server.url, PATHS.matches, "name=Ana", {
      "content-type": "text/plain",
    });
    expect(status).toBe(400);
    expect(body.code).toBe("bad-request");
  });
});

test("a match is found by its id and by its code in any case", async () => {
  const address = fromAddress("198.51.100.6");
  const { body: created } = await post<SeatReservation>(server.url, PATHS.matches, NEW_MATCH, address);
  const { match, code } = created;
  for (const name of [match, code, code.toLowerCase()]) {
    const response = await fetch(server.url + PATHS.match.replace(":id", name));
    expect(await response.json()).toMatchObject({ match, code, game: "flower-war", over: false });
  }
});

describe("the limits of one address", () => {
  test("are 5 new matches a minute; more are refused too-many-creations with `wait`, other addresses are not", async () => {
    const address = fromAddress("198.51.100.7");
    for (let i = 0; i < 5; i++)
      expect((await post(server.url, PATHS.matches, NEW_MATCH, address)).status).toBe(201);
    const { status, body, headers } = await post<RefusalBody>(server.url, PATHS.matches, NEW_MATCH, address);
    expect(status).toBe(429);
    expect(body.code).toBe("too-many-creations");
    expect(body.wait).toBeGreaterThan(0);
    expect(body.wait).toBeLessThanOrEqual(60_000);
    expect(Number(headers.get("retry-after"))).toBe(Math.ceil((body.wait ?? 0) / 1000));
    expect((await post(server.url, PATHS.matches, NEW_MATCH, fromAddress("198.51.100.8"))).status).toBe(201);
  });

  test("are 60 new seats and new tokens of seats a minute; taking a seat again by its token and spectating do not count", async () => {
    const address = fromAddress("198.51.100.11");
    const { body: created } = await post<SeatReservation>(server.url, PATHS.matches, NEW_MATCH, address);
    const { match, token } = created;
    const request = (body: object) =>
      post<RefusalBody>(server.url, PATHS.seats.replace(":id", match), body, address);
    for (let i = 0; i < 59; i++) await request({ name: "A", seat: "nowhere" });
    const quickPlay = () =>
      post<RefusalBody>(server.url, PATHS.quickPlay, { game: "flower-war", name: "A" }, address);
    expect((await quickPlay()).status).toBe(200);
    const refused = [
      await request({ name: "A" }),
      await quickPlay(),
      await request({ own: true }),
      await request({ token, renew: "x".repeat(16) }),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([429, "too-many-seats"]);
    expect(refused[0]?.body.wait).toBeGreaterThan(0);
    expect((await request({ token })).status).toBe(200);
    expect((await request({ spectate: true })).status).toBe(200);
  });

  test("count only requests that succeed", async () => {
    const address = fromAddress("198.51.100.9");
    for (let i = 0; i < 10; i++)
      expect((await post(server.url, PATHS.matches, {}, address)).status).toBe(400);
    expect((await post(server.url, PATHS.matches, NEW_MATCH, address)).status).toBe(201);
  });

  test("count a quick play that creates a match, not one that joins it", async () => {
    const address = fromAddress("198.51.100.10");
    for (let i = 0; i < 10; i++) {
      const { status, body } = await post<SeatReservation>(server.url, PATHS.quickPlay, NEW_MATCH, address);
      expect(status).toBe(200);
      await TestClient.watch(server.url, body);
    }
  });
});

describe("a bridge's request", () => {
  const request = (headers: Record<string, string>, body: object = { bridge: "bridge-1" }) =>
    post<Reservation & RefusalBody>(server.operatorUrl, OPERATOR_PATHS.bridges, body, headers);

  test("gets a reservation with the bridge token", async () => {
    const { status, body } = await request(bearer(server.config.bridgeToken));
    expect(status).toBe(200);
    expect(body.name).toBe(ROOMS.temples);
    const room = await new Client(server.operatorUrl).consumeSeatReservation(body);
    await room.leave();
  });

  test.each([
    ["no token", {}],
    ["a wrong token", bearer("wrong")],
    ["an empty token", bearer("")],
    ["another scheme", { authorization: "Basic abc" }],
  ])("is refused unauthorized with %s", async (_, headers) => {
    expect(await request(headers)).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  test("is refused bad-request with an invalid bridge id", async () => {
    const { status, body } = await request(bearer(server.config.bridgeToken), { bridge: "Bridge 1" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "bad-request", field: "bridge" });
  });
});

describe("enrolling a temple", () => {
  const enrol = (headers: Record<string, string>, templeId: unknown) =>
    post<Enrolled & RefusalBody>(server.operatorUrl, OPERATOR_PATHS.temples, { templeId }, headers);

  test("returns the temple's secret to the admin, once; a known temple is refused temple-known", async () => {
    const { status, body } = await enrol(bearer(server.config.adminPassword ?? ""), "templo-7");
    expect(status).toBe(201);
    expect(body).toEqual({ templeId: "templo-7", secret: expect.any(String) });
    expect(await enrol(bearer(server.config.adminPassword ?? ""), "templo-7")).toMatchObject({
      status: 409,
      body: { code: "temple-known" },
    });
  });

  test("is refused unauthorized to all others", async () => {
    expect(await enrol({}, "templo-8")).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(await enrol(bearer(server.config.bridgeToken), "templo-8")).toMatchObject({ status: 401 });
  });

  test.each([7, "UPPER", "a"])("of %j is refused with 400", async (templeId) => {
    expect((await enrol(bearer(server.config.adminPassword ?? ""), templeId)).status).toBe(400);
  });
});

describe("Colyseus' own matchmaking routes", () => {
  test.each(["create", "join", "joinOrCreate", "joinById", "reconnect"])(
    "/matchmake/%s is 404 not-found",
    async (method) => {
      const { match, reservation } = await createMatch(server.url, {});
      for (const target of [...Object.values(ROOMS), match, reservation.roomId]) {
        const { status, body } = await post<RefusalBody>(server.url, `/matchmake/${method}/${target}`);
        expect(status).toBe(404);
        expect(body.code).toBe("not-found");
      }
    },
  );
});

describe("requests from other origins", () => {
  test("are allowed", async () => {
    const preflight = await fetch(server.url + PATHS.matches, {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/authorization.*content-type/i);
    const { headers } = await post(server.url, PATHS.matches, {}, { origin: "https://elsewhere.example" });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });
});
