/**
 * Bad inputs: the tables of `test/bad-inputs`, over every path and every room of the public protocol (docs/protocol.md). Each
 * row has its own refusal, changes nothing, and the server goes on.
 */
import { Client, type Room } from "@colyseus/sdk";
import { PATHS, type RefusalBody, type Reservation } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { ACCOUNT_PATHS, type BotState, BOTS_PATH, type Player } from "@flower-war/protocol/players";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningServer } from "../../server/src/app.ts";
import { Tokens } from "../../server/src/match/seats/tokens.ts";
import { PlayerTokens } from "../../server/src/players/player-tokens.ts";
import { TestClient } from "../../server/test/support/client.ts";
import { FakeTime } from "../../server/test/support/fake-time.ts";
import { createMatch, fromAddress, post, requestSeat } from "../../server/test/support/post.ts";
import { seatTwo } from "../../server/test/support/seated-match.ts";
import { startOnFakeTime } from "../../server/test/support/server.ts";
import { until } from "../../server/test/support/until.ts";

const SECRET = "a secret of at least 16 characters";
export const ADMIN = "the password of the admin";
export const DAY = 24 * 60 * 60 * 1000;
const ENDLESS = 1_000_000;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The matches, players and clients that no row changes. */
export let world: World;
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
  // Who hosts it has sealed no nonce.
  const cardsHost = await TestClient.watch(url, cards);

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
    expired: new PlayerTokens(time, SECRET, -1000).sign({ player: guest.id, generation: 0, session: null }),
    foreign: new PlayerTokens(time, "another secret of 16 characters", DAY).sign({
      player: guest.id,
      generation: 0,
      session: null,
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

/** Starts the world of a file's rows before them, and stops it after them. Call it once in each file. */
export function startWorld(): void {
  beforeAll(async () => {
    [before, rows] = ["", 0];
    world = await createWorld();
  }, 60_000);
  afterAll(async () => {
    await (world.server satisfies RunningServer).stop();
  });
}

/** Expects that the rows before it were as many at least. Call it last in each file. */
export function expectRows(least: number): void {
  test(`these are at least ${least}`, () => expect(rows).toBeGreaterThanOrEqual(least));
}

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
export async function expectRefused(
  send: () => Promise<readonly [status: number, refusal: RefusalBody]>,
  expected: Refused,
): Promise<void> {
  await requireUnchanged(() => expectRefusal(send, expected));
}

async function expectRefusal(
  send: () => Promise<readonly [status: number, refusal: RefusalBody]>,
  expected: Refused,
): Promise<void> {
  rows += 1;
  const [status, { code, field, message }] = await send();
  const [expectedStatus, expectedCode, expectedField] = expected;
  expect([status, code, field]).toEqual([expectedStatus, expectedCode, expectedField]);
  expect(message).toMatch(/\w/);
  // The limit on messages is not what this is about.
  await world.time.pass(100);
}

/** `each`: after each row all is read that it could have changed, not once after those of a path or a request. That takes twelve requests. */
const expectRow = process.env["FLOWER_WAR_ROWS"] === "each" ? expectRefused : expectRefusal;

/** Declares rows of which each is refused, and which change nothing together. */
function declareRows(title: string, declare: () => void): void {
  describe(title, () => {
    beforeAll(async () => {
      before ||= await snapshot();
    });
    afterAll(() =>
      requireUnchanged(async () => {}, `${title}: a row changes something. FLOWER_WAR_ROWS=each finds which`),
    );
    declare();
  });
}

/** What is sent over HTTP. A function gets it from the world, which is not there yet when tests are collected. */
export interface HttpRow {
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
export function http(title: string, path: string, list: readonly HttpRow[]): void {
  declareRows(title, () => {
    for (const row of list) {
      test(`${row.what} is ${row.refused[1]}`, () => expectRow(() => sendHttp(path, row), row.refused));
    }
  });
}

type Who = keyof World["clients"];
/** A request of the room `match`: who sends it, the payload, and how it is refused. */
type RoomRow = readonly [what: string, who: Who, payload: unknown, code: string, field?: string];

/** Rows of one kind of request. */
export function room(type: string, list: readonly RoomRow[]): void {
  declareRows(`the request ${type}`, () => {
    for (const [what, who, payload, code, field] of list) {
      test(`${what} is ${code}`, () =>
        expectRow(() => sendToRoom(world.clients[who].room, type, payload), [0, code, field]));
    }
  });
}

export async function sendToRoom(
  to: Room,
  type: string,
  payload: unknown,
): Promise<readonly [number, RefusalBody]> {
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

export const bad = (
  what: string,
  body: unknown,
  refused: HttpRow["refused"],
  headers?: () => Record<string, string>,
): HttpRow => ({ what, body, refused, ...(headers && { headers }) });

/** Names that no player may have, each for a reason of its own. */
export const BAD_NAMES: readonly (readonly [what: string, name: unknown, code: string])[] = [
  ["no name", undefined, "bad-request"],
  ["a name that is null", null, "bad-request"],
  ["a name that is a number", 7, "bad-request"],
  ["an empty name", "", "bad-request"],
  ["a name of 25 characters", "x".repeat(25), "bad-request"],
  ["a name with a bidirectional mark", "Xo\u202eco", "name-characters"],
  ["a name of four marks on a letter", "Xx\u0301\u0302\u0303\u0304co", "name-marks"],
  ["a name of two scripts", "Xоco", "name-scripts"],
  ["a name of the server's", "easy bot", "name-reserved"],
  ["an insulting name", "fuck", "name-refused"],
];

/** A few of them, for paths that take a name besides others. */
export const SOME_BAD_NAMES = BAD_NAMES.filter(
  ([, name]) => name === null || name === "" || name === "easy bot",
);

/** Tokens of a player that are none. */
export const BAD_TOKENS: readonly (readonly [what: string, token: () => string, code: string])[] = [
  ["a token that is no token", () => "x", "bad-token"],
  ["a player's token of another server", () => world.tokens.foreign, "bad-token"],
  ["an expired player's token", () => world.tokens.expired, "expired-token"],
  ["the token of a deleted player", () => world.tokens.deleted, "bad-token"],
  ["a seat's token as a player's", () => world.tokens.seat, "bad-token"],
];

/** Returns rows of a body that is sent with each of them. */
export const withBadTokens = (body: unknown): HttpRow[] =>
  BAD_TOKENS.map(([what, token, code]) =>
    bad(what, body, [403, code, "authorization"], () => bearer(token())),
  );

export const atTable = () => world.matches.table;
export const asGuest = () => bearer(world.tokens.guest);
export const ANA = { name: "Ana" };

export const get = (
  what: string,
  path: string | (() => string),
  refused: HttpRow["refused"],
  headers: () => Record<string, string> = () => ({}),
): HttpRow => ({ what, path, method: "GET", refused, headers });

export const command = (type: unknown, more: object = {}) => ({
  id: `bad-${String(type)}`,
  command: { type, ...more },
});

export const asBot = () => bearer(world.tokens.bot);

/** Does something that is let in nowhere, and expects that nothing has changed. */
export async function expectUnchanged(act: () => Promise<void>): Promise<void> {
  rows += 1;
  await requireUnchanged(act);
}

async function requireUnchanged(act: () => Promise<void>, failure = "it changes something"): Promise<void> {
  const earlier = before || (await snapshot());
  before = ""; // what fails spoils nothing after it
  await act();
  expect(await snapshot(), failure).toBe(earlier);
  expect((await fetch(world.url + PATHS.health)).status).toBe(200);
  before = earlier;
}
