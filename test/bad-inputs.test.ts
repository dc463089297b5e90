/**
 * What nobody should send: over every path and every room of the public protocol (docs/protocol.md). Each row has its own refusal, changes
 * nothing, and the server goes on.
 */
import { Client, type Room } from "@colyseus/sdk";
import {
  ACCOUNT_PATHS,
  type BotState,
  LIMITS,
  BOTS_PATH,
  PATHS,
  type Player,
  type RefusalBody,
  type Reservation,
  ROOMS,
  OPERATOR_PATHS,
} from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningServer } from "../server/src/app.ts";
import { Tokens } from "../server/src/match/seats/tokens.ts";
import { PlayerTokens } from "../server/src/players/player-tokens.ts";
import { TestClient } from "../server/test/support/client.ts";
import { FakeTime } from "../server/test/support/fake-time.ts";
import { createMatch, fromAddress, post, requestSeat } from "../server/test/support/post.ts";
import { seatTwo } from "../server/test/support/seated-match.ts";
import { startOnFakeTime } from "../server/test/support/server.ts";
import { until } from "../server/test/support/until.ts";

const SECRET = "a secret of at least 16 characters";
const ADMIN = "the password of the admin";
const DAY = 24 * 60 * 60 * 1000;
const ENDLESS = 1_000_000;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The matches, players and clients that nothing in this file changes. */
let world: World;
type World = Awaited<ReturnType<typeof createWorld>>;

async function createWorld() {
  const time = new FakeTime();
  const server = await startOnFakeTime(time, {
    authSecret: SECRET,
    adminPassword: ADMIN,
    creationsPerMinute: ENDLESS,
    seatsPerMinute: ENDLESS,
    playersPerMinute: ENDLESS,
  });
  const { url } = server;
  const newPlayer = async (body: object) => (await post<Player>(url, PATHS.players, body)).body;
  const guest = await newPlayer({ name: "Xoco" });
  const bot = await newPlayer({ name: "Ahuizotl", bot: true });
  const deleted = await newPlayer({ name: "Gone" });
  await fetch(url + PATHS.me, { method: "DELETE", headers: bearer(deleted.token) });
  const online = await post<Reservation>(url, BOTS_PATH, {}, bearer(bot.token));
  const botRoom = await new Client(url).consumeSeatReservation<BotState>(online.body);
  const lobby = await post<Reservation>(url, PATHS.lobby);
  const lobbyRoom = await new Client(url).consumeSeatReservation<object>(lobby.body);

  // A table that gathers: Citlali hosts it, Izel sits in the north, a bot in the south; the west is open.
  const table = await createMatch(url, { seats: 4, start: "host", private: false });
  const host = await TestClient.join(url, table);
  const guestSeat = await requestSeat(url, table.match, { name: "Izel" });
  const seated = await TestClient.join(url, guestSeat);
  await host.request("seat-bot", { seat: "south", kind: "easy" });
  const watcher = await TestClient.watch(url, await requestSeat(url, table.match, { spectate: true }));

  const playing = await seatTwo(url);
  const awaited = playing.first.state.table.turn.seat === playing.first.seat ? playing.first : playing.second;
  const waiting = awaited === playing.first ? playing.second : playing.first;
  const playWatcher = await TestClient.watch(url, await requestSeat(url, playing.match, { spectate: true }));

  const over = await seatTwo(url);
  await over.first.play({ type: "concede" });
  await until(() => over.first.state.status === "over", "the end");

  const hidden = await createMatch(url, { seats: 2, private: true, silent: true, start: "host" });
  const hiddenHost = await TestClient.join(url, hidden);

  const cards = await createMatch(url, { game: "tieqchieq", seats: 2, start: "host" });
  const cardsHost = await TestClient.join(url, cards);

  const clients = {
    host,
    seated,
    watcher,
    awaited,
    waiting,
    playWatcher,
    over: over.first,
    hiddenHost,
    cardsHost,
  };
  const matches = {
    table: table.match,
    playing: playing.match,
    over: over.match,
    hidden: hidden.match,
    invitation: hidden.invitation ?? "",
    hiddenCode: hidden.code,
    overCode: over.code,
    cards: cards.match,
  };
  const tokens = {
    guest: guest.token,
    bot: bot.token,
    deleted: deleted.token,
    expired: new PlayerTokens(time, SECRET, -1000).sign({ player: guest.id, generation: 0 }),
    foreign: new PlayerTokens(time, "another secret of 16 characters", DAY).sign({
      player: guest.id,
      generation: 0,
    }),
    seat: guestSeat.token ?? "",
    playingSeat: playing.first.reserved.token ?? "",
    overSeat: over.first.reserved.token ?? "",
    foreignSeat: new Tokens(time, "another secret of 16 characters").sign({
      match: table.match,
      seat: "east",
      holder: "holder",
    }),
    // Signed by this server, for a holder who is none.
    formerSeat: new Tokens(time, SECRET).sign({ match: table.match, seat: "north", holder: "former" }),
  };
  return { time, server, url, guest, bot, botRoom, lobbyRoom, clients, matches, tokens };
}

beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(async () => {
  await (world.server satisfies RunningServer).stop();
});

/** Reads all that a request could have changed, as JSON. */
async function snapshot(): Promise<string> {
  const { url, clients, matches, tokens, botRoom } = world;
  const read = async (path: string, headers: Record<string, string> = {}, at = url) => {
    const response = await fetch(at + path, {
      headers: { ...fromAddress(`192.0.2.${rows % 250}`), ...headers },
    });
    return [response.status, await response.text()];
  };
  const me = async () => {
    const response = await fetch(url + PATHS.me, { headers: bearer(tokens.guest) });
    const { token: _, ...player } = (await response.json()) as Player;
    return player;
  };
  const { table, playing, over, invitation, cards } = matches;
  const seen = await Promise.all([
    ...[table, playing, over, invitation, cards].map((id) => read(PATHS.match.replace(":id", id))),
    read(PATHS.record.replace(":id", over)),
    read(PATHS.lobby),
    read(BOTS_PATH),
    read(PATHS.announcement),
    read(OPERATOR_PATHS.temples, bearer(ADMIN), world.server.operatorUrl),
    read(ACCOUNT_PATHS.passkeys, bearer(tokens.guest)),
    me(),
  ]);
  const states = Object.values(clients).map(({ room }) => room.state);
  return JSON.stringify([seen, states, [...botRoom.state.challenges.keys()]]);
}

let before = "";
let rows = 0;

/** How something is refused. */
type Refused = readonly [status: number, code: string, field?: string | undefined];

/** Sends something bad, and expects that it is refused so, that nothing has changed, and that the server answers. */
async function expectRefused(
  send: () => Promise<readonly [status: number, refusal: RefusalBody]>,
  expected: Refused,
): Promise<void> {
  const earlier = before || (await snapshot());
  before = ""; // a row that fails spoils none after it
  rows += 1;
  const [status, { code, field, message }] = await send();
  const [expectedStatus, expectedCode, expectedField] = expected;
  expect([status, code, field]).toEqual([expectedStatus, expectedCode, expectedField]);
  expect(message).toMatch(/\w/);
  // The limit on messages is not what this is about.
  await world.time.pass(100);
  expect(await snapshot()).toBe(earlier);
  expect((await fetch(world.url + PATHS.health)).status).toBe(200);
  before = earlier;
}

/** What is sent over HTTP. A function gets it from the world, which is not there yet when tests are collected. */
interface HttpRow {
  readonly what: string;
  readonly path?: string | (() => string);
  readonly method?: string;
  readonly headers?: () => Record<string, string>;
  readonly body?: unknown;
  /** Where it is sent; default: the players' listener. */
  readonly to?: "operator";
  readonly refused: Refused;
}

async function sendHttp(path: string, row: HttpRow): Promise<readonly [number, RefusalBody]> {
  const { method = "POST", headers, body } = row;
  const value: unknown = typeof body === "function" ? (body as () => unknown)() : body;
  const target = typeof row.path === "function" ? row.path() : (row.path ?? path);
  const listener = row.to === "operator" ? world.server.operatorUrl : world.url;
  const response = await fetch(listener + target, {
    method,
    headers: {
      "content-type": "application/json",
      ...fromAddress(`198.51.${rows >> 8}.${rows & 255}`),
      ...headers?.(),
    },
    ...(method !== "GET" &&
      value !== undefined && { body: typeof value === "string" ? value : JSON.stringify(value) }),
  });
  return [response.status, (await response.json()) as RefusalBody];
}

/** Rows of one path. */
function http(title: string, path: string, list: readonly HttpRow[]): void {
  describe(title, () => {
    for (const row of list) {
      test(`${row.what} is ${row.refused[1]}`, () => expectRefused(() => sendHttp(path, row), row.refused));
    }
  });
}

type Who = keyof World["clients"];
/** A request of the room `match`: who sends it, the payload, and how it is refused. */
type RoomRow = readonly [what: string, who: Who, payload: unknown, code: string, field?: string];

/** Rows of one kind of request. */
function room(type: string, list: readonly RoomRow[]): void {
  describe(`the request ${type}`, () => {
    for (const [what, who, payload, code, field] of list) {
      test(`${what} is ${code}`, () =>
        expectRefused(() => sendToRoom(world.clients[who].room, type, payload), [0, code, field]));
    }
  });
}

async function sendToRoom(to: Room, type: string, payload: unknown): Promise<readonly [number, RefusalBody]> {
  const value: unknown = typeof payload === "function" ? (payload as () => unknown)() : payload;
  try {
    await to.request(type as never, value as never);
  } catch (error) {
    const { reason } = error as { reason?: RefusalBody };
    if (reason) return [0, reason];
    throw error;
  }
  return [200, { code: "accepted", message: "accepted" }];
}

const bad = (what: string, body: unknown, refused: HttpRow["refused"]): HttpRow => ({ what, body, refused });

/** Names that nobody may have, each for a reason of its own. */
const BAD_NAMES: readonly (readonly [what: string, name: unknown, code: string])[] = [
  ["no name", undefined, "bad-request"],
  ["a name that is null", null, "bad-request"],
  ["a name that is a number", 7, "bad-request"],
  ["an empty name", "", "bad-request"],
  ["a name of 25 characters", "x".repeat(25), "bad-request"],
  ["a name with a bidirectional mark", "Xo\u202eco", "name-characters"],
  ["a name of four marks on a letter", "Xx\u0301\u0302\u0303\u0304co", "name-marks"],
  ["a name of two scripts", "Xоco", "name-scripts"],
  ["a name of the server's", "easy bot", "name-reserved"],
  ["a name that nobody wants to read", "fuck", "name-refused"],
];

/** A few of them, for paths that take a name besides others. */
const SOME_BAD_NAMES = BAD_NAMES.filter(([, name]) => name === null || name === "" || name === "easy bot");

/** Tokens of a player that are none. */
const BAD_TOKENS: readonly (readonly [what: string, token: () => string, code: string])[] = [
  ["a token that is no token", () => "x", "bad-token"],
  ["a player's token of another server", () => world.tokens.foreign, "bad-token"],
  ["an expired player's token", () => world.tokens.expired, "expired-token"],
  ["the token of a deleted player", () => world.tokens.deleted, "bad-token"],
  ["a seat's token as a player's", () => world.tokens.seat, "bad-token"],
];

const CREATE = { game: "flower-war", name: "Ana" };
const creating = (what: string, fields: object, field: string, code = "bad-request") =>
  bad(what, { ...CREATE, ...fields }, [400, code, field]);

http("POST /api/matches", PATHS.matches, [
  bad("text that is not JSON", "{", [400, "bad-request"]),
  bad("JSON that is a list", [], [400, "bad-request"]),
  bad("JSON that is null", "null", [400, "bad-request"]),
  bad("a body over the limit", { ...CREATE, options: { x: "x".repeat(LIMITS.payload) } }, [413, "too-large"]),
  {
    what: "a body of another type",
    headers: () => ({ "content-type": "text/plain" }),
    body: CREATE,
    refused: [400, "bad-request"],
  },
  {
    what: "a body in an unknown encoding",
    headers: () => ({ "content-encoding": "zip" }),
    body: CREATE,
    refused: [400, "bad-request"],
  },
  bad("no game", { name: "Ana" }, [400, "bad-request", "game"]),
  creating("a game that is a number", { game: 7 }, "game"),
  creating("a game that is not hosted", { game: "chess" }, "game"),
  creating("a game of the prototype's", { game: "__proto__" }, "game"),
  ...BAD_NAMES.map(([what, name, code]) => bad(what, { game: "flower-war", name }, [400, code, "name"])),
  creating("options that are a list", { options: [] }, "options"),
  creating("options that are a text", { options: "short" }, "options"),
  creating("an option that the game has not", { options: { rackSise: 6 } }, "rackSise", "bad-option"),
  creating("an option of another game", { options: { codex: true } }, "codex", "bad-option"),
  creating("a rack that is too small", { options: { rackSize: 3 } }, "rackSize", "bad-option"),
  creating("a rack that is too large", { options: { rackSize: 14 } }, "rackSize", "bad-option"),
  creating("a rack that is no whole number", { options: { rackSize: 4.5 } }, "rackSize", "bad-option"),
  creating("a rack that is a text", { options: { rackSize: "6" } }, "rackSize", "bad-option"),
  creating("a stake that there is not", { options: { battleStake: "two" } }, "battleStake", "bad-option"),
  creating("a switch that is a text", { options: { discRules: "true" } }, "discRules", "bad-option"),
  creating("one seat", { seats: 1 }, "seats"),
  creating("seven seats", { seats: 7 }, "seats"),
  creating("seats below 0", { seats: -1 }, "seats"),
  creating("half a seat", { seats: 2.5 }, "seats"),
  creating("seats that are a text", { seats: "4" }, "seats"),
  creating("seats that are null", { seats: null }, "seats"),
  creating("three seats in a game for two", { game: "tieqchieq", seats: 3 }, "seats"),
  creating("five seats in a game for four", { game: "mexica", seats: 5 }, "seats"),
  creating("bots in all seats", { seats: 4, bots: 4 }, "bots"),
  creating("bots below 0", { bots: -1 }, "bots"),
  creating("bots that are a text", { bots: "1" }, "bots"),
  creating("a kind of bot that there is not", { bots: ["hard"] }, "bots"),
  creating("more bots than seats", { seats: 2, bots: ["easy", "skilled"] }, "bots"),
  creating("private that is a text", { private: "yes" }, "private"),
  creating("silent that is a number", { silent: 1 }, "silent"),
  creating("a start that there is not", { start: "now" }, "start"),
  creating("a language that is a word", { language: "English" }, "language"),
  creating("a language with a region", { language: "es-MX" }, "language"),
  creating("a language that is a list", { language: ["es"] }, "language"),
  creating("a clock that is a text", { clock: "quick" }, "clock"),
  creating("a clock without a profile", { clock: { turn: 5000 } }, "clock.profile"),
  creating("a clock's profile that there is not", { clock: { profile: "slow" } }, "clock.profile"),
  creating("a clock with an unknown field", { clock: { profile: "quick", tirn: 5000 } }, "clock"),
  creating("no clock, with a turn", { clock: { profile: "none", turn: 5000 } }, "clock"),
  creating("a turn below a second", { clock: { profile: "quick", turn: 999 } }, "clock.turn"),
  creating("a turn over 30 days", { clock: { profile: "days", turn: 30 * DAY + 1 } }, "clock.turn"),
  creating("a turn that is a text", { clock: { profile: "quick", turn: "5000" } }, "clock.turn"),
  creating("a reserve below 0", { clock: { profile: "quick", reserve: -1 } }, "clock.reserve"),
  creating(
    "an increment over an hour",
    { clock: { profile: "quick", increment: 3_600_001 } },
    "clock.increment",
  ),
  creating(
    "a warning before the turn",
    { clock: { profile: "quick", turn: 5000, warning: 5001 } },
    "clock.warning",
  ),
  creating("away after no turn", { clock: { profile: "quick", awayAfter: 0 } }, "clock.awayAfter"),
  creating("away after 101 turns", { clock: { profile: "quick", awayAfter: 101 } }, "clock.awayAfter"),
  creating("an away that there is not", { clock: { profile: "quick", away: "sleep" } }, "clock.away"),
  ...BAD_TOKENS.map(
    ([what, token, code]): HttpRow => ({
      what,
      headers: () => bearer(token()),
      body: CREATE,
      refused: [403, code, "authorization"],
    }),
  ),
  {
    what: "a bot account's wish",
    headers: () => bearer(world.tokens.bot),
    body: CREATE,
    refused: [409, "bot-account"],
  },
]);

http("POST /api/quick-play", PATHS.quickPlay, [
  bad("an empty body", {}, [400, "bad-request", "game"]),
  bad("a game that is not hosted", { ...CREATE, game: "go" }, [400, "bad-request", "game"]),
  bad("a game that is a list", { ...CREATE, game: ["flower-war"] }, [400, "bad-request", "game"]),
  ...BAD_NAMES.slice(0, 3).map(([what, name, code]) => bad(what, { ...CREATE, name }, [400, code, "name"])),
  bad("a reserved name", { ...CREATE, name: "server" }, [400, "name-reserved", "name"]),
  bad("a language of four letters", { ...CREATE, language: "span" }, [400, "bad-request", "language"]),
  {
    what: "a token of nobody",
    headers: () => bearer("x"),
    body: CREATE,
    refused: [403, "bad-token", "authorization"],
  },
  {
    what: "a bot account's wish",
    headers: () => bearer(world.tokens.bot),
    body: CREATE,
    refused: [409, "bot-account"],
  },
]);

const seats = (match: () => string) => () => PATHS.seats.replace(":id", match());
const sitting = (
  what: string,
  match: () => string,
  body: unknown,
  refused: HttpRow["refused"],
  headers: () => Record<string, string> = () => ({}),
): HttpRow => ({ what, path: seats(match), body, refused, headers });
const atTable = () => world.matches.table;
const asGuest = () => bearer(world.tokens.guest);
const ANA = { name: "Ana" };

http("POST /api/matches/:id/seats", "", [
  sitting("an id of no match", () => "nowhere", ANA, [404, "unknown-match"]),
  sitting("an id of the prototype's", () => "__proto__", ANA, [404, "unknown-match"]),
  sitting("an id that is NUL", () => "%00", ANA, [404, "unknown-match"]),
  sitting("an id that is a path", () => "..%2f..%2fetc", ANA, [404, "unknown-match"]),
  sitting("an id that is not encoded rightly", () => "%E0%A4%A", ANA, [400, "bad-request"]),
  sitting("an id of 3,000 letters", () => "a".repeat(3000), ANA, [404, "unknown-match"]),
  sitting("a code of no match", () => "ZZZZ", ANA, [404, "unknown-match"]),
  sitting("a private match's id", () => world.matches.hidden, ANA, [404, "unknown-match"]),
  sitting("a private match's hidden code", () => world.matches.hiddenCode, ANA, [404, "unknown-match"]),
  sitting("a private match's id, to watch", () => world.matches.hidden, { spectate: true }, [
    404,
    "unknown-match",
  ]),
  sitting("an invitation with another secret", () => `${world.matches.hidden}-${"A".repeat(22)}`, ANA, [
    404,
    "unknown-match",
  ]),
  sitting("an invitation that is too short", () => world.matches.invitation.slice(0, -1), ANA, [
    404,
    "unknown-match",
  ]),
  sitting(
    "an invitation of another match",
    () => `${world.matches.table}-${world.matches.invitation.slice(13)}x`,
    ANA,
    [404, "unknown-match"],
  ),
  sitting("an empty body", atTable, {}, [400, "bad-request"]),
  sitting("text that is not JSON", atTable, "name=Ana", [400, "bad-request"]),
  sitting("a new seat and an old one", atTable, { name: "Ana", token: "x" }, [400, "bad-request"]),
  sitting("a seat and none", atTable, { name: "Ana", spectate: true }, [400, "bad-request"]),
  sitting("an old seat and none", atTable, { token: "x", spectate: true }, [400, "bad-request"]),
  sitting("spectate that is false", atTable, { spectate: false }, [400, "bad-request", "spectate"]),
  sitting("spectate that is a text", atTable, { spectate: "true" }, [400, "bad-request", "spectate"]),
  ...SOME_BAD_NAMES.map(([what, name, code]) => sitting(what, atTable, { name }, [400, code, "name"])),
  sitting("a seat that is a number", atTable, { ...ANA, seat: 4 }, [400, "bad-request", "seat"]),
  sitting("a seat that there is not", atTable, { ...ANA, seat: "up" }, [404, "unknown-seat", "seat"]),
  sitting("a seat of another game", atTable, { ...ANA, seat: "red" }, [404, "unknown-seat", "seat"]),
  sitting("a seat of the prototype's", atTable, { ...ANA, seat: "constructor" }, [
    404,
    "unknown-seat",
    "seat",
  ]),
  sitting("a person's seat", atTable, { ...ANA, seat: "east" }, [409, "seat-taken"]),
  sitting("a bot's seat", atTable, { ...ANA, seat: "south" }, [409, "seat-taken"]),
  sitting("a match that is full", () => world.matches.playing, ANA, [409, "match-full"]),
  sitting("a seat of a match in play", () => world.matches.playing, { ...ANA, seat: "east" }, [
    409,
    "seat-taken",
  ]),
  sitting("a match that is over", () => world.matches.over, ANA, [409, "match-full"]),
  sitting("a seat's token that is no token", atTable, { token: "x" }, [403, "bad-token"]),
  sitting("a seat's token that is a number", atTable, { token: 5 }, [400, "bad-request", "token"]),
  sitting("a seat's token of another server", atTable, () => ({ token: world.tokens.foreignSeat }), [
    403,
    "bad-token",
  ]),
  sitting("a seat's token of another match", atTable, () => ({ token: world.tokens.playingSeat }), [
    403,
    "bad-token",
  ]),
  sitting("a former holder's token", atTable, () => ({ token: world.tokens.formerSeat }), [403, "bad-token"]),
  sitting("a player's token as a seat's", atTable, () => ({ token: world.tokens.guest }), [403, "bad-token"]),
  sitting(
    "a token for a code of another match",
    () => world.matches.overCode,
    () => ({ token: world.tokens.seat }),
    [404, "unknown-match"],
  ),
  sitting(
    "a token for no match",
    () => "nowhere",
    () => ({ token: world.tokens.seat }),
    [404, "unknown-match"],
  ),
  sitting("a renewal without a token", atTable, { ...ANA, renew: "a".repeat(16) }, [
    400,
    "bad-request",
    "renew",
  ]),
  sitting(
    "a renewal that is too short",
    atTable,
    () => ({ token: world.tokens.seat, renew: "a".repeat(15) }),
    [400, "bad-request", "renew"],
  ),
  sitting(
    "a renewal that is too long",
    atTable,
    () => ({ token: world.tokens.seat, renew: "a".repeat(65) }),
    [400, "bad-request", "renew"],
  ),
  sitting(
    "a renewal with a space",
    atTable,
    () => ({ token: world.tokens.seat, renew: `${"a".repeat(16)} ` }),
    [400, "bad-request", "renew"],
  ),
  sitting(
    "a renewal of a former holder",
    atTable,
    () => ({ token: world.tokens.formerSeat, renew: "a".repeat(16) }),
    [403, "bad-token"],
  ),
  sitting("nobody's own seat", atTable, { own: true }, [401, "unauthorized"]),
  sitting("one's own seat under a name", atTable, { own: true, ...ANA }, [400, "bad-request"], asGuest),
  sitting("one's own seat of another player", atTable, { own: true }, [403, "bad-token"], asGuest),
  sitting("one's own seat in no match", () => "nowhere", { own: true }, [404, "unknown-match"], asGuest),
  ...BAD_TOKENS.map(([what, token, code]) =>
    sitting(what, atTable, ANA, [403, code, "authorization"], () => bearer(token())),
  ),
  sitting(
    "a bad player's token, to watch",
    atTable,
    { spectate: true },
    [403, "bad-token", "authorization"],
    () => bearer("x"),
  ),
  sitting(
    "a bot account that was not invited",
    atTable,
    { name: "Ahuizotl", seat: "west" },
    [403, "not-challenged"],
    () => bearer(world.tokens.bot),
  ),
  sitting("a bot account without a seat", atTable, { name: "Ahuizotl" }, [403, "not-challenged"], () =>
    bearer(world.tokens.bot),
  ),
]);

const again = (what: string, match: () => string, body: unknown, refused: HttpRow["refused"]): HttpRow => ({
  what,
  path: () => PATHS.rematch.replace(":id", match()),
  body,
  refused,
});
http("POST /api/matches/:id/rematch", "", [
  again("no token", () => world.matches.over, {}, [400, "bad-request", "token"]),
  again("a token that is a list", () => world.matches.over, { token: [] }, [400, "bad-request", "token"]),
  again("a token that is no token", () => world.matches.over, { token: "x" }, [403, "bad-token"]),
  again(
    "a player's token",
    () => world.matches.over,
    () => ({ token: world.tokens.guest }),
    [403, "bad-token"],
  ),
  again(
    "a token of another match",
    () => world.matches.over,
    () => ({ token: world.tokens.seat }),
    [403, "bad-token"],
  ),
  again(
    "a match in play",
    () => world.matches.playing,
    () => ({ token: world.tokens.playingSeat }),
    [409, "match-not-over"],
  ),
  again("a match that gathers", atTable, () => ({ token: world.tokens.seat }), [409, "match-not-over"]),
  again(
    "an id of no match",
    () => "nowhere",
    () => ({ token: world.tokens.overSeat }),
    [404, "unknown-match"],
  ),
  again(
    "an id that is NUL",
    () => "%00",
    () => ({ token: world.tokens.overSeat }),
    [404, "unknown-match"],
  ),
]);

const get = (
  what: string,
  path: string | (() => string),
  refused: HttpRow["refused"],
  headers: () => Record<string, string> = () => ({}),
): HttpRow => ({ what, path, method: "GET", refused, headers });

http("GET /api/matches/:id", "", [
  get("an id of no match", "/api/matches/nowhere", [404, "unknown-match"]),
  get("a code of no match", "/api/matches/ZZZZ", [404, "unknown-match"]),
  get("a private match's hidden code", () => `/api/matches/${world.matches.hiddenCode}`, [
    404,
    "unknown-match",
  ]),
  get("an invitation with another secret", () => `/api/matches/${world.matches.hidden}-${"B".repeat(22)}`, [
    404,
    "unknown-match",
  ]),
  get("an id that is NUL", "/api/matches/%00", [404, "unknown-match"]),
  get("an id with a quote", "/api/matches/a'%20or%201=1", [404, "unknown-match"]),
  get("an id that is not encoded rightly", "/api/matches/%ff", [400, "bad-request"]),
  get("an id of another script", "/api/matches/%D1%8F%D1%8F%D1%8F%D1%8F", [404, "unknown-match"]),
]);

http("GET /api/matches/:id/record", "", [
  get("a match in play", () => PATHS.record.replace(":id", world.matches.playing), [409, "match-not-over"]),
  get("a match that gathers", () => PATHS.record.replace(":id", world.matches.table), [
    409,
    "match-not-over",
  ]),
  get("an id of no match", "/api/matches/nowhere/record", [404, "unknown-match"]),
  get("an id that is NUL", "/api/matches/%00/record", [404, "unknown-match"]),
]);

const LOBBY_ROWS: readonly (readonly [what: string, name: string, value: unknown])[] = [
  ["a game that is not hosted", "game", "chess"],
  ["a preset that no game has", "preset", "long-evening"],
  ["a speed that there is not", "speed", "slow"],
  ["no free seat", "free", 0],
  ["seven free seats", "free", 7],
  ["half a free seat", "free", 1.5],
  ["a temple that is a word", "temple", "maybe"],
  ["finished matches", "status", "over"],
  ["a language that is a word", "language", "Spanish"],
  ["page 0", "page", 0],
  ["a page below 0", "page", -1],
  ["a page beyond all", "page", 100_001],
  ["a page that is a word", "page", "last"],
];
http("GET /api/lobby", "", [
  ...LOBBY_ROWS.map(([what, name, value]) =>
    get(what, `${PATHS.lobby}?${name}=${String(value)}`, [400, "bad-request", name]),
  ),
  get("a game given twice", `${PATHS.lobby}?game=mexica&game=flower-war`, [400, "bad-request", "game"]),
  get("a preset of another game", `${PATHS.lobby}?game=tieqchieq&preset=short-evening`, [
    400,
    "bad-request",
    "preset",
  ]),
]);
http("POST /api/lobby", PATHS.lobby, [
  ...LOBBY_ROWS.map(([what, name, value]) => bad(what, { [name]: value }, [400, "bad-request", name])),
  bad("a game that is null", { game: null }, [400, "bad-request", "game"]),
  bad("text that is not JSON", "page=1", [400, "bad-request"]),
  bad("a list", [1], [400, "bad-request"]),
]);

http("POST /api/players", PATHS.players, [
  ...BAD_NAMES.map(([what, name, code]) => bad(what, { name }, [400, code, "name"])),
  bad("bot that is a text", { ...ANA, bot: "yes" }, [400, "bad-request", "bot"]),
  bad("bot that is null", { ...ANA, bot: null }, [400, "bad-request", "bot"]),
  bad("text that is not JSON", "Ana", [400, "bad-request"]),
]);

const asBot = () => bearer(world.tokens.bot);
const ME = [
  ["GET", PATHS.me],
  ["PATCH", PATHS.me],
  ["DELETE", PATHS.me],
  ["POST", ACCOUNT_PATHS.passkeyOptions],
  ["GET", ACCOUNT_PATHS.passkeys],
  ["POST", ACCOUNT_PATHS.recoveryCodes],
  ["POST", "/api/players/me/tokens"],
] as const;
http("/api/players/me", PATHS.me, [
  ...ME.map(([method, path]): HttpRow => {
    const body = method === "PATCH" ? ANA : {};
    return { what: `${method} ${path} of nobody`, method, path, body, refused: [401, "unauthorized"] };
  }),
  ...ME.map(([method, path]): HttpRow => {
    const body = method === "PATCH" ? ANA : {};
    const headers = () => bearer(world.tokens.seat);
    const refused = [403, "bad-token", "authorization"] as const;
    return { what: `${method} ${path} with a seat's token`, method, path, body, headers, refused };
  }),
  {
    what: "another scheme",
    method: "GET",
    headers: () => ({ authorization: "Basic eDp4" }),
    refused: [401, "unauthorized"],
  },
  ...BAD_TOKENS.slice(0, 4).map(([what, token, code]) =>
    get(what, PATHS.me, [403, code, "authorization"], () => bearer(token())),
  ),
  ...SOME_BAD_NAMES.map(
    ([what, name, code]): HttpRow => ({
      what: `${what}, to be called so`,
      method: "PATCH",
      headers: asGuest,
      body: { name },
      refused: [400, code, "name"],
    }),
  ),
  {
    what: "a method that there is not",
    method: "PUT",
    headers: asGuest,
    body: ANA,
    refused: [404, "not-found"],
  },
]);

/** What a browser answers about a passkey, well formed. */
const PASSKEY = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "e30", attestationObject: "oA" },
  clientExtensionResults: {},
};
const passkey = (what: string, body: unknown, refused: HttpRow["refused"], headers = asGuest): HttpRow => ({
  what,
  headers,
  body,
  refused,
});
http("POST /api/players/me/passkeys", ACCOUNT_PATHS.passkeys, [
  passkey("no answer", {}, [400, "bad-request", "response"]),
  passkey("an answer that is a text", { response: "x" }, [400, "bad-request", "response"]),
  passkey("an answer without an id", { response: { ...PASSKEY, id: undefined } }, [
    400,
    "bad-request",
    "response.id",
  ]),
  passkey("an id that is not base64url", { response: { ...PASSKEY, id: "a+b=" } }, [
    400,
    "bad-request",
    "response.id",
  ]),
  passkey("another type", { response: { ...PASSKEY, type: "password" } }, [
    400,
    "bad-request",
    "response.type",
  ]),
  passkey("an answer without its parts", { response: { ...PASSKEY, response: {} } }, [400, "bad-passkey"]),
  passkey("an answer to no challenge", { response: PASSKEY }, [400, "bad-passkey"]),
  passkey("an answer of a bot account", { response: PASSKEY }, [409, "bot-account"], asBot),
  {
    what: "a bot account's wish for options",
    path: ACCOUNT_PATHS.passkeyOptions,
    headers: asBot,
    body: {},
    refused: [409, "bot-account"],
  },
  {
    what: "recovery codes for a guest",
    path: ACCOUNT_PATHS.recoveryCodes,
    headers: asGuest,
    body: {},
    refused: [409, "no-account"],
  },
  {
    what: "recovery codes for a bot account",
    path: ACCOUNT_PATHS.recoveryCodes,
    headers: asBot,
    body: {},
    refused: [409, "no-account"],
  },
  {
    what: "a passkey that there is not",
    method: "DELETE",
    path: "/api/players/me/passkeys/AAAA",
    headers: asGuest,
    refused: [404, "unknown-passkey"],
  },
  {
    what: "a passkey that is NUL",
    method: "DELETE",
    path: "/api/players/me/passkeys/%00",
    headers: asGuest,
    refused: [404, "unknown-passkey"],
  },
]);

http("POST /api/sign-in", ACCOUNT_PATHS.signIn, [
  bad("no means", {}, [400, "bad-request"]),
  bad("two means", { response: PASSKEY, recoveryCode: "7KQ3-M2XA-9PWT-4HJC" }, [400, "bad-request"]),
  bad("a recovery code that is a number", { recoveryCode: 7 }, [400, "bad-request", "recoveryCode"]),
  bad("a recovery code that nobody has", { recoveryCode: "7KQ3-M2XA-9PWT-4HJC" }, [403, "bad-recovery-code"]),
  bad("an empty recovery code", { recoveryCode: "" }, [403, "bad-recovery-code"]),
  bad("a passkey that nobody has", { response: PASSKEY }, [404, "unknown-passkey"]),
  bad("a passkey with a bad id", { response: { ...PASSKEY, rawId: "" } }, [
    400,
    "bad-request",
    "response.rawId",
  ]),
]);

http("POST /api/bots", BOTS_PATH, [
  bad("nobody's wish to be online", {}, [401, "unauthorized"]),
  { what: "a guest's wish to be online", headers: asGuest, body: {}, refused: [409, "not-bot-account"] },
  ...BAD_TOKENS.map(
    ([what, token, code]): HttpRow => ({
      what,
      headers: () => bearer(token()),
      body: {},
      refused: [403, code, "authorization"],
    }),
  ),
]);

const asAdmin = () => bearer(ADMIN);
const asBridge = () => bearer(world.server.config.bridgeToken);
const atOperator = (rows: readonly HttpRow[]) => rows.map((row): HttpRow => ({ ...row, to: "operator" }));
http(
  "paths of bridges and admins",
  "",
  atOperator([
    {
      what: "a bridge without a token",
      path: OPERATOR_PATHS.bridges,
      body: { bridge: "bridge-1" },
      refused: [401, "unauthorized"],
    },
    {
      what: "a bridge with the admin's",
      path: OPERATOR_PATHS.bridges,
      headers: asAdmin,
      body: { bridge: "bridge-1" },
      refused: [401, "unauthorized"],
    },
    {
      what: "a bridge without an id",
      path: OPERATOR_PATHS.bridges,
      headers: asBridge,
      body: {},
      refused: [400, "bad-request", "bridge"],
    },
    {
      what: "a bridge of three letters",
      path: OPERATOR_PATHS.bridges,
      headers: asBridge,
      body: { bridge: "abc" },
      refused: [400, "bad-request", "bridge"],
    },
    {
      what: "a bridge in capitals",
      path: OPERATOR_PATHS.bridges,
      headers: asBridge,
      body: { bridge: "BRIDGE" },
      refused: [400, "bad-request", "bridge"],
    },
    {
      what: "a temple of nobody's",
      path: OPERATOR_PATHS.temples,
      body: { templeId: "sun-temple" },
      refused: [401, "unauthorized"],
    },
    {
      what: "a temple with a wrong password",
      path: OPERATOR_PATHS.temples,
      headers: () => bearer("x"),
      body: {},
      refused: [401, "unauthorized"],
    },
    {
      what: "a temple without an id",
      path: OPERATOR_PATHS.temples,
      headers: asAdmin,
      body: {},
      refused: [400, "bad-request", "templeId"],
    },
    {
      what: "a temple with a bad id",
      path: OPERATOR_PATHS.temples,
      headers: asAdmin,
      body: { templeId: "+/#" },
      refused: [400, "bad-temple-id", "templeId"],
    },
    get("nobody's list of temples", OPERATOR_PATHS.temples, [401, "unauthorized"]),
    get("a player's list of temples", OPERATOR_PATHS.temples, [401, "unauthorized"], asGuest),
    {
      what: "a temple that there is not",
      method: "DELETE",
      path: "/api/temples/moon-temple",
      headers: asAdmin,
      refused: [404, "unknown-temple"],
    },
    {
      what: "nobody's end of a temple",
      method: "DELETE",
      path: "/api/temples/sun-temple",
      refused: [401, "unauthorized"],
    },
    get("nobody's copy of the database", OPERATOR_PATHS.database, [401, "unauthorized"]),
    get("a copy of no database", OPERATOR_PATHS.database, [409, "no-database"], asAdmin),
    {
      what: "nobody's database",
      method: "PUT",
      path: OPERATOR_PATHS.database,
      headers: () => ({ "content-type": "application/octet-stream" }),
      body: "x",
      refused: [401, "unauthorized"],
    },
    {
      what: "a database for none",
      method: "PUT",
      path: OPERATOR_PATHS.database,
      headers: asAdmin,
      body: "{}",
      refused: [409, "no-database"],
    },
    {
      what: "nobody's database that is no JSON",
      method: "PUT",
      path: OPERATOR_PATHS.database,
      body: "{",
      refused: [401, "unauthorized"],
    },
    {
      what: "nobody's restore",
      path: OPERATOR_PATHS.restore,
      body: { restore: "x" },
      refused: [401, "unauthorized"],
    },
    {
      what: "nobody's restore that is no JSON",
      path: OPERATOR_PATHS.restore,
      body: "{",
      refused: [401, "unauthorized"],
    },
    {
      what: "a restore without an id",
      path: OPERATOR_PATHS.restore,
      headers: asAdmin,
      body: {},
      refused: [400, "bad-request", "restore"],
    },
    {
      what: "a restore of a number",
      path: OPERATOR_PATHS.restore,
      headers: asAdmin,
      body: { restore: 1 },
      refused: [400, "bad-request", "restore"],
    },
    {
      what: "a restore that is no JSON",
      path: OPERATOR_PATHS.restore,
      headers: asAdmin,
      body: "{",
      refused: [400, "bad-request"],
    },
    {
      what: "a restore into no database",
      path: OPERATOR_PATHS.restore,
      headers: asAdmin,
      body: { restore: "x" },
      refused: [409, "no-database"],
    },
    get("nobody's list of kept databases", OPERATOR_PATHS.keptDatabases, [401, "unauthorized"]),
    get("a list of databases that none kept", OPERATOR_PATHS.keptDatabases, [409, "no-database"], asAdmin),
    {
      what: "a temple of nobody's that is no JSON",
      path: OPERATOR_PATHS.temples,
      body: "{",
      refused: [401, "unauthorized"],
    },
    {
      what: "a bridge of nobody's over the limit",
      path: OPERATOR_PATHS.bridges,
      body: { bridge: "x".repeat(LIMITS.payload) },
      refused: [401, "unauthorized"],
    },
    {
      what: "nobody's ban that is no JSON",
      path: OPERATOR_PATHS.sanctions,
      body: "{",
      refused: [401, "unauthorized"],
    },
  ]),
);

http("other paths", "", [
  get("a path that there is not", "/api/nothing", [404, "not-found"]),
  get("the creation of a match", PATHS.matches, [404, "not-found"]),
  get("quick play", PATHS.quickPlay, [404, "not-found"]),
  { what: "the list of games", path: PATHS.games, body: {}, refused: [404, "not-found"] },
  { what: "an announcement", path: PATHS.announcement, body: {}, refused: [404, "not-found"] },
  {
    what: "the end of a match",
    method: "DELETE",
    path: () => `/api/matches/${world.matches.table}`,
    refused: [404, "not-found"],
  },
  {
    what: "Colyseus' way to a match",
    path: `/matchmake/joinOrCreate/${ROOMS.match}`,
    body: {},
    refused: [404, "not-found"],
  },
  {
    what: "Colyseus' way to a bot's room",
    path: `/matchmake/create/${ROOMS.bot}`,
    body: {},
    refused: [404, "not-found"],
  },
  {
    what: "Colyseus' way by an id",
    path: () => `/matchmake/joinById/${world.clients.host.room.roomId}`,
    body: {},
    refused: [404, "not-found"],
  },
  ...Object.entries(OPERATOR_PATHS).map(([name, path]) =>
    get(`an operator's path, ${name}`, path.replace(":id", "x"), [404, "not-found"], asAdmin),
  ),
  {
    what: "a bridge among players",
    path: OPERATOR_PATHS.bridges,
    headers: asBridge,
    body: { bridge: "bridge-1" },
    refused: [404, "not-found"],
  },
]);

room("nonce", [
  ["no nonce", "seated", {}, "bad-request", "nonce"],
  ["an empty nonce", "seated", { nonce: "" }, "bad-nonce", "nonce"],
  ["a nonce of 65 characters", "seated", { nonce: "a".repeat(65) }, "bad-nonce", "nonce"],
  ["a nonce with a space", "seated", { nonce: "a b" }, "bad-nonce", "nonce"],
  ["a nonce that is a number", "seated", { nonce: 7 }, "bad-nonce", "nonce"],
  ["a payload that is a text", "seated", "nonce", "bad-request"],
  ["a spectator's", "watcher", { nonce: "abc" }, "not-seated"],
]);
room("ready", [
  ["nothing", "seated", {}, "bad-request", "ready"],
  ["a text", "seated", { ready: "yes" }, "bad-request", "ready"],
  ["no payload", "seated", undefined, "bad-request"],
  ["a spectator's", "watcher", { ready: true }, "not-seated"],
]);
room("move-seat", [
  ["no seat", "seated", {}, "bad-request", "seat"],
  ["a seat that is a number", "seated", { seat: 1 }, "bad-request", "seat"],
  ["a seat of 65 letters", "seated", { seat: "a".repeat(65) }, "bad-request", "seat"],
  ["a seat that there is not", "seated", { seat: "up" }, "unknown-seat", "seat"],
  ["a person's seat", "seated", { seat: "east" }, "seat-taken"],
  ["a bot's seat", "seated", { seat: "south" }, "seat-taken"],
  ["a spectator's", "watcher", { seat: "west" }, "not-seated"],
  ["after the beginning", "awaited", { seat: "north" }, "match-begun"],
]);
room("seat-bot", [
  ["no kind", "host", { seat: "west" }, "bad-request", "kind"],
  ["a kind that there is not", "host", { seat: "west", kind: "hard" }, "bad-request", "kind"],
  ["no seat", "host", { kind: "easy" }, "bad-request", "seat"],
  ["a seat that there is not", "host", { seat: "up", kind: "easy" }, "unknown-seat", "seat"],
  ["a person's seat", "host", { seat: "north", kind: "easy" }, "seat-taken"],
  ["who does not host", "seated", { seat: "west", kind: "easy" }, "not-host"],
  ["a spectator's", "watcher", { seat: "west", kind: "easy" }, "not-seated"],
  ["after the beginning", "awaited", { seat: "west", kind: "easy" }, "match-begun"],
]);
room("challenge", [
  ["no bot", "host", { seat: "west" }, "bad-request", "bot"],
  ["a bot that is a number", "host", { seat: "west", bot: 7 }, "bad-request", "bot"],
  ["a bot of 101 letters", "host", { seat: "west", bot: "a".repeat(101) }, "bad-request", "bot"],
  ["no seat", "host", { bot: "Ahuizotl" }, "bad-request", "seat"],
  ["a bot that is not online", "host", { seat: "west", bot: "Nahual" }, "unknown-bot", "bot"],
  ["a guest", "host", () => ({ seat: "west", bot: world.guest.id }), "unknown-bot", "bot"],
  ["a seat that there is not", "host", { seat: "up", bot: "Ahuizotl" }, "unknown-seat", "seat"],
  ["a taken seat", "host", { seat: "north", bot: "Ahuizotl" }, "seat-taken"],
  ["who does not host", "seated", { seat: "west", bot: "Ahuizotl" }, "not-host"],
  ["a spectator's", "watcher", { seat: "west", bot: "Ahuizotl" }, "not-seated"],
  ["after the beginning", "awaited", { seat: "west", bot: "Ahuizotl" }, "match-begun"],
]);
room("free-seat", [
  ["no seat", "host", {}, "bad-request", "seat"],
  ["a seat that there is not", "host", { seat: "up" }, "unknown-seat", "seat"],
  ["one's own seat", "host", { seat: "east" }, "own-seat"],
  ["who does not host", "seated", { seat: "south" }, "not-host"],
  ["a spectator's", "watcher", { seat: "south" }, "not-seated"],
  ["after the beginning", "awaited", () => ({ seat: world.clients.waiting.seat }), "match-begun"],
]);
room("hand-over", [
  ["no seat", "host", {}, "bad-request", "seat"],
  ["a seat that there is not", "host", { seat: "up" }, "unknown-seat", "seat"],
  ["an open seat", "host", { seat: "west" }, "no-player", "seat"],
  ["a bot", "host", { seat: "south" }, "no-player", "seat"],
  ["who does not host", "seated", { seat: "north" }, "not-host"],
  ["a spectator's", "watcher", { seat: "north" }, "not-seated"],
]);
room("show-code", [
  ["nothing", "hiddenHost", {}, "bad-request", "shown"],
  ["a text", "hiddenHost", { shown: "true" }, "bad-request", "shown"],
  ["a spectator's", "watcher", { shown: true }, "not-seated"],
]);
room("start", [
  ["who does not host", "seated", {}, "not-host"],
  ["a spectator's", "watcher", {}, "not-seated"],
  ["one player alone", "hiddenHost", {}, "too-few-players"],
  ["a payload that is a list", "seated", "now", "bad-request"],
]);

const command = (type: unknown, more: object = {}) => ({
  id: `bad-${String(type)}`,
  command: { type, ...more },
});
room("command", [
  ["no id", "awaited", { command: { type: "roll" } }, "bad-request", "id"],
  ["an empty id", "awaited", { id: "", command: { type: "roll" } }, "bad-request", "id"],
  [
    "an id of 65 characters",
    "awaited",
    { id: "a".repeat(65), command: { type: "roll" } },
    "bad-request",
    "id",
  ],
  ["an id with a colon", "awaited", { id: "east:1", command: { type: "roll" } }, "bad-request", "id"],
  ["an id that is a number", "awaited", { id: 1, command: { type: "roll" } }, "bad-request", "id"],
  ["no command", "awaited", { id: "bad" }, "bad-request", "command"],
  ["a command that is a text", "awaited", { id: "bad", command: "roll" }, "bad-request", "command"],
  ["a command that is a list", "awaited", { id: "bad", command: ["roll"] }, "bad-request", "command"],
  ["a command without a type", "awaited", { id: "bad", command: {} }, "malformed"],
  ["a command of an unknown type", "awaited", command("dance"), "malformed"],
  ["a command of a type that is a number", "awaited", command(7), "malformed"],
  ["a command of the prototype's", "awaited", command("constructor"), "malformed"],
  ["a command that another decision needs", "awaited", command("move", { steps: 3 }), "wrong-phase"],
  ["a command out of turn", "waiting", command("roll"), "not-your-decision"],
  ["a spectator's", "playWatcher", command("roll"), "not-seated"],
  ["before the beginning", "host", command("roll"), "match-not-started"],
  ["after the end", "over", command("roll"), "match-over"],
]);
room("offer", [
  ["nothing", "awaited", {}, "bad-request", "what"],
  ["what there is not", "awaited", { what: "money" }, "bad-request", "what"],
  ["a spectator's", "playWatcher", { what: "draw" }, "not-seated"],
  ["before the beginning", "host", { what: "draw" }, "match-not-started"],
  ["after the end", "over", { what: "draw" }, "match-over"],
]);
room("accept", [
  ["no id", "awaited", {}, "bad-request", "id"],
  ["an id that is a number", "awaited", { id: 1 }, "bad-request", "id"],
  ["an id of 65 letters", "awaited", { id: "a".repeat(65) }, "bad-request", "id"],
  ["an offer that there is not", "awaited", { id: "x" }, "no-offer"],
  ["a spectator's", "playWatcher", { id: "x" }, "not-seated"],
  ["before the beginning", "host", { id: "x" }, "match-not-started"],
]);
room("decline", [
  ["no id", "awaited", {}, "bad-request", "id"],
  ["an id that is null", "awaited", { id: null }, "bad-request", "id"],
  ["a spectator's", "playWatcher", { id: "x" }, "not-seated"],
]);
room("claim", [
  ["nothing", "awaited", {}, "bad-request", "what"],
  ["what there is not", "awaited", { what: "draw" }, "bad-request", "what"],
  ["a win while all are there", "awaited", { what: "win" }, "not-away"],
  ["an abort while all are there", "awaited", { what: "abort" }, "not-away"],
  ["a spectator's", "playWatcher", { what: "win" }, "not-seated"],
  ["before the beginning", "host", { what: "win" }, "match-not-started"],
]);
room("log", [
  ["nothing", "awaited", {}, "bad-request", "after"],
  ["a number below 0", "awaited", { after: -1 }, "bad-request", "after"],
  ["half a number", "awaited", { after: 0.5 }, "bad-request", "after"],
  ["a text", "awaited", { after: "0" }, "bad-request", "after"],
]);
room("chat", [
  ["nothing", "host", {}, "bad-request", "after"],
  ["a number below 0", "host", { after: -1 }, "bad-request", "after"],
  ["a number that is none", "host", { after: Number.NaN }, "bad-request", "after"],
]);
room("say", [
  ["no id", "host", { text: "hello" }, "bad-request", "id"],
  ["an id with a space", "host", { id: "a b", text: "hello" }, "bad-request", "id"],
  ["no text", "host", { id: "bad" }, "bad-request", "text"],
  ["an empty text", "host", { id: "bad", text: "" }, "text-missing", "text"],
  ["a text that nobody sees", "host", { id: "bad", text: " \u200b\u202e " }, "text-missing", "text"],
  ["a text of 201 characters", "host", { id: "bad", text: "x".repeat(201) }, "text-too-long", "text"],
  ["a spectator without a name", "watcher", { id: "bad", text: "hello" }, "bad-request", "name"],
  [
    "a spectator with a reserved name",
    "watcher",
    { id: "bad", text: "hello", name: "server" },
    "name-reserved",
    "name",
  ],
  [
    "a spectator with a number for a name",
    "watcher",
    { id: "bad", text: "hello", name: 7 },
    "bad-request",
    "name",
  ],
  ["at a silent table", "hiddenHost", { id: "bad", text: "hello" }, "silent"],
]);
room("react", [
  ["nothing", "host", { id: "bad" }, "bad-request", "reaction"],
  ["what there is not", "host", { id: "bad", reaction: "angry" }, "bad-request", "reaction"],
  ["at a silent table", "hiddenHost", { id: "bad", reaction: "bravo" }, "silent"],
]);
room("report", [
  ["no seat", "host", { reason: "name", text: "" }, "bad-request", "seat"],
  ["no reason", "host", { seat: "north", text: "" }, "bad-request", "reason"],
  [
    "a reason that there is not",
    "host",
    { seat: "north", reason: "ugly", text: "" },
    "bad-request",
    "reason",
  ],
  ["no text", "host", { seat: "north", reason: "name" }, "bad-request", "text"],
  [
    "a text of 501 characters",
    "host",
    { seat: "north", reason: "name", text: "x".repeat(501) },
    "bad-request",
    "text",
  ],
  ["a seat that there is not", "host", { seat: "up", reason: "name", text: "" }, "unknown-seat", "seat"],
  ["oneself", "host", { seat: "east", reason: "name", text: "" }, "own-seat", "seat"],
  ["a bot", "host", { seat: "south", reason: "name", text: "" }, "no-player", "seat"],
  ["an open seat", "host", { seat: "west", reason: "name", text: "" }, "no-player", "seat"],
]);
room("pair-temple", [
  ["no code", "host", {}, "bad-request", "code"],
  ["a code that is a number", "host", { code: 1234 }, "bad-request", "code"],
  ["a code of 65 letters", "host", { code: "a".repeat(65) }, "bad-request", "code"],
  ["a code that no temple shows", "host", { code: "ZZZZ" }, "bad-code"],
  ["a spectator's", "watcher", { code: "ZZZZ" }, "not-seated"],
  ["in a game without temples", "cardsHost", { code: "ZZZZ" }, "no-temples"],
]);
room("unpair-temple", [["a spectator's", "watcher", {}, "not-seated"]]);
room("dance", [["a player's", "host", {}, "bad-request", "type"]]);
room("__proto__", [["a player's", "host", {}, "bad-request", "type"]]);
room("", [["a player's", "host", {}, "bad-request", "type"]]);

describe("rooms without seats", () => {
  const inRoom = (
    what: string,
    to: () => Room,
    type: string,
    payload: unknown,
    code: string,
    field?: string,
  ) =>
    test(`${what} is ${code}`, () => expectRefused(() => sendToRoom(to(), type, payload), [0, code, field]));
  inRoom("a request in the lobby", () => world.lobbyRoom, "list", {}, "bad-request", "type");
  inRoom("a command in the lobby", () => world.lobbyRoom, "command", command("roll"), "bad-request", "type");
  inRoom("an unknown request of a bot", () => world.botRoom, "accept", { id: "x" }, "bad-request", "type");
  inRoom(
    "a bot's answer without an id",
    () => world.botRoom,
    "decline",
    { reason: "busy" },
    "bad-request",
    "id",
  );
  inRoom(
    "a bot's answer without a reason",
    () => world.botRoom,
    "decline",
    { id: "x" },
    "bad-request",
    "reason",
  );
  inRoom(
    "a bot's unknown reason",
    () => world.botRoom,
    "decline",
    { id: "x", reason: "tired" },
    "bad-request",
    "reason",
  );
});

describe("a socket", () => {
  /** Opens a socket to a room; resolves with whether it was let in. */
  const isLetIn = async (sessionId: string) => {
    const { reservation } = world.clients.host.reserved;
    const socket = new WebSocket(
      `${world.url.replace("http", "ws")}/${reservation.processId}/${reservation.roomId}?sessionId=${sessionId}`,
    );
    socket.binaryType = "arraybuffer";
    return new Promise<boolean>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const [first] = new Uint8Array(data as ArrayBuffer);
        if (first === 11) resolve(false);
        if (first === 10) resolve(true);
      });
      for (const end of ["close", "error"]) socket.addEventListener(end, () => resolve(false));
    });
  };

  test.each([
    ["without a reservation", () => "nobody"],
    ["with none", () => ""],
    ["with one that was used", () => world.clients.host.reserved.reservation.sessionId],
  ])("%s is not let in", async (_, session) => {
    before ||= await snapshot();
    expect(await isLetIn(session())).toBe(false);
    rows += 1;
    expect(await snapshot()).toBe(before);
  });
});

test("these are at least 300", () => expect(rows).toBeGreaterThanOrEqual(300));
