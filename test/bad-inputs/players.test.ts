/** Bad inputs to the paths of the lobby, of players and of bots. */
import { PATHS } from "@flower-war/protocol";
import { ACCOUNT_PATHS, BOTS_PATH } from "@flower-war/protocol/players";
import {
  ANA,
  asBot,
  asGuest,
  bad,
  BAD_NAMES,
  BAD_TOKENS,
  bearer,
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
    return { what: `${method} ${path} of no player`, method, path, body, refused: [401, "unauthorized"] };
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
const BAD_ANSWERS: readonly (readonly [what: string, response: unknown, code: string, field?: string])[] = [
  ["an answer that is a text", "x", "bad-request", "response"],
  ["an answer without an id", { ...PASSKEY, id: undefined }, "bad-request", "response.id"],
  ["an id that is not base64url", { ...PASSKEY, id: "a+b=" }, "bad-request", "response.id"],
  ["another type", { ...PASSKEY, type: "password" }, "bad-request", "response.type"],
  ["an answer without its parts", { ...PASSKEY, response: {} }, "bad-passkey"],
  ["an answer to no challenge", PASSKEY, "bad-passkey"],
];
http("POST /api/players/me/passkeys", ACCOUNT_PATHS.passkeys, [
  bad("no answer", {}, [400, "bad-request", "response"], asGuest),
  ...BAD_ANSWERS.map(([what, response, code, field]) => bad(what, { response }, [400, code, field], asGuest)),
  bad("an answer of a bot account", { response: PASSKEY }, [409, "bot-account"], asBot),
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

const MUTED = { id: "V1StGXR8Z5jd" };
http("POST /api/players/me/mutes", ACCOUNT_PATHS.mutes, [
  bad("no list", {}, [400, "bad-request", "players"], asGuest),
  bad("an empty list", { players: [] }, [400, "bad-request", "players"], asGuest),
  bad(
    "one player more than at once",
    { players: Array.from({ length: 91 }, () => MUTED) },
    [400, "bad-request", "players"],
    asGuest,
  ),
  bad("a player without an id", { players: [{}] }, [400, "bad-request", "players.0.id"], asGuest),
  bad("an id that is NUL", { players: [{ id: "\0" }] }, [400, "bad-request", "players.0.id"], asGuest),
  bad(
    "blocked that is a text",
    { players: [{ ...MUTED, blocked: "yes" }] },
    [400, "bad-request", "players.0.blocked"],
    asGuest,
  ),
  bad("a guest's list", { players: [MUTED] }, [409, "no-account"], asGuest),
  bad("a bot account's list", { players: [MUTED] }, [409, "no-account"], asBot),
  get("a list of no player", ACCOUNT_PATHS.mutes, [401, "unauthorized"]),
  get("a guest's wish to read it", ACCOUNT_PATHS.mutes, [409, "no-account"], asGuest),
  {
    what: "an id that is NUL, to be unmuted",
    method: "DELETE",
    path: "/api/players/me/mutes/%00",
    headers: asGuest,
    refused: [409, "no-account"],
  },
]);

http("POST /api/sign-in", ACCOUNT_PATHS.signIn, [
  bad("no means", {}, [400, "bad-request"]),
  bad("two means", { response: PASSKEY, recoveryCode: "7KQ3-M2XA-9PWT-4HJC" }, [400, "bad-request"]),
  bad("a recovery code that is a number", { recoveryCode: 7 }, [400, "bad-request", "recoveryCode"]),
  bad("an unknown recovery code", { recoveryCode: "7KQ3-M2XA-9PWT-4HJC" }, [403, "bad-recovery-code"]),
  bad("an empty recovery code", { recoveryCode: "" }, [403, "bad-recovery-code"]),
  bad("an unknown passkey", { response: PASSKEY }, [404, "unknown-passkey"]),
  bad("a passkey with a bad id", { response: { ...PASSKEY, rawId: "" } }, [
    400,
    "bad-request",
    "response.rawId",
  ]),
]);

http("POST /api/bots", BOTS_PATH, [
  bad("a wish to be online without a player", {}, [401, "unauthorized"]),
  bad("a guest's wish to be online", {}, [409, "not-bot-account"], asGuest),
  ...withBadTokens({}),
]);

expectRows(105);
