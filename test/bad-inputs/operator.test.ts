/** Bad inputs to the operator's listener, and to unknown paths. "Unsigned": without a secret. */
import { LIMITS, PATHS, ROOMS } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import {
  ADMIN,
  asGuest,
  bad,
  bearer,
  expectRows,
  get,
  http,
  type HttpRow,
  startWorld,
  world,
} from "../support/bad-inputs.ts";

startWorld();

const asAdmin = () => bearer(ADMIN);
const asBridge = () => bearer(world.server.config.bridgeToken);
const asBytes = () => ({ "content-type": "application/octet-stream" });
const atOperator = (rows: readonly HttpRow[]) => rows.map((row): HttpRow => ({ ...row, to: "operator" }));

/** What is sent without a token, or with another's: `unauthorized`, whatever it says. */
const UNAUTHORIZED: readonly (readonly [
  what: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: () => Record<string, string>,
])[] = [
  ["a bridge without a token", "POST", OPERATOR_PATHS.bridges, { bridge: "bridge-1" }],
  ["a bridge with the admin's", "POST", OPERATOR_PATHS.bridges, { bridge: "bridge-1" }, asAdmin],
  [
    "an unsigned bridge over the limit",
    "POST",
    OPERATOR_PATHS.bridges,
    { bridge: "x".repeat(LIMITS.payload) },
  ],
  ["an unsigned temple", "POST", OPERATOR_PATHS.temples, { templeId: "sun-temple" }],
  ["an unsigned temple that is no JSON", "POST", OPERATOR_PATHS.temples, "{"],
  ["a temple with a wrong password", "POST", OPERATOR_PATHS.temples, {}, () => bearer("x")],
  ["an unsigned list of temples", "GET", OPERATOR_PATHS.temples],
  ["a player's list of temples", "GET", OPERATOR_PATHS.temples, undefined, asGuest],
  ["an unsigned question for the temples' broker", "GET", OPERATOR_PATHS.templeBroker],
  ["a bridge's question for the temples' broker", "GET", OPERATOR_PATHS.templeBroker, undefined, asBridge],
  ["an unsigned list of firmware", "GET", OPERATOR_PATHS.templeFirmware],
  ["an unsigned update of a temple", "POST", "/api/temples/sun-temple/update"],
  ["an unsigned end of a temple", "DELETE", "/api/temples/sun-temple"],
  ["an unsigned copy of the database", "GET", OPERATOR_PATHS.database],
  ["an unsigned database", "PUT", OPERATOR_PATHS.database, "x", asBytes],
  ["an unsigned database that is no JSON", "PUT", OPERATOR_PATHS.database, "{"],
  ["an unsigned restore", "POST", OPERATOR_PATHS.restore, { restore: "x" }],
  ["an unsigned restore that is no JSON", "POST", OPERATOR_PATHS.restore, "{"],
  ["an unsigned list of kept databases", "GET", OPERATOR_PATHS.keptDatabases],
  ["an unsigned ban that is no JSON", "POST", OPERATOR_PATHS.sanctions, "{"],
];
http(
  "an operator's path without the right token",
  "",
  atOperator(
    UNAUTHORIZED.map(([what, method, path, body, headers = () => ({})]) => {
      return { what, method, path, body, headers, refused: [401, "unauthorized"] };
    }),
  ),
);

http(
  "the path of bridges",
  OPERATOR_PATHS.bridges,
  atOperator([
    bad("a bridge without an id", {}, [400, "bad-request", "bridge"], asBridge),
    bad("a bridge of three letters", { bridge: "abc" }, [400, "bad-request", "bridge"], asBridge),
    bad("a bridge in capitals", { bridge: "BRIDGE" }, [400, "bad-request", "bridge"], asBridge),
    ...(
      [
        ["mqtts://play.example", "broker"],
        [null, "broker"],
        [{ url: "mqtts://play.example" }, "broker.pin"],
        [{ url: "http://play.example", pin: null }, "broker.url"],
        [{ url: `mqtt://${"a".repeat(300)}`, pin: null }, "broker.url"],
        [{ url: "mqtts://play.example", pin: "F".repeat(64) }, "broker.pin"],
        [{ url: "mqtts://play.example", pin: "0".repeat(63) }, "broker.pin"],
      ] as const
    ).map(([broker, field]) =>
      bad(
        `a bridge with the broker ${JSON.stringify(broker)}`,
        { bridge: "bridge-1", broker },
        [400, "bad-request", field],
        asBridge,
      ),
    ),
  ]),
);

http(
  "the path of temples",
  OPERATOR_PATHS.temples,
  atOperator([
    bad("a temple without an id", {}, [400, "bad-request", "templeId"], asAdmin),
    bad("a temple with a bad id", { templeId: "+/#" }, [400, "bad-temple-id", "templeId"], asAdmin),
    {
      what: "a temple that there is not",
      method: "DELETE",
      path: "/api/temples/moon-temple",
      headers: asAdmin,
      refused: [404, "unknown-temple"],
    },
  ]),
);

http(
  "the paths of a database",
  OPERATOR_PATHS.restore,
  atOperator([
    get("a copy of no database", OPERATOR_PATHS.database, [409, "no-database"], asAdmin),
    {
      ...bad("a database for none", "{}", [409, "no-database"], asAdmin),
      method: "PUT",
      path: OPERATOR_PATHS.database,
    },
    get("a list of databases that none kept", OPERATOR_PATHS.keptDatabases, [409, "no-database"], asAdmin),
    bad("a restore without an id", {}, [400, "bad-request", "restore"], asAdmin),
    bad("a restore of a number", { restore: 1 }, [400, "bad-request", "restore"], asAdmin),
    bad("a restore that is no JSON", "{", [400, "bad-request"], asAdmin),
    bad("a restore into no database", { restore: "x" }, [409, "no-database"], asAdmin),
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

expectRows(60);
