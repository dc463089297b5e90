/** Bad inputs to the paths of matches and seats. */
import { LIMITS, PATHS } from "@flower-war/protocol";
import {
  ANA,
  asBot,
  asGuest,
  atTable,
  bad,
  BAD_NAMES,
  BAD_TOKENS,
  bearer,
  DAY,
  expectRows,
  get,
  http,
  type HttpRow,
  SOME_BAD_NAMES,
  startWorld,
  withBadTokens,
  world,
} from "../support/bad-inputs.ts";

startWorld();

const CREATE = { game: "flower-war", name: "Ana" };
const creating = (what: string, fields: object, field: string, code = "bad-request") =>
  bad(what, { ...CREATE, ...fields }, [400, code, field]);

http("POST /api/matches", PATHS.matches, [
  bad("text that is not JSON", "{", [400, "bad-request"]),
  bad("JSON that is a list", [], [400, "bad-request"]),
  bad("JSON that is null", "null", [400, "bad-request"]),
  bad("a body over the limit", { ...CREATE, options: { x: "x".repeat(LIMITS.payload) } }, [413, "too-large"]),
  bad("a body of another type", CREATE, [400, "bad-request"], () => ({ "content-type": "text/plain" })),
  bad("a body in an unknown encoding", CREATE, [400, "bad-request"], () => ({ "content-encoding": "zip" })),
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
  creating("take-backs that are a text", { takeBacks: "true" }, "takeBacks"),
  creating("open nonces that are a text", { openNonces: "true" }, "openNonces"),
  creating("a delay for spectators of 10 seconds", { watchDelay: 10 }, "watchDelay"),
  creating("a delay for spectators of 10 minutes", { watchDelay: 600 }, "watchDelay"),
  creating("no spectators, in a word", { unwatched: "yes" }, "unwatched"),
  creating("no spectators, with a delay for them", { unwatched: true, watchDelay: 60 }, "unwatched"),
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
  ...withBadTokens(CREATE),
  bad("a bot account's wish", CREATE, [409, "bot-account"], asBot),
]);

http("POST /api/quick-play", PATHS.quickPlay, [
  bad("an empty body", {}, [400, "bad-request", "game"]),
  bad("a game that is not hosted", { ...CREATE, game: "go" }, [400, "bad-request", "game"]),
  bad("a game that is a list", { ...CREATE, game: ["flower-war"] }, [400, "bad-request", "game"]),
  ...BAD_NAMES.slice(0, 3).map(([what, name, code]) => bad(what, { ...CREATE, name }, [400, code, "name"])),
  bad("a reserved name", { ...CREATE, name: "server" }, [400, "name-reserved", "name"]),
  bad("a language of four letters", { ...CREATE, language: "span" }, [400, "bad-request", "language"]),
  bad("a token of no player", CREATE, [403, "bad-token", "authorization"], () => bearer("x")),
  bad("a bot account's wish", CREATE, [409, "bot-account"], asBot),
]);

const seats = (match: () => string) => () => PATHS.seats.replace(":id", match());
const sitting = (
  what: string,
  match: () => string,
  body: unknown,
  refused: HttpRow["refused"],
  headers: () => Record<string, string> = () => ({}),
): HttpRow => ({ what, path: seats(match), body, refused, headers });

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
  sitting("a seat to take over by no token", atTable, { name: "Ana", token: "x" }, [403, "bad-token"]),
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
  sitting("a renewal of a spectator's", atTable, { spectate: true, renew: "a".repeat(16) }, [
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
  sitting(
    "one's own seat with a new token that is too short",
    atTable,
    { own: true, renew: "a".repeat(15) },
    [400, "bad-request", "renew"],
    asGuest,
  ),
  sitting("an own seat without a player", atTable, { own: true }, [401, "unauthorized"]),
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
    asBot,
  ),
  sitting("a bot account without a seat", atTable, { name: "Ahuizotl" }, [403, "not-challenged"], asBot),
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

expectRows(159);
