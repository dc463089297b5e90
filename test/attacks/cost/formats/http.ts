import { stringify as formatQuery, parse as parseQuery } from "node:querystring";
import * as bodies from "@flower-war/protocol/schemas";
import type { Request } from "express";
import proxyaddr from "proxy-addr";
import type { z } from "zod";
import { GAMES } from "../../../../server/src/games/index.ts";
import { bearerOf } from "../../../../server/src/http/request.ts";
import { parseLobbyRequest, parseMatchSettings } from "../../../../server/src/http/match-settings.ts";
import { Tokens } from "../../../../server/src/match/seats/tokens.ts";
import { systemTime } from "../../../../server/src/time.ts";
import { Origins } from "../../../../server/src/wire/origins.ts";
import { parse } from "../../../../server/src/wire/requests.ts";
import { LONG_NAMES } from "../../rows/http.ts";
import { asText, body, type Format } from "./format.ts";
import { shownName } from "./names.ts";

const tokens = new Tokens(systemTime, "a secret of at least 16 characters");
const TOKEN = tokens.sign({ match: "MatchOfATest", seat: "east", holder: "aaaaaaaaaaaaaaaa" });
/** Requests under each name that took long to read once. */
const named = (request: object): object[] => LONG_NAMES.map((name) => ({ ...request, name }));

function query<P>(name: string, format: z.ZodType<P>, seeds: readonly object[]): Format {
  return {
    name: `HTTP query: ${name}`,
    seeds,
    write: (value) => Buffer.from(formatQuery(Object(value) as Record<string, string>)),
    read: (bytes) => parse(format, parseQuery(bytes.toString("latin1"))),
  };
}

const CREATE = {
  game: "flower-war",
  name: "Xoco",
  seats: 4,
  bots: ["easy", "skilled"],
  options: { rackSize: 4 },
  clock: { profile: "quick", turn: 20_000 },
  language: "es",
};
const PASSKEY = {
  response: { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: "eyJ0eXBlIjoiIn0" } },
};
/** Bodies, queries and headers of requests. */
export const HTTP: readonly Format[] = [
  body("POST of matches", bodies.CreateRequest, [CREATE], ({ name, ...wanted }) => {
    shownName({ name });
    parseMatchSettings(GAMES, wanted);
  }),
  body(
    "POST of quick play",
    bodies.QuickPlayRequest,
    [{ game: "tieqchieq", name: "Xoco", language: "es" }, ...named({ game: "tieqchieq" })],
    shownName,
  ),
  body(
    "POST of seats",
    bodies.SeatRequest,
    [{ name: "Xoco", seat: "east", renew: "a".repeat(16) }, { token: TOKEN }, { own: true }, ...named({})],
    ({ name, token }) => (token === undefined ? shownName({ name }) : tokens.verify(token)),
  ),
  body("POST of players", bodies.PlayerRequest, [{ name: "Xoco", bot: true }, ...named({})], shownName),
  body("POST of rematch", bodies.RematchRequest, [{ token: TOKEN }], ({ token }) => tokens.verify(token)),
  body("POST of sign-in", bodies.SignInRequest, [PASSKEY, { recoveryCode: "7KQ3-M2XA-9PWT-4HJC" }]),
  body("POST of passkeys", bodies.PasskeyRequest, [PASSKEY]),
  body("POST of pushes", bodies.PushRequest, [
    {
      subscription: {
        endpoint: "https://push.example/x",
        keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
      },
      language: "es",
    },
  ]),
  body("POST of mail", bodies.MailRequest, [{ address: "xoco@example.org", language: "es" }]),
  {
    ...body("POST of lobby", bodies.LobbyRequest, [
      { game: "flower-war", preset: "classic", free: 1, page: 2 },
    ]),
    read: (bytes) => parseLobbyRequest(GAMES, JSON.parse(bytes.toString())),
  },
  query("lobby", bodies.LobbyRequest, [{ game: "flower-war", free: "1", temple: "true", page: "2" }]),
  query("history", bodies.HistoryRequest, [{ before: "1800000000000-abc", limit: "20" }]),
  query("leaderboard", bodies.LeaderboardRequest, [{ game: "flower-war", page: "2" }]),
  query("games", bodies.GamesQuery, [{ words: "es" }]),
  query("entries after", bodies.AfterQuery, [{ after: "12" }]),
  {
    name: "HTTP headers: Authorization, Origin, X-Forwarded-For",
    seeds: [`Bearer ${TOKEN}`, "https://play.example", "203.0.113.7, 2001:db8::1"],
    write: asText,
    read(bytes) {
      const text = bytes.toString("latin1");
      bearerOf({ get: () => text } as unknown as Request);
      new Origins(["https://play.example"], null).allow({ headers: { origin: text, host: "play.example" } });
      const request = { headers: { "x-forwarded-for": text }, socket: { remoteAddress: "127.0.0.1" } };
      proxyaddr(request as unknown as Request, proxyaddr.compile(["loopback"]));
    },
  },
];
