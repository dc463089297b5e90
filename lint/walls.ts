/**
 * The walls of the project as tables: what may import what, and which globals are ports. `plugin.ts` beside this file has the lint
 * rules that read them, and `test/boundaries.test.ts` plants violations.
 */

/** Which of our workspaces each one may import: the first table of docs/architecture.md, "Imports". Tests may import all. */
export const WORKSPACES: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  protocol: ["rules"],
  "client-sdk": ["protocol", "rules"],
  server: ["protocol", "rules"],
  bridge: ["protocol"],
  devices: ["protocol", "client-sdk"],
  cli: ["protocol", "client-sdk"],
  create: [],
  web: ["client-sdk"],
  "game-frame": [],
  simulate: ["rules"],
  loadtest: ["protocol", "client-sdk", "devices"],
  bench: ["protocol", "client-sdk", "loadtest"],
  site: ["protocol"],
};

/** Folders outside of `src` that may import more than their workspace. */
export const MORE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "bench/games": ["rules", "server"],
  // A game from outside.
  "create/template": ["rules", "server", "game-frame"],
  "web/tools": ["rules"],
};

/** Code outside of `src` may import these of other workspaces by their paths. */
export const SHARED_TOOLS = ["protocol/tools/tool.ts", "test/support"];

/** Sources of workspaces that are run from a clone alone, and what they may import of others by their paths. */
export const CLONE_ONLY: Readonly<Record<string, readonly string[]>> = {
  bench: SHARED_TOOLS,
  devices: ["protocol/tools/tool.ts"],
  // What it publishes are the page's own parts.
  "game-frame": ["web/src/games/own/frame"],
  loadtest: ["protocol/tools/tool.ts"],
  simulate: ["protocol/tools/tool.ts", "rules/src/flower-war/bots", "test/support/checkout.ts"],
};

/** The folders of server/src, lowest first, and which of those before it each one may import: the second table. */
export const SERVER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  metrics: [],
  wire: ["metrics"],
  storage: ["metrics"],
  games: [],
  bots: [],
  cluster: ["storage"],
  quotas: [],
  names: [],
  players: ["storage"],
  history: ["storage", "players"],
  backups: ["metrics", "storage"],
  moderation: ["storage", "cluster", "quotas"],
  chat: ["storage"],
  notices: ["metrics", "storage", "games", "cluster", "quotas", "players"],
  match: "metrics wire storage games bots cluster quotas names history moderation chat notices".split(" "),
  temples: ["metrics", "wire", "storage", "cluster", "quotas", "match"],
  lobby: ["wire", "storage", "games", "cluster", "quotas", "match"],
  tournaments: ["storage", "games", "cluster", "names", "lobby"],
  records: ["storage"],
  studies: ["storage", "players"],
  http: "wire storage games cluster quotas names players history moderation notices match temples lobby tournaments records studies".split(
    " ",
  ),
  operator: [
    "metrics",
    "wire",
    "storage",
    "games",
    "cluster",
    "quotas",
    "names",
    "players",
    "history",
    "moderation",
    "match",
    "temples",
    "lobby",
    "records",
    "http",
  ],
};

/** Files of server/src that put the folders together. No folder imports them; all other files there import no folder. */
export const SERVER_TOP = [
  "app.ts",
  "backup-program.ts",
  "backup-thread.ts",
  "check-games.ts",
  "check-upgrade.ts",
  "config.ts",
  "index.ts",
  "journal-program.ts",
  "main.ts",
  "measure-pace.ts",
  "migrations.ts",
  "open-backups.ts",
  "open-domains.ts",
  "open-foundation.ts",
  "open-listeners.ts",
  "open-rooms.ts",
  "open-stores.ts",
  "server-options.ts",
  "stored-games.ts",
  "stored-matches.ts",
  "stored-pace.ts",
  "variables.ts",
  "verify-backup.ts",
  "verify.ts",
];

/**
 * The folders of web/src, lowest first. Those of one level import only lower ones, also by `import()`. The gallery, which no level
 * lists, may import all. `games/*`: each folder of games.
 */
export const WEB_LAYERS: readonly (readonly string[])[] = [
  ["base"],
  ["texts"],
  ["art"],
  ["design"],
  ["refusals"],
  ["session"],
  ["no-match", "notices", "passkeys", "report"],
  ["game-frame"],
  ["games/*"],
  ["games"],
  ["asks", "board-picture", "chat", "coach", "fairness", "presets", "record", "watch"],
  ["notes"],
  ["temple"],
  "create door firmware gather learn lobby operator player replay result rules".split(" "),
  ["embed", "match", "screen", "study", "tournaments"],
  ["app"],
  ["debug"],
];

/** The folders of test/world, lowest first: each imports only itself and those before it. Its files that are in no folder may import all. */
export const WORLD_LAYERS = ["plants", "kernel", "models", "realm", "plan", "house", "people", "oracles"];

/** A folder of which code outside of its owner may import the listed files only. */
interface Private {
  readonly folder: string;
  /** The folder whose files may import all of it. */
  readonly owner: string;
  readonly entries: readonly string[];
}

export const PRIVATE: readonly Private[] = [
  {
    folder: "server/src/match",
    owner: "server/src/match",
    entries: [
      "bot-accounts.ts",
      "imported-match.ts",
      "live-match.ts",
      "match-name.ts",
      "new-match.ts",
      "outbound/listing.ts",
      "outbound/table-summary.ts",
      "room-id.ts",
      "room.ts",
      "seats/client-auth.ts",
      "seats/person.ts",
      "seats/seat-claim.ts",
      "seats/tokens.ts",
      "services.ts",
      "streams/http-match-requests.ts",
      "temples/contract.ts",
    ],
  },
  {
    folder: "server/src/players/store",
    owner: "server/src/players",
    entries: ["player-store.ts"],
  },
  {
    folder: "server/src/history/store",
    owner: "server/src/history",
    entries: ["history-store.ts", "rating-reviews.ts"],
  },
  { folder: "server/src/moderation/store", owner: "server/src/moderation", entries: ["moderation-store.ts"] },
  { folder: "server/src/operator/store", owner: "server/src/operator", entries: ["operator-store.ts"] },
  { folder: "server/src/notices/store", owner: "server/src/notices", entries: ["notice-store.ts"] },
  { folder: "server/src/temples/store", owner: "server/src/temples", entries: [] },
];

/** Files that import less of a folder than others may: all of it, but for the listed paths, is closed to them. */
export const CLOSED: readonly {
  readonly from: string;
  readonly folder: string;
  readonly but: readonly string[];
}[] = [
  { from: "server/src/temples", folder: "server/src/match", but: ["temples/contract.ts"] },
  // The database knows nothing that it stores: journal and temples hand it their tables.
  { from: "server/src/storage/database", folder: "server/src/storage/journal", but: [] },
];

/** The packages that rules may use: pure functions, and the generator of matches for a game's trials. */
export const RULES_PACKAGES = ["@noble/curves", "@noble/hashes", "canonicalize", "fast-check"];

/** Code that also runs in browsers or in a sandbox: it imports nothing of Node. */
export const WITHOUT_NODE = ["rules/src", "protocol/src", "client-sdk/src", "web/src"];

/** Folders in them that only Node loads. */
export const FOR_NODE = [
  "protocol/src/files",
  "protocol/src/log",
  "protocol/src/sockets",
  "client-sdk/src/node",
];

/** Workspaces whose code gets time and randomness as parameters. */
export const PORTED = ["rules", "protocol", "client-sdk", "server", "bridge", "devices"];

/** The only files of them that read a clock, set a timer or draw a number. */
export const PORTS = ["protocol/src/ports", "server/src/time.ts", "server/src/random.ts"];

/** The only file that uses the matchmaker of Colyseus. */
export const MATCH_MAKER = "server/src/cluster/match-maker.ts";

/** What code with ports imports of no package; `*`: nothing at all. */
export const PORT_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  nanoid: ["*"],
  "node:perf_hooks": ["*"],
  "node:timers": ["*"],
  "node:timers/promises": ["*"],
  "node:crypto": ["randomBytes", "randomInt", "randomUUID", "randomFill", "randomFillSync", "webcrypto"],
};

/** Globals that code with ports does not use. */
export const PORT_GLOBALS = ["Date", "performance", "setTimeout", "setInterval", "setImmediate"];

/** Globals that rules do not use either. */
export const RULES_GLOBALS = ["process", "fetch", "console", "WebSocket", "crypto"];

/** Globals of which code with ports does not use these properties, and which it gives no other name. */
export const PORT_PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  AbortSignal: ["timeout"],
  Math: ["random"],
  crypto: ["randomUUID", "getRandomValues", "randomBytes", "randomInt"],
  process: ["hrtime", "uptime"],
  global: PORT_GLOBALS,
  globalThis: PORT_GLOBALS,
  self: PORT_GLOBALS,
  window: PORT_GLOBALS,
};
