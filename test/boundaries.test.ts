import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  MORE_IMPORTS,
  PORTED,
  PRIVATE,
  SERVER_FOLDERS,
  SERVER_TOP,
  WEB_LAYERS,
  WORLD_LAYERS,
  WORKSPACES,
} from "../lint/walls.ts";
import { ROOT } from "./support/root.ts";
import { VIOLATIONS } from "./support/violations.ts";

const IMPORTS = "walls(imports)";
const PORT = "walls(ports)";

/** A line planted in a new file of a folder, and the rule that must find it; without `rule` none may. */
interface Planted {
  readonly folder: string;
  readonly line: string;
  readonly rule?: string;
}

function plantImport(folder: string, path: string, forbidden = true): Planted {
  const line = `import { x } from "${path}"; export const y = x;`;
  return forbidden ? { folder, line, rule: IMPORTS } : { folder, line };
}

const workspaces = Object.entries(WORKSPACES).flatMap(([workspace, allowed]) =>
  Object.keys(WORKSPACES)
    .filter((other) => other !== workspace)
    .flatMap((other) => [
      plantImport(`${workspace}/src`, `@flower-war/${other}`, !allowed.includes(other)),
      plantImport(`${workspace}/tools/deep`, `@flower-war/${other}/x`, !mayImport(workspace, "tools", other)),
      plantImport(`${workspace}/test`, `@flower-war/${other}`, false),
      plantImport(`${workspace}/src/deep`, `../../../${other}/src/index.ts`),
    ]),
);

function mayImport(workspace: string, folder: string, other: string): boolean {
  return [WORKSPACES[workspace], MORE_IMPORTS[`${workspace}/${folder}`]].some((each) =>
    each?.includes(other),
  );
}

const isPrivate = (file: string): boolean =>
  PRIVATE.some(
    ({ folder, entries }) =>
      file.startsWith(`${folder}/`) && !entries.some((entry) => file === `${folder}/${entry}`),
  );

const serverFolders = Object.entries(SERVER_FOLDERS).flatMap(([folder, allowed]) => [
  ...Object.keys(SERVER_FOLDERS)
    .filter((other) => other !== folder)
    .flatMap((other) => {
      // Temples know one file of a match: planted below.
      if (folder === "temples" && other === "match") return [];
      const file = other === "match" ? "match/match-name.ts" : `${other}/x.ts`;
      const forbidden = !allowed.includes(other);
      return [
        plantImport(`server/src/${folder}`, `../${file}`, forbidden),
        plantImport(`server/src/${folder}/deep/deeper`, `../../../${file}`, forbidden),
      ];
    }),
  ...SERVER_TOP.map((file) => plantImport(`server/src/${folder}`, `../${file}`)),
  plantImport(`server/src/${folder}`, "../time.ts", false),
  plantImport("server/src", `./${folder}/x.ts`),
]);

/** Each folder of the page with its level, and one that no level lists. */
const layers = [...WEB_LAYERS, ["unlisted"]].flatMap((folders, level) =>
  folders
    .flatMap((folder) =>
      folder.endsWith("/*") ? ["one", "two"].map((name) => folder.replace("*", name)) : folder,
    )
    .map((folder) => ({ folder, level })),
);

const webLayers = layers.flatMap(({ folder, level }) =>
  layers
    .filter((other) => other.folder !== folder)
    .map((other) => {
      const path = `${"../".repeat(folder.split("/").length)}${other.folder}/x.ts`;
      return plantImport(`web/src/${folder}`, path, folder !== "unlisted" && other.level >= level);
    }),
);

const worldLayers = WORLD_LAYERS.flatMap((from, level) =>
  WORLD_LAYERS.map((to, other) => plantImport(`test/world/${from}`, `../${to}/x.ts`, other > level)),
);

const doors = PRIVATE.flatMap(({ folder, owner, entries }) => [
  plantImport(
    `${owner}/deep`,
    `../../../../${folder}/x.ts`.replace("../../../../server/src/", "../../"),
    false,
  ),
  ...["http", "operator"]
    .filter((from) => SERVER_FOLDERS[from]?.includes(owner.split("/")[2] ?? ""))
    .flatMap((from) =>
      [...entries, "x.ts", "deep/x.ts"].map((entry) => {
        const file = `${folder}/${entry}`;
        return plantImport(`server/src/${from}`, file.replace("server/src", ".."), isPrivate(file));
      }),
    ),
]);

const single: readonly Planted[] = [
  plantImport("server/src/match", "./../../src/lobby/x.ts"),
  plantImport("server/src/match", "./temples/contract.ts", false),
  plantImport("server/src/match/seats", "../temples/contract.ts", false),
  plantImport("server/src/temples", "../match/temples/contract.ts", false),
  plantImport("server/src/temples", "../match/temples/temple-calls.ts"),
  plantImport("server/src/temples", "../match/room.ts"),
  plantImport("server/src/storage/database", "../journal/journal.ts"),
  plantImport("server/src/storage/database", "../../games/index.ts"),
  plantImport("server/src/storage/database", "../../metrics/counters.ts", false),
  plantImport("server/src/storage/journal", "../database/database.ts", false),
  plantImport("server/tools", "../src/wire/expected.ts", false),
  plantImport("server/tools", "../../protocol/tools/tool.ts", false),
  plantImport("server/src/http", "../../../protocol/tools/tool.ts"),
  plantImport("devices/src/simulator", "../../../protocol/tools/tool.ts", false),
  plantImport("devices/src/simulator", "../../../test/support/root.ts"),
  plantImport("bench/src/subjects", "../../../test/support/root.ts", false),
  plantImport("web/tools", "../../test/support/root.ts", false),
  {
    folder: "server/src/lobby",
    line: 'import { matchMaker } from "@colyseus/core"; export const y = matchMaker;',
    rule: IMPORTS,
  },
  { folder: "server/src/lobby", line: 'import { Room } from "@colyseus/core"; export const y = Room;' },
  plantImport("rules/src", "@noble/hashes/sha2.js", false),
  plantImport("rules/src", "node:fs"),
  plantImport("protocol/src", "node:crypto"),
  plantImport("protocol/src/files", "node:crypto", false),
  plantImport("client-sdk/src", "node:fs/promises"),
  plantImport("client-sdk/src/node", "node:fs/promises", false),
  plantImport("web/src", "node:fs"),
  { folder: "web/src/door", line: 'export const y = import("../result/closed-match.tsx");', rule: IMPORTS },
  { folder: "web/src/match", line: 'export const y = import("../result/closed-match.tsx");' },
  { folder: "rules/src", line: 'export const y = fetch("http://localhost");', rule: PORT },
  { folder: "rules/src", line: "console.log(1); export const y = 1;", rule: PORT },
  { folder: "rules/src", line: "export const y = crypto.subtle;", rule: PORT },
  { folder: "protocol/src/ports", line: "export const y = Date.now();" },
  { folder: "server/src/wire", line: "export const y: Date | null = null;" },
  { folder: "server/src/wire", line: "export const y = Math.max(1, process.pid);" },
  {
    folder: "server/src/wire",
    line: "export function y(Math: { random(): number }) { return Math.random(); }",
  },
  { folder: "web/src/lobby", line: "export const y = Date.now();" },
];

const portLines: readonly (readonly [line: string, rule: string])[] = [
  ["export const y = Date.now();", PORT],
  ["export const y = new Date();", PORT],
  ["export const y = globalThis.Date.now();", PORT],
  ["export const y = performance.now();", PORT],
  ["export const y = setTimeout(String, 1);", PORT],
  ["export const y = setInterval(String, 1);", PORT],
  ["export const y = setImmediate(String);", PORT],
  ['import { setTimeout } from "node:timers/promises"; export const y = setTimeout;', IMPORTS],
  ['import timers from "node:timers"; export const y = timers;', IMPORTS],
  ['import { performance } from "node:perf_hooks"; export const y = performance;', IMPORTS],
  ["export const y = AbortSignal.timeout(1);", PORT],
  ["export const y = process.hrtime();", PORT],
  ["export const y = Math.random();", PORT],
  ["export const { random } = Math;", PORT],
  ['import { nanoid } from "nanoid"; export const y = nanoid;', IMPORTS],
  ['import { randomBytes } from "node:crypto"; export const y = randomBytes;', IMPORTS],
  ['import { randomUUID } from "crypto"; export const y = randomUUID;', IMPORTS],
  ["export const y = crypto.randomUUID();", PORT],
  ["export const y = crypto.getRandomValues(new Uint8Array(1));", PORT],
];

const ports = PORTED.flatMap((workspace) =>
  portLines.map(([line, rule]): Planted => ({ folder: `${workspace}/src/deep`, line, rule })),
);

const planted = [
  ...workspaces,
  ...serverFolders,
  ...webLayers,
  ...worldLayers,
  ...doors,
  ...single,
  ...ports,
];

/** A name of its own for each line, so that no two of the folder collide. */
const fileOf = (folder: string, i: number): string => `${folder}/planted-${i}.ts`;

let project = "";
/** What lint and the type checker find, by file. */
let found: Map<string, Set<string>>;

/** A project that has our configuration, and a file for each planted line. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "boundaries-"));
  await cp(join(ROOT, "oxlint.config.ts"), join(project, "oxlint.config.ts"));
  await cp(join(ROOT, "lint"), join(project, "lint"), { recursive: true });
  await cp(join(ROOT, "tsconfig.base.json"), join(project, "tsconfig.base.json"));
  await symlink(join(ROOT, "node_modules"), join(project, "node_modules"));
  await plant("package.json", '{ "type": "module" }');
  const compilerOptions = { noEmit: true, composite: false, rewriteRelativeImportExtensions: false };
  const options = { ...compilerOptions, allowImportingTsExtensions: true, types: ["node"] };
  const typed = VIOLATIONS.filter(({ by }) => by?.startsWith("TS")).flatMap(({ files }) =>
    Object.keys(files),
  );
  await plant(
    "tsconfig.json",
    JSON.stringify({ extends: "./tsconfig.base.json", compilerOptions: options, files: typed }),
  );
  for (const [i, { folder, line }] of planted.entries()) await plant(fileOf(folder, i), line);
  for (const { files } of VIOLATIONS) {
    for (const [file, text] of Object.entries(files)) await plant(file, text);
  }
  found = new Map();
  await Promise.all([lint(), checkTypes()]);
});

afterAll(() => rm(project, { recursive: true }));

async function plant(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), `${text}\n`);
}

/** Runs a program that exits with an error, for it finds some. */
function run(program: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: project, maxBuffer: 64 * 2 ** 20 };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, "node_modules", program), ...args], options, (_, stdout) =>
      resolve(stdout),
    );
  });
}

function note(file: string, code: string): void {
  found.set(file, (found.get(file) ?? new Set()).add(code));
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

async function lint(): Promise<void> {
  const output = await run("oxlint/bin/oxlint", "--type-aware", "-f", "json");
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  for (const { code, filename } of diagnostics) note(filename.replaceAll("\\", "/"), code);
}

async function checkTypes(): Promise<void> {
  const output = await run("tsc/bin/tsc", "--pretty", "false", "-p", project);
  for (const [, file = "", code = ""] of output.matchAll(/^([^\s(]+)\(\d+,\d+\): error (TS\d+)/gm))
    note(file, code);
}

test("Lint finds each planted violation of a boundary, and nothing where there is none", () => {
  const wrong = planted.flatMap((plant, i) => {
    const rules = [...(found.get(fileOf(plant.folder, i)) ?? [])];
    const right = plant.rule === undefined ? rules.length === 0 : rules.includes(plant.rule);
    return right ? [] : [{ ...plant, rules }];
  });
  expect(wrong).toEqual([]);
  expect(planted.length).toBeGreaterThan(900);
});

test("Folders of the server import only folders that come before them in the table", () => {
  const names = Object.keys(SERVER_FOLDERS);
  for (const [folder, allowed] of Object.entries(SERVER_FOLDERS)) {
    expect(names.slice(0, names.indexOf(folder)), folder).toEqual(expect.arrayContaining([...allowed]));
  }
});

describe("Of the house's rules", () => {
  test.for(VIOLATIONS.filter(({ by }) => by !== null))("$what: $by", ({ files, by }) => {
    const codes = Object.keys(files).flatMap((file) => [...(found.get(file) ?? [])]);
    expect(codes).toContain(by);
  });

  test("at least 50 of the 56 violations are found", () => {
    expect(VIOLATIONS).toHaveLength(56);
    expect(VIOLATIONS.filter(({ by }) => by !== null).length).toBeGreaterThanOrEqual(50);
  });
});
