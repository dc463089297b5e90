/** A violation of a rule of the house, as someone in a hurry would write it. */
interface Violation {
  readonly what: string;
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The rule of lint, or the type checker's error, that finds it; `null`: nothing does, and `why` says why. */
  readonly by: string | null;
  readonly why?: string;
}

let count = 0;

/** A violation in one new file of a folder. */
function line(what: string, folder: string, text: string, by: string | null, why?: string): Violation {
  count += 1;
  const name = folder === "test" || folder.endsWith("/test") ? "violation.test" : "violation";
  const files = { [`${folder}/${name}-${count}.ts`]: text };
  return why === undefined ? { what, files, by } : { what, files, by, why };
}

/** A violation in the import of one file. */
const imports = (what: string, folder: string, path: string): Violation =>
  line(what, folder, `import { x } from "${path}";\nexport const y = x;`, "walls(imports)");

export const VIOLATIONS: readonly Violation[] = [
  // Between workspaces
  imports("rules import the protocol", "rules/src", "@flower-war/protocol"),
  imports("the server imports the SDK", "server/src/http", "@flower-war/client-sdk"),
  imports("the page imports the server", "web/src/lobby", "@flower-war/server"),
  imports("the command imports the server by its path", "cli/src", "../../server/src/index.ts"),
  imports("a tool of the page imports the server", "web/tools", "@flower-war/server"),
  imports("a tool of the protocol imports a file of the server", "protocol/tools", "../../server/src/app.ts"),
  imports("the drawing of the circuit imports the bridge", "devices/hardware", "@flower-war/bridge"),
  imports("a source imports its own tests", "server/src/wire", "../../test/support/server.ts"),
  // Between folders of the server
  imports("metrics import the match", "server/src/metrics", "../match/match-name.ts"),
  imports("the lobby imports the referee of a match", "server/src/lobby", "../match/referee.ts"),
  imports("temples import the room of a match", "server/src/temples", "../match/room.ts"),
  imports("chat imports the store of players", "server/src/chat", "../players/store/player-store.ts"),
  imports("HTTP imports the statements of a store", "server/src/http", "../temples/store/temple-store.ts"),
  imports("the database imports the journal", "server/src/storage/database", "../journal/journal.ts"),
  imports("a folder imports app.ts", "server/src/history", "../app.ts"),
  imports("a file beside the folders imports one", "server/src", "./lobby/room.ts"),
  line(
    "a folder re-exports a higher one",
    "server/src/match",
    'export * from "../lobby/x.ts";',
    "walls(imports)",
  ),
  line(
    "a folder loads a higher one later",
    "server/src/match",
    'export const load = () => import("../lobby/x.ts");',
    "walls(imports)",
  ),
  line(
    "the lobby uses the matchmaker of Colyseus",
    "server/src/lobby",
    'import * as colyseus from "@colyseus/core";\nexport const maker = colyseus.matchMaker;',
    "walls(imports)",
  ),
  // Between folders of the page
  imports("the design imports the session", "web/src/design/parts", "../../session/host.ts"),
  imports("the session imports the game frame", "web/src/session", "../game-frame/scene.ts"),
  imports("the game frame imports a game", "web/src/game-frame/table", "../../games/flower-war/ui.ts"),
  imports("a game imports another one", "web/src/games/tieqchieq/cards", "../../flower-war/story.ts"),
  imports("a game imports a page", "web/src/games/tieqchieq", "../../lobby/tables/tables.tsx"),
  // Rules are pure, and time and randomness are ports
  imports("rules import a package", "rules/src", "pino"),
  imports("rules import a framework", "rules/src/verify", "@colyseus/schema"),
  line(
    "rules hash with Node",
    "rules/src",
    'import { createHash } from "node:crypto";\nexport const y = createHash;',
    "walls(imports)",
  ),
  line(
    "rules draw a number by another name",
    "rules/src",
    "const M = Math;\nexport const y = M.random();",
    "walls(ports)",
  ),
  line(
    "rules draw a number by reflection",
    "rules/src",
    'export const y: unknown = Reflect.get(Math, "random");',
    "walls(ports)",
  ),
  line("the server draws a number", "server/src/lobby", 'export const y = Math["random"]();', "walls(ports)"),
  line(
    "the server draws bytes",
    "server/src/lobby",
    'import * as crypto from "node:crypto";\nexport const y = crypto.randomBytes(1);',
    "walls(imports)",
  ),
  line("the server reads the clock", "server/src/match", "export const y = Date.now();", "walls(ports)"),
  line(
    "the server reads the clock by another name",
    "server/src/match",
    "const g = globalThis;\nexport const y = g.Date.now();",
    "walls(ports)",
  ),
  line("the SDK sets a timer", "client-sdk/src", "setTimeout(() => {}, 1);", "walls(ports)"),
  // Circles
  {
    what: "two files need each other's types",
    files: {
      "protocol/src/circle/one.ts": 'import type { B } from "./other.ts";\nexport type A = B | 1;',
      "protocol/src/circle/other.ts": 'import type { A } from "./one.ts";\nexport type B = A[];',
    },
    by: "import(no-cycle)",
  },
  {
    what: "a circle with an import()",
    files: {
      "web/src/circle/one.ts": 'export const load = () => import("./other.ts");',
      "web/src/circle/other.ts": 'import { load } from "./one.ts";\nexport const other = load;',
    },
    by: "walls(circles)",
  },
  line(
    "a circle with the import() of a type",
    "protocol/src",
    'export type A = import("./x.ts").B;',
    "typescript(consistent-type-imports)",
  ),
  // Habits
  line(
    "a value is said not to be null",
    "server/src/wire",
    "export const y = (x: string | null) => x!.length;",
    "typescript(no-non-null-assertion)",
  ),
  line(
    "a field is said to be set",
    "server/src/wire",
    "export class Y {\n  #x!: string;\n  y = () => this.#x;\n}",
    "walls(definite)",
  ),
  line(
    "the type checker is told to be quiet",
    "server/src/wire",
    "// @ts-ignore\nexport const y: string = 1;",
    "typescript(ban-ts-comment)",
  ),
  line(
    "an error of types is expected without a reason",
    "bridge/test",
    "// @ts-expect-error\nexport const y: string = 1;",
    "typescript(ban-ts-comment)",
  ),
  line(
    "a rule is off without a reason",
    "server/src/wire",
    "// oxlint-disable-next-line no-console\nconsole.log(1);",
    "walls(reasons)",
  ),
  line(
    "all rules are off",
    "server/src/wire",
    "/* oxlint-disable */\nconsole.log(1);",
    "unicorn(no-abusive-eslint-disable)",
  ),
  line(
    "all rules are off in one line, by another name",
    "web/src/lobby",
    "console.log(1); // eslint-disable-line",
    "unicorn(no-abusive-eslint-disable)",
  ),
  line(
    "an error is caught and forgotten",
    "server/src/wire",
    'try {\n  JSON.parse("");\n} catch {}',
    "eslint(no-empty)",
  ),
  line(
    "a test runs alone",
    "server/test",
    'import { test } from "vitest";\n\ntest.only("x", () => {});',
    "walls(focus)",
  ),
  line(
    "a table of tests runs alone",
    "test",
    'import { describe } from "vitest";\n\ndescribe.only.each([1])("%s", () => {});',
    "walls(focus)",
  ),
  line("the server prints", "server/src/wire", "console.log(1);", "eslint(no-console)"),
  line("the page prints", "web/src/lobby", "console.debug(1);", "eslint(no-console)"),
  line(
    "a type is any",
    "server/src/wire",
    "export const y = (x: any) => x as string;",
    "typescript(no-explicit-any)",
  ),
  line(
    "a promise floats",
    "server/src/wire",
    "export function y(x: Promise<void>): void {\n  x.then(() => 1);\n}",
    "typescript(no-floating-promises)",
  ),
  line(
    "a function has 81 lines",
    "server/src/wire",
    `export function y() {\n${"  String();\n".repeat(79)}}`,
    "eslint(max-lines-per-function)",
  ),
  line(
    "a function has six parameters",
    "server/src/wire",
    "export const y = (a: 1, b: 1, c: 1, d: 1, e: 1, f: 1) => [a, b, c, d, e, f];",
    "eslint(max-params)",
  ),
  line("an unknown property is asked for", "rules/src", "export const y = (x: { a: 1 }) => x.b;", "TS2339"),
  line(
    "an error of a promise is forgotten",
    "server/src/wire",
    "export const y = (x: Promise<void>) => x.catch(() => {});",
    null,
    "42 places do it for a reason that they say",
  ),
  line(
    "a cast by way of unknown",
    "server/src/wire",
    "export const y = (x: string) => x as unknown as number;",
    null,
    "libraries with types that say too little need it in 49 places",
  ),
];
