/** Client and server tell each other which protocol they speak (docs/compatibility.md). */
import {
  PATHS,
  PROTOCOL_VERSION,
  type RefusalBody,
  type Reservation,
  type SeatReservation,
  STREAM_PATHS,
} from "@flower-war/protocol";
import { BOTS_PATH, type Player } from "@flower-war/protocol/players";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { createMatch, post } from "../support/post.ts";

const SUPPORTED = { oldest: 3, newest: 5 };

const NEW_MATCH = { game: "flower-war", name: "Ana" };

/** Every request for a reservation, at a server with this match and this bot's token. */
const requests = (match: string, seatToken: string | null, bot: string) =>
  [
    [PATHS.matches, NEW_MATCH, {}],
    [PATHS.quickPlay, NEW_MATCH, {}],
    [PATHS.seats.replace(":id", match), { name: "Izel" }, {}],
    [PATHS.seats.replace(":id", match), { token: seatToken }, {}],
    [PATHS.seats.replace(":id", match), { spectate: true }, {}],
    [PATHS.lobby, {}, {}],
    [BOTS_PATH, {}, { authorization: `Bearer ${bot}` }],
  ] as const;

async function botToken(url: string): Promise<string> {
  return (await post<Player>(url, PATHS.players, { name: "Nahual", bot: true })).body.token;
}

/** Runs a server for the tests of a block. */
function serve(options: ServerOptions = {}): { readonly url: string } {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(() => server.stop());
  return {
    get url() {
      return server.url;
    },
  };
}

describe("a server", () => {
  const server = serve();

  test("names its protocol in reservations of every kind, whatever the client's is", async () => {
    for (const named of [{}, { protocolVersion: 0 }, { protocolVersion: PROTOCOL_VERSION + 1 }]) {
      const { match, token } = await createMatch(server.url, { seats: 4 });
      for (const [path, body, headers] of requests(match, token, await botToken(server.url))) {
        const { status, body: reserved } = await post<SeatReservation & Reservation>(
          server.url,
          path,
          { ...body, ...named },
          headers,
        );
        expect(status, path).toBeLessThan(300);
        expect((reserved.reservation ?? reserved).protocolVersion, path).toBe(PROTOCOL_VERSION);
      }
    }
  });

  test.each([-1, 1.5, "1", null, {}])(
    "refuses a client whose protocol is %j: bad-request",
    async (protocolVersion) => {
      const { status, body } = await post<RefusalBody>(server.url, PATHS.matches, {
        ...NEW_MATCH,
        protocolVersion,
      });
      expect([status, body.code, body.field]).toEqual([400, "bad-request", "protocolVersion"]);
    },
  );
});

describe("a server of a later version", () => {
  const later = serve({ protocols: SUPPORTED });

  test("refuses clients that it no longer understands: client-too-old, with what it does", async () => {
    const { match, token } = await createMatch(later.url, { seats: 4, protocolVersion: SUPPORTED.oldest });
    const bot = await botToken(later.url);
    const all = [
      ...requests(match, token, bot),
      [PATHS.rematch.replace(":id", match), { token }, {}] as const,
    ];
    for (const named of [{}, { protocolVersion: SUPPORTED.oldest - 1 }]) {
      for (const [path, body, headers] of all) {
        const refused = await post<RefusalBody>(later.url, path, { ...body, ...named }, headers);
        expect([refused.status, refused.body.code, refused.body.supported], path).toEqual([
          400,
          "client-too-old",
          SUPPORTED,
        ]);
      }
    }
  });

  test("refuses them a stream too, of a match and of the lobby, also with the token of a seat", async () => {
    const { match, token } = await createMatch(later.url, { seats: 4, protocolVersion: SUPPORTED.oldest });
    const headers = { authorization: `Bearer ${token}` };
    for (const path of [STREAM_PATHS.match.replace(":id", match), STREAM_PATHS.lobby]) {
      for (const named of ["", `?protocolVersion=${SUPPORTED.oldest - 1}`, "?after=0&protocolVersion=0"]) {
        const refused = await fetch(later.url + path + named, { headers });
        const body = (await refused.json()) as RefusalBody;
        expect([refused.status, body.code, body.supported], path + named).toEqual([
          400,
          "client-too-old",
          SUPPORTED,
        ]);
      }
      const nonsense = await fetch(`${later.url}${path}?protocolVersion=new`, { headers });
      expect(await nonsense.json()).toMatchObject({ code: "bad-request", field: "protocolVersion" });
      const understood = await fetch(`${later.url}${path}?protocolVersion=${SUPPORTED.oldest}`, { headers });
      expect(understood.status, path).toBe(200);
      await understood.body?.cancel();
    }
  });

  test("refuses nothing else for the protocol of a client", async () => {
    expect((await fetch(later.url + PATHS.lobby)).status).toBe(200);
    expect((await fetch(later.url + PATHS.health)).status).toBe(200);
    expect((await post(later.url, PATHS.players, { name: "Ana" })).status).toBe(201);
  });
});
