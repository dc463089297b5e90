import { type DummyRuleMap, defineConfig } from "oxlint";

/** Which of our workspaces the `src` of each may import: the first table of docs/architecture.md, "Imports". */
const WORKSPACES: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  protocol: ["rules"],
  "client-sdk": ["protocol", "rules"],
  server: ["protocol", "rules"],
  bridge: ["protocol"],
  devices: ["protocol", "client-sdk"],
  cli: ["protocol", "client-sdk"],
  web: ["client-sdk"],
  simulate: ["rules"],
  loadtest: ["protocol", "client-sdk", "devices"],
  bench: ["protocol", "client-sdk", "loadtest"],
};

/** The folders of server/src, lowest first: the second table. Each may import those before it. */
const SERVER_LAYERS = [
  "metrics",
  "wire",
  "storage",
  "games",
  "bots",
  "cluster",
  "names",
  "players",
  "history",
  "moderation",
  "chat",
  "notices",
  "match",
  "temples",
  "lobby",
  "records",
  "http",
  "operator",
];

/** Files of server/src that put the folders together; no folder imports them. */
const SERVER_TOP = ["app\\.ts", "config\\.ts", "index\\.ts", "main\\.ts", "migrations\\.ts"];

/** Workspaces whose code gets time and randomness as parameters. */
const PORTED = ["rules", "protocol", "client-sdk", "server", "bridge", "devices"];

/** The only files that read a clock, set a timer or draw a number. */
const PORTS = ["protocol/src/ports/**", "server/src/time.ts", "server/src/random.ts"];

const PORT_MESSAGE = "Take `Time` or `Random` of @flower-war/protocol/ports as a parameter.";

interface Pattern {
  readonly regex: string;
  readonly message: string;
}

interface Path {
  readonly name: string;
  readonly importNames?: string[];
  readonly message: string;
}

interface Restrictions {
  readonly paths?: readonly Path[];
  readonly patterns?: readonly Pattern[];
}

/** Of several overrides for one file the last replaces the rule as a whole, so each of ours holds all that applies. */
function restrictImports(...all: readonly Restrictions[]): DummyRuleMap {
  const paths = all.flatMap((each) => each.paths ?? []);
  const patterns = all.flatMap((each) => each.patterns ?? []);
  return { "no-restricted-imports": ["error", { paths, patterns }] };
}

function oneOf(names: readonly string[]): string {
  return `(${names.join("|")})`;
}

/** Paths that climb after they descended would pass by the patterns below. */
const DETOURS: Pattern = {
  regex: "^\\./\\.\\./|[^./][^/]*/\\.\\./|^(\\.\\./)+src/",
  message: "Write the shortest path.",
};

function forbidWorkspaces(workspace: string): Restrictions {
  const message = "Imports go down only: docs/architecture.md, Imports.";
  const others = Object.keys(WORKSPACES).filter((other) => other !== workspace);
  const forbidden = others.filter((other) => !WORKSPACES[workspace]?.includes(other));
  return {
    patterns: [
      DETOURS,
      { regex: `^@flower-war/${oneOf(forbidden)}(/|$)`, message },
      {
        regex: `^(\\.\\./)+${oneOf([...others, "test"])}/(src|test|support)/`,
        message: "Import a workspace by its package's name.",
      },
    ],
  };
}

const PORT_IMPORTS: Restrictions = {
  paths: [
    { name: "nanoid", message: PORT_MESSAGE },
    { name: "perf_hooks", message: PORT_MESSAGE },
    { name: "node:perf_hooks", message: PORT_MESSAGE },
    ...["crypto", "node:crypto"].map((name) => ({
      name,
      importNames: ["randomBytes", "randomInt", "randomUUID", "randomFill", "randomFillSync", "webcrypto"],
      message: PORT_MESSAGE,
    })),
  ],
  patterns: [{ regex: "^(node:)?timers(/|$)", message: PORT_MESSAGE }],
};

const PORT_GLOBALS = ["Date", "performance", "setTimeout", "setInterval", "setImmediate"];

const PORT_PROPERTIES = [
  ...["globalThis", "window", "self", "global"].flatMap((object) =>
    PORT_GLOBALS.map((property) => ({ object, property, message: PORT_MESSAGE })),
  ),
  ...["hrtime", "uptime"].map((property) => ({ object: "process", property, message: PORT_MESSAGE })),
  ...["randomUUID", "getRandomValues", "randomBytes", "randomInt"].map((property) => ({
    object: "crypto",
    property,
    message: PORT_MESSAGE,
  })),
  { object: "AbortSignal", property: "timeout", message: PORT_MESSAGE },
  { object: "Math", property: "random", message: PORT_MESSAGE },
];

/** What code for browsers may not import. */
const NODE: Restrictions = {
  patterns: [
    {
      regex: "^node:",
      message:
        "This code runs in browsers too; what needs Node is in client-sdk/src/node and in files, log and sockets of protocol/src.",
    },
  ],
};

const MATCH_MAKER: Restrictions = {
  paths: [
    {
      name: "@colyseus/core",
      importNames: ["matchMaker"],
      message: "Use the port of server/src/cluster/match-maker.ts.",
    },
  ],
};

/** What files of a folder of the server may not import; `depth`: folders below `server/src/<layer>`. */
function forbidLayers(layer: string, depth: number): Restrictions {
  const higher = SERVER_LAYERS.slice(SERVER_LAYERS.indexOf(layer) + 1).map((each) => `${each}/`);
  const message = "Imports go down only: docs/architecture.md, Imports.";
  return {
    patterns: [{ regex: `^${"\\.\\./".repeat(depth + 1)}${oneOf([...higher, ...SERVER_TOP])}`, message }],
  };
}

/** Temples know one file of a match; of all paths there, only that of `match/temples/contract.ts` matches none of these. */
const MATCH_CONTRACT: Restrictions = {
  patterns: ["^(\\.\\./)+match/([^t]|t[^e])", "^(\\.\\./)+match/temples/([^c]|c[^o])"].map((regex) => ({
    regex,
    message: "Of a match, temples use match/temples/contract.ts only.",
  })),
};

/** The database knows nothing that it stores: journal and temples hand it their tables. */
const DATABASE: Restrictions = {
  patterns: [
    {
      regex: `^\\.\\./(journal/|\\.\\./${oneOf(SERVER_LAYERS.filter((layer) => layer !== "metrics"))}/)`,
      message: "The database imports none of the folders that store in it.",
    },
  ],
};

const SERVER: readonly Restrictions[] = [forbidWorkspaces("server"), PORT_IMPORTS, MATCH_MAKER];

const serverOverrides = SERVER_LAYERS.flatMap((layer) => {
  const own = layer === "temples" ? [...SERVER, MATCH_CONTRACT] : SERVER;
  return [
    { files: [`server/src/${layer}/*.ts`], rules: restrictImports(...own, forbidLayers(layer, 0)) },
    { files: [`server/src/${layer}/*/*.ts`], rules: restrictImports(...own, forbidLayers(layer, 1)) },
    { files: [`server/src/${layer}/*/*/**/*.ts`], rules: restrictImports(...own, forbidLayers(layer, 2)) },
  ];
});

export default defineConfig({
  plugins: ["typescript", "unicorn", "import", "promise", "react"],
  categories: { correctness: "error", suspicious: "error" },
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-named-as-default-member": "off",
    "import/no-unassigned-import": "off",
    "no-shadow": "off",
    "react/react-in-jsx-scope": "off",
    "typescript/consistent-return": "off",
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-unnecessary-type-arguments": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
  },
  ignorePatterns: ["dist", "node_modules", "test/support/stranger"],
  overrides: [
    ...Object.keys(WORKSPACES).map((workspace) => ({
      files: [`${workspace}/src/**`],
      rules: restrictImports(forbidWorkspaces(workspace), PORTED.includes(workspace) ? PORT_IMPORTS : {}),
    })),
    {
      files: PORTED.map((workspace) => `${workspace}/src/**`),
      rules: {
        "no-restricted-globals": ["error", ...PORT_GLOBALS.map((name) => ({ name, message: PORT_MESSAGE }))],
        "no-restricted-properties": ["error", ...PORT_PROPERTIES],
      },
    },
    {
      files: ["rules/src/**"],
      rules: {
        ...restrictImports(forbidWorkspaces("rules"), PORT_IMPORTS, {
          patterns: [{ regex: "^node:", message: "Rules have no I/O." }],
        }),
        "no-restricted-globals": [
          "error",
          ...[...PORT_GLOBALS, "process", "fetch", "console", "WebSocket", "crypto"].map((name) => ({
            name,
            message: "Rules are pure: no clock, timer, I/O or randomness.",
          })),
        ],
      },
    },
    { files: ["protocol/src/**"], rules: restrictImports(forbidWorkspaces("protocol"), PORT_IMPORTS, NODE) },
    {
      files: ["protocol/src/{files,log,sockets}/**"],
      rules: restrictImports(forbidWorkspaces("protocol"), PORT_IMPORTS),
    },
    {
      files: ["client-sdk/src/**"],
      rules: restrictImports(forbidWorkspaces("client-sdk"), PORT_IMPORTS, NODE),
    },
    {
      files: ["client-sdk/src/node/**"],
      rules: restrictImports(forbidWorkspaces("client-sdk"), PORT_IMPORTS),
    },
    { files: ["server/src/*.ts"], rules: restrictImports(...SERVER) },
    ...serverOverrides,
    {
      files: ["server/src/storage/database/*.ts"],
      rules: restrictImports(...SERVER, forbidLayers("storage", 1), DATABASE),
    },
    {
      files: ["server/src/cluster/match-maker.ts"],
      rules: restrictImports(forbidWorkspaces("server"), PORT_IMPORTS, forbidLayers("cluster", 0)),
    },
    {
      files: PORTS,
      rules: {
        "no-restricted-imports": "off",
        "no-restricted-globals": "off",
        "no-restricted-properties": "off",
      },
    },
  ],
});
