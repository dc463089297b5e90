import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";

const IMPORT = "eslint(no-restricted-imports)";
const GLOBAL = "eslint(no-restricted-globals)";
const CYCLE = "import(no-cycle)";
const PROPERTY = "eslint(no-restricted-properties)";

/** A line planted in a new file of a folder, and the rule that must find it; without `rule` none may. */
interface Planted {
  readonly folder: string;
  readonly line: string;
  readonly rule?: string;
}

/** Which workspaces each workspace may import, as docs/architecture.md says. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
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

const LAYERS = [
  "metrics",
  "wire",
  "storage",
  "games",
  "bots",
  "cluster",
  "match",
  "temples",
  "lobby",
  "records",
  "http",
];

const WITH_PORTS = ["rules", "protocol", "client-sdk", "server", "bridge", "devices"];

function plantImport(folder: string, path: string, forbidden = true): Planted {
  const line = `import { x } from "${path}"; export const y = x;`;
  return forbidden ? { folder, line, rule: IMPORT } : { folder, line };
}

const workspaces = Object.entries(ALLOWED).flatMap(([workspace, allowed]) =>
  Object.keys(ALLOWED)
    .filter((other) => other !== workspace)
    .flatMap((other) => [
      plantImport(`${workspace}/src`, `@flower-war/${other}`, !allowed.includes(other)),
      plantImport(`${workspace}/src/deep`, `../../../${other}/src/index.ts`),
    ]),
);

const layers = LAYERS.flatMap((layer, height) =>
  LAYERS.filter((other) => other !== layer).flatMap((other) => {
    const higher = LAYERS.indexOf(other) > height;
    // Temples know one file of a match, and a database nothing of what it stores: planted below.
    if (layer === "temples" && other === "match") return [];
    return [
      plantImport(`server/src/${layer}`, `../${other}/x.ts`, higher),
      plantImport(`server/src/${layer}/deep`, `../../${other}/x.ts`, higher),
      plantImport(`server/src/${layer}/deep/deeper`, `../../../${other}/x.ts`, higher),
    ];
  }),
);

const single: readonly Planted[] = [
  ...["app", "config", "index", "main"].map((file) =>
    plantImport("server/src/match/seats", `../../${file}.ts`),
  ),
  plantImport("server/src/match", "./../../src/lobby/x.ts"),
  plantImport("server/src/match", "./temples/contract.ts", false),
  plantImport("server/src/match/seats", "../temples/contract.ts", false),
  plantImport("server/src/temples", "../match/temples/contract.ts", false),
  plantImport("server/src/temples", "../match/temples/notifier.ts"),
  plantImport("server/src/temples", "../match/timing/clock.ts"),
  plantImport("server/src/temples", "../match/match.ts"),
  plantImport("server/src/temples", "../match/room.ts"),
  plantImport("server/src/storage/database", "../journal/store.ts"),
  plantImport("server/src/storage/database", "../../games/index.ts"),
  plantImport("server/src/storage/database", "../../metrics/counters.ts", false),
  plantImport("server/src/storage/journal", "../database/database.ts", false),
  {
    folder: "server/src/lobby",
    line: 'import { matchMaker } from "@colyseus/core"; export const y = matchMaker;',
    rule: IMPORT,
  },
  { folder: "server/src/lobby", line: 'import { Room } from "@colyseus/core"; export const y = Room;' },
  plantImport("rules/src", "node:fs"),
  plantImport("protocol/src", "node:crypto"),
  plantImport("client-sdk/src", "node:fs/promises"),
  plantImport("client-sdk/src/node", "node:fs/promises", false),
  { folder: "rules/src", line: "export const y = process.env;", rule: GLOBAL },
  { folder: "rules/src", line: 'export const y = fetch("http://localhost");', rule: GLOBAL },
  { folder: "rules/src", line: "console.log(1); export const y = 1;", rule: GLOBAL },
  { folder: "rules/src", line: "export const y = crypto.subtle;", rule: GLOBAL },
  { folder: "protocol/src/ports", line: "export const y = Date.now();" },
];

const portLines: readonly (readonly [line: string, rule: string])[] = [
  ["export const y = Date.now();", GLOBAL],
  ["export const y = new Date();", GLOBAL],
  ["export const y = globalThis.Date.now();", PROPERTY],
  ["export const y = performance.now();", GLOBAL],
  ["export const y = setTimeout(String, 1);", GLOBAL],
  ["export const y = setInterval(String, 1);", GLOBAL],
  ["export const y = setImmediate(String);", GLOBAL],
  ['import { setTimeout } from "node:timers/promises"; export const y = setTimeout;', IMPORT],
  ['import timers from "node:timers"; export const y = timers;', IMPORT],
  ['import { performance } from "node:perf_hooks"; export const y = performance;', IMPORT],
  ["export const y = AbortSignal.timeout(1);", PROPERTY],
  ["export const y = process.hrtime();", PROPERTY],
  ["export const y = Math.random();", PROPERTY],
  ["export const { random } = Math;", PROPERTY],
  ['import { nanoid } from "nanoid"; export const y = nanoid;', IMPORT],
  ['import { randomBytes } from "node:crypto"; export const y = randomBytes;', IMPORT],
  ['import { randomUUID } from "crypto"; export const y = randomUUID;', IMPORT],
  ["export const y = crypto.randomUUID();", PROPERTY],
  ["export const y = crypto.getRandomValues(new Uint8Array(1));", PROPERTY],
];

const ports = WITH_PORTS.flatMap((workspace) =>
  portLines.map(([line, rule]): Planted => ({ folder: `${workspace}/src/deep`, line, rule })),
);

const planted = [...workspaces, ...layers, ...single, ...ports];

/** Two files that need only each other's types: still a circle. */
const circle = [
  ["protocol/src/circle/one.ts", 'import type { B } from "./other.ts"; export type A = B | 1;'],
  ["protocol/src/circle/other.ts", 'import type { A } from "./one.ts"; export type B = A[];'],
] as const;

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

const project = await mkdtemp(join(tmpdir(), "boundaries-"));
afterAll(() => rm(project, { recursive: true }));

/** Lints a project that has our configuration and one file for each planted line; returns the codes found by file. */
async function lint(): Promise<Map<string, Set<string>>> {
  await copyFile(join(ROOT, "oxlint.config.ts"), join(project, "oxlint.config.ts"));
  await writeFile(join(project, "package.json"), '{ "type": "module" }');
  await symlink(join(ROOT, "node_modules"), join(project, "node_modules"));
  for (const [i, { folder, line }] of planted.entries()) {
    const file = fileOf(folder, i);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${line}\n`);
  }
  for (const [file, line] of circle) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), `${line}\n`);
  }
  const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const output = await new Promise<string>((resolve) => {
    // Exits 1, for it finds errors.
    execFile(
      process.execPath,
      [oxlint, "-f", "json"],
      { cwd: project, maxBuffer: 64 * 2 ** 20 },
      (_, stdout) => resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  const codes = new Map<string, Set<string>>();
  for (const { code, filename } of diagnostics) {
    const file = join(project, filename);
    codes.set(file, (codes.get(file) ?? new Set()).add(code));
  }
  return codes;
}

/** A name of its own for each line, so that no two of the folder collide. */
function fileOf(folder: string, i: number): string {
  return join(project, folder, `planted-${i}.ts`);
}

test("Lint finds each planted violation of a boundary, and nothing where there is none", {
  timeout: 60_000,
}, async () => {
  const codes = await lint();
  const wrong = planted.flatMap((plant, i) => {
    const found = [...(codes.get(fileOf(plant.folder, i)) ?? [])];
    const right = plant.rule === undefined ? found.length === 0 : found.includes(plant.rule);
    return right ? [] : [{ ...plant, found }];
  });
  expect(wrong).toEqual([]);
  expect(planted.length).toBeGreaterThan(500);
  for (const [file] of circle) expect([...(codes.get(join(project, file)) ?? [])]).toContain(CYCLE);
});
