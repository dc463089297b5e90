import { Client } from "@colyseus/sdk";
import {
  type Enrolled,
  type Fault,
  GAMES,
  type GameListing,
  PATHS,
  type Reservation,
  ROOMS,
  type SeatReservation,
} from "@flower-war/client-sdk/protocol";
import { games } from "@flower-war/rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { createMatch, from, post } from "./support/post.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ creationsPerMinute: 5, seatsPerMinute: 60 });
});
afterAll(() => server.stop());

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const aMatch = { game: "flower-war", name: "Ana" };

describe("health", () => {
  test.each([
    [PATHS.health, { status: "ok" }],
    [PATHS.ready, { status: "ready" }],
  ])("%s", async (path, body) => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(body);
  });
});

describe("the games that the server plays", () => {
  test("are listed with their seats, and options as their rules define them", async () => {
    const listed = (await (await fetch(server.url + PATHS.games)).json()) as GameListing[];
    expect(listed.map(({ game }) => game)).toEqual([...GAMES]);
    expect(listed.find(({ game }) => game === "space-aztecs")).toEqual({
      game: "space-aztecs",
      seats: { min: 2, max: 6, default: 4 },
      options: {
        removedSet: { values: ["random", "P", "Y", "B", "G"], default: "random" },
        codex: { values: [true, false], default: true },
      },
      temples: false,
    });
    for (const { game, seats, options, temples } of listed) {
      expect(seats).toEqual(games[game].seats);
      expect(options).toEqual(games[game].options);
      expect(temples).toBe(game === "flower-war" || game === "mexica");
    }
  });
});

describe("every error is a fault in JSON", () => {
  test.each([
    ["GET", "/api/nothing", undefined, 404, "not-found"],
    ["GET", "/nothing.html", undefined, 404, "not-found"],
    ["GET", PATHS.matches, undefined, 404, "not-found"],
    ["GET", "/api/matches/nowhere", undefined, 404, "unknown-match"],
    ["GET", "/api/matches/__proto__", undefined, 404, "unknown-match"],
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

  test("a body that does not say it is JSON", async () => {
    const { status, body } = await post<Fault>(server.url, PATHS.matches, "name=Ana", {
      "content-type": "text/plain",
    });
    expect(status).toBe(400);
    expect(body.code).toBe("bad-request");
  });
});

test("a match is known by its id and by its code, however that is written", async () => {
  const address = from("198.51.100.6");
  const { body: created } = await post<SeatReservation>(server.url, PATHS.matches, aMatch, address);
  const { match, code } = created;
  for (const name of [match, code, code.toLowerCase()]) {
    const response = await fetch(server.url + PATHS.match.replace(":id", name));
    expect(await response.json()).toEqual({ match, code, game: "flower-war", over: false });
  }
});

describe("creations of one address", () => {
  test("are 5 a minute; then it is told to wait, and others are not", async () => {
    const address = from("198.51.100.7");
    for (let i = 0; i < 5; i++)
      expect((await post(server.url, PATHS.matches, aMatch, address)).status).toBe(201);
    const { status, body, headers } = await post<Fault>(server.url, PATHS.matches, aMatch, address);
    expect(status).toBe(429);
    expect(body.code).toBe("too-many-creations");
    expect(body.wait).toBeGreaterThan(0);
    expect(body.wait).toBeLessThanOrEqual(60_000);
    expect(Number(headers.get("retry-after"))).toBe(Math.ceil((body.wait ?? 0) / 1000));
    expect((await post(server.url, PATHS.matches, aMatch, from("198.51.100.8"))).status).toBe(201);
  });

  test("and new seats 60, which taking one's own again and watching are not", async () => {
    const address = from("198.51.100.11");
    const { body: created } = await post<SeatReservation>(server.url, PATHS.matches, aMatch, address);
    const { match, token } = created;
    const ask = (wish: object) => post<Fault>(server.url, PATHS.seats.replace(":id", match), wish, address);
    for (let i = 0; i < 59; i++) await ask({ name: "A", seat: "nowhere" });
    const quick = () => post<Fault>(server.url, PATHS.quickPlay, { game: "flower-war", name: "A" }, address);
    expect((await quick()).status).toBe(200);
    const refused = [await ask({ name: "A" }), await quick()];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [429, "too-many-seats"],
      [429, "too-many-seats"],
    ]);
    expect(refused[0]?.body.wait).toBeGreaterThan(0);
    expect((await ask({ token })).status).toBe(200);
    expect((await ask({ spectate: true })).status).toBe(200);
  });

  test("count only when they come to something", async () => {
    const address = from("198.51.100.9");
    for (let i = 0; i < 10; i++)
      expect((await post(server.url, PATHS.matches, {}, address)).status).toBe(400);
    expect((await post(server.url, PATHS.matches, aMatch, address)).status).toBe(201);
  });

  test("by quick play count, joining by it does not", async () => {
    const address = from("198.51.100.10");
    for (let i = 0; i < 10; i++)
      expect((await post(server.url, PATHS.quickPlay, aMatch, address)).status).toBe(200);
  });
});

describe("bridges", () => {
  const ask = (headers: Record<string, string>, body: object = { bridge: "bridge-1" }) =>
    post<Reservation & Fault>(server.url, PATHS.bridges, body, headers);

  test("come in with the bridge token", async () => {
    const { status, body } = await ask(bearer(server.config.bridgeToken));
    expect(status).toBe(200);
    expect(body.name).toBe(ROOMS.temples);
    const room = await new Client(server.url).consumeSeatReservation(body);
    await room.leave();
  });

  test.each([
    ["no token", {}],
    ["a wrong one", bearer("wrong")],
    ["an empty one", bearer("")],
    ["another scheme", { authorization: "Basic abc" }],
  ])("do not with %s", async (_, headers) => {
    expect(await ask(headers)).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  test("say who they are", async () => {
    const { status, body } = await ask(bearer(server.config.bridgeToken), { bridge: "Bridge 1" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "bad-request", field: "bridge" });
  });
});

describe("enrolling a temple", () => {
  const ask = (headers: Record<string, string>, templeId: unknown) =>
    post<Enrolled & Fault>(server.url, PATHS.temples, { templeId }, headers);

  test("is the admin's, and tells the secret", async () => {
    const { status, body } = await ask(bearer(server.config.adminPassword ?? ""), "templo-7");
    expect(status).toBe(201);
    expect(body).toEqual({ templeId: "templo-7", secret: expect.any(String) });
    expect(await ask(bearer(server.config.adminPassword ?? ""), "templo-7")).toMatchObject({
      status: 409,
      body: { code: "temple-known" },
    });
  });

  test("is nobody else's", async () => {
    expect(await ask({}, "templo-8")).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(await ask(bearer(server.config.bridgeToken), "templo-8")).toMatchObject({ status: 401 });
  });

  test.each([7, "UPPER", "a"])("of %j is refused", async (templeId) => {
    expect((await ask(bearer(server.config.adminPassword ?? ""), templeId)).status).toBe(400);
  });
});

describe("the framework's own ways in", () => {
  test.each(["create", "join", "joinOrCreate", "joinById", "reconnect"])(
    "/matchmake/%s is not there",
    async (method) => {
      const { match, reservation } = await createMatch(server.url, {});
      for (const target of [...Object.values(ROOMS), match, reservation.roomId]) {
        const { status, body } = await post<Fault>(server.url, `/matchmake/${method}/${target}`);
        expect(status).toBe(404);
        expect(body.code).toBe("not-found");
      }
    },
  );
});

describe("clients of other origins", () => {
  test("may ask", async () => {
    const asked = await fetch(server.url + PATHS.matches, {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-headers")).toMatch(/authorization.*content-type/i);
    const { headers } = await post(server.url, PATHS.matches, {}, { origin: "https://elsewhere.example" });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });
});
