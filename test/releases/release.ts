/** `npm run release`: makes a release of what stands, in one commit with a tag, and all files that are published of it. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseWords, readCommandLine, UsageError } from "../../protocol/tools/tool.ts";
import { ROOT } from "../support/root.ts";
import { CHECKSUMS, hasHatchling, writeArtifacts } from "./artifacts.ts";
import { packProcesses } from "./pack.ts";

const USAGE = `Makes a release of what stands: sets the version of all packages, gives the changelog's section its heading, writes what has the
version in it, keeps the tarballs of clients, server and bridge in test/releases/<version>/, commits, and tags the commit. Then it writes
what is published into the folder: the packages for npm, wheel and source of the Python client, the software bill of materials
(CycloneDX), the notes, and ${CHECKSUMS}. It changes nothing but this clone, and publishes nothing. The clone must be installed and without
changes, and python3 must have hatchling.

usage: npm run release -- <version> [--dry-run] [--to <folder>]

  <version>      of the release, like 0.3.0; above that of package.json
  --dry-run      change nothing: say which files would be, and write the folder of what stands, with the version that it has
  --to <folder>  where that is written (release/<version>)`;

const UNRELEASED = "## Unreleased\n";
/** What stands in that section after a release, until something has changed. */
const NOTHING = `${UNRELEASED}\n### Changes\n\n- None yet.\n`;
const CLIENTS = ["rules", "protocol", "client-sdk"];
/** What a user of the packages writes; it is kept with the release. */
const PROGRAM = join(ROOT, "test/support/stranger");

type Json = { [key: string]: unknown };

const pathOf = (name: string): string => join(ROOT, name);
const read = (name: string): string => readFileSync(pathOf(name), "utf8");
const readJson = (name: string): Json => JSON.parse(read(name)) as Json;
const format = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

await main();

async function main(): Promise<void> {
  const { version, isDry, folder } = readCommandLine(USAGE, parseArguments);
  const fault = faultOf(version) ?? faultOfFolder(folder) ?? (isDry ? null : faultOfClone(version));
  if (fault !== null) {
    console.error(fault);
    process.exitCode = 1;
    return;
  }
  const changes = changesOf(version, new Date().toISOString().slice(0, 10));
  const notes = notesOf(changes.get("CHANGELOG.md") ?? "", version);
  if (isDry) console.log(`Would change:\n${[...changes.keys()].map((name) => `  ${name}\n`).join("")}`);
  else await cut(version, changes);
  const python = hasHatchling();
  if (!python) console.log("There is no wheel: python3 has no hatchling.");
  const files = writeArtifacts(folder, notes, { python });
  for (const [name, bytes] of files) console.log(`${String(bytes).padStart(10)}  ${join(folder, name)}`);
  if (!isDry)
    console.log(
      `Version ${version} is cut, with the tag v${version}. Test it (npx vitest run test/releases.test.ts), then push both.`,
    );
}

/** @throws UsageError */
function parseArguments(args: readonly string[]) {
  const options = { "dry-run": { type: "boolean" }, to: { type: "string" } } as const;
  const words = parseWords(args, options);
  if (words === null) return null;
  const { positionals, values } = words;
  const [version] = positionals;
  if (version === undefined || positionals.length > 1) throw new UsageError("It takes one version.");
  const folder = resolve(values.to ?? join(ROOT, "release", version));
  return { version, isDry: values["dry-run"] === true, folder };
}

/** Returns why there can be no release of this version; `null`: there can. */
function faultOf(version: string): string | null {
  const now = String(readJson("package.json")["version"]);
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `${version} is no version like 0.3.0.`;
  if (version.localeCompare(now, "en", { numeric: true }) <= 0) return `${version} is not above ${now}.`;
  if (!read("CHANGELOG.md").includes(UNRELEASED)) return 'CHANGELOG.md has no section "Unreleased".';
  if (!existsSync(pathOf("node_modules"))) return "The clone is not installed: run npm ci first.";
  return null;
}

/** Returns why a folder cannot be used: its other files would be among the checksums. `null`: it can. */
function faultOfFolder(folder: string): string | null {
  const isEmpty = !existsSync(folder) || readdirSync(folder).length === 0;
  return isEmpty ? null : `${folder} is not empty: remove it, or name another one with --to.`;
}

/** Returns why this clone cannot be changed now; `null`: it can. */
function faultOfClone(version: string): string | null {
  if (read("CHANGELOG.md").includes(NOTHING)) return "CHANGELOG.md says that nothing has changed.";
  if (run("git", "status", "--porcelain") !== "") return "The clone has changes: commit them first.";
  if (run("git", "tag", "--list", `v${version}`) !== "") return `There is a tag v${version} already.`;
  return hasHatchling()
    ? null
    : "The Python client cannot be built: python3 has no hatchling (pip install hatchling).";
}

/** Changes the clone, commits, and sets the tag. */
async function cut(version: string, changes: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of changes) writeFileSync(pathOf(name), text);
  for (const script of ["openapi", "asyncapi"]) run("npm", "run", "--silent", script);
  await keep(version);
  run("git", "add", "--all");
  run("git", "commit", "--quiet", "--message", `Release ${version}`);
  run("git", "tag", "--annotate", "--message", `Version ${version}`, `v${version}`);
}

/** Returns the files that have the version in them, as they are in the release. */
function changesOf(version: string, date: string): ReadonlyMap<string, string> {
  return new Map([...versionsIn(version), ...headingsIn(version, date)]);
}

/** Sets the version in all manifests and in the lock file, where they depend on each other too. */
function versionsIn(version: string): readonly (readonly [string, string])[] {
  const folders = ["", ...(readJson("package.json")["workspaces"] as string[])];
  const names = new Set(folders.map((folder) => readJson(join(folder, "package.json"))["name"]));
  const update = (manifest: Json): Json => ({
    ...manifest,
    ...(manifest["version"] !== undefined && { version }),
    ...(manifest["dependencies"] !== undefined && {
      dependencies: Object.fromEntries(
        Object.entries(manifest["dependencies"] as Json).map(([name, range]) => [
          name,
          names.has(name) ? version : range,
        ]),
      ),
    }),
  });
  const lock = readJson("package-lock.json");
  const packages = lock["packages"] as { [folder: string]: Json };
  for (const folder of folders) packages[folder] = update(packages[folder] ?? {});
  return [
    ...folders.map((folder) => {
      const name = join(folder, "package.json");
      return [name, format(update(readJson(name)))] as const;
    }),
    ["package-lock.json", format({ ...lock, version })],
    [
      "clients/python/pyproject.toml",
      replaced("clients/python/pyproject.toml", /^version = ".*"$/m, `version = "${version}"`),
    ],
  ];
}

/** Writes the version where the documents speak of the next one. */
function headingsIn(version: string, date: string): readonly (readonly [string, string])[] {
  const compatibility = "docs/compatibility.md";
  return [
    ["CHANGELOG.md", replaced("CHANGELOG.md", UNRELEASED, `${NOTHING}\n## ${version} - ${date}\n`)],
    [compatibility, read(compatibility).replaceAll("| the next version |", `| ${version} |`)],
  ];
}

function replaced(name: string, what: string | RegExp, by: string): string {
  const text = read(name);
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`${name} has no ${String(what)}`);
  return changed;
}

/** Returns what the changelog says of a version. */
function notesOf(changelog: string, version: string): string {
  const [, section = ""] = changelog.split(`\n## ${version} `);
  const [notes = ""] = section.split("\n## ");
  return `# ${version} ${notes.trim()}\n`;
}

/** Keeps what later versions are tested against. */
async function keep(version: string): Promise<void> {
  const folder = pathOf(`test/releases/${version}`);
  mkdirSync(folder);
  run("npm", "pack", "--silent", "--pack-destination", folder, ...CLIENTS.flatMap((name) => ["-w", name]));
  await packProcesses(ROOT, version, folder);
  for (const name of ["play.mjs", "printed.json"]) cpSync(join(PROGRAM, name), join(folder, name));
  writeFileSync(join(folder, "lacks.json"), format({ calls: [], concede: [] }));
}
