/** `npm run release:cut`: makes a release of what stands, in one commit with a tag. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseWords, readCommandLine, UsageError } from "../../protocol/tools/tool.ts";
import { ROOT } from "../support/root.ts";
import { packProcesses } from "./pack.ts";

const USAGE = `Cuts a release of what stands: sets the version of all packages, gives the changelog's section its heading, writes what
has the version in it, keeps the tarballs of clients, server and bridge in test/releases/<version>, commits, and tags the commit.
It changes nothing but this clone, and pushes nothing. The clone must be installed and without changes.

usage: npm run release:cut -- <version>

  <version>  of the release, like 0.3.0; above that of package.json`;

const UNRELEASED = "## Unreleased\n";
const CLIENTS = ["rules", "protocol", "client-sdk"];
/** What a user of the packages writes; it is kept with the release. */
const PROGRAM = join(ROOT, "test/support/stranger");

type Json = { [key: string]: unknown };

const pathOf = (name: string): string => join(ROOT, name);
const read = (name: string): string => readFileSync(pathOf(name), "utf8");
const readJson = (name: string): Json => JSON.parse(read(name)) as Json;
const writeJson = (name: string, value: Json): void =>
  writeFileSync(pathOf(name), `${JSON.stringify(value, null, 2)}\n`);

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

await main();

async function main(): Promise<void> {
  const version = readCommandLine(USAGE, parseVersion);
  const fault = faultOf(version);
  if (fault !== null) {
    console.error(fault);
    process.exitCode = 1;
    return;
  }
  setVersions(version);
  setHeadings(version, new Date().toISOString().slice(0, 10));
  for (const script of ["openapi", "asyncapi"]) run("npm", "run", "--silent", script);
  await keep(version);
  run("git", "add", "--all");
  run("git", "commit", "--quiet", "--message", `Release ${version}`);
  run("git", "tag", "--annotate", "--message", `Version ${version}`, `v${version}`);
  console.log(
    `Version ${version} is cut, with the tag v${version}. Test it (npx vitest run test/releases.test.ts), then push both.`,
  );
}

/** @throws UsageError */
function parseVersion(args: readonly string[]): string | null {
  const words = parseWords(args, {});
  if (words === null) return null;
  const [version] = words.positionals;
  if (version === undefined || words.positionals.length > 1) throw new UsageError("It takes one version.");
  return version;
}

/** Returns why this version cannot be cut now; `null`: it can. */
function faultOf(version: string): string | null {
  const now = String(readJson("package.json")["version"]);
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `${version} is no version like 0.3.0.`;
  if (version.localeCompare(now, "en", { numeric: true }) <= 0) return `${version} is not above ${now}.`;
  if (run("git", "status", "--porcelain") !== "") return "The clone has changes: commit them first.";
  if (run("git", "tag", "--list", `v${version}`) !== "") return `There is a tag v${version} already.`;
  if (!read("CHANGELOG.md").includes(UNRELEASED)) return 'CHANGELOG.md has no section "Unreleased".';
  if (!existsSync(pathOf("node_modules"))) return "The clone is not installed: run npm ci first.";
  return null;
}

/** Sets the version in all manifests and in the lock file, where they depend on each other too. */
function setVersions(version: string): void {
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
  for (const folder of folders) {
    const name = join(folder, "package.json");
    writeJson(name, update(readJson(name)));
  }
  const lock = readJson("package-lock.json");
  const packages = lock["packages"] as { [folder: string]: Json };
  for (const folder of folders) packages[folder] = update(packages[folder] ?? {});
  writeJson("package-lock.json", { ...lock, version });
  replace("clients/python/pyproject.toml", /^version = ".*"$/m, `version = "${version}"`);
}

/** Writes the version where the documents speak of the next one. */
function setHeadings(version: string, date: string): void {
  replace("CHANGELOG.md", UNRELEASED, `## ${version} - ${date}\n`);
  writeFileSync(
    pathOf("docs/compatibility.md"),
    read("docs/compatibility.md").replaceAll("| the next version |", `| ${version} |`),
  );
}

function replace(name: string, what: string | RegExp, by: string): void {
  const text = read(name);
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`${name} has no ${String(what)}`);
  writeFileSync(pathOf(name), changed);
}

/** Keeps what later versions are tested against. */
async function keep(version: string): Promise<void> {
  const folder = pathOf(`test/releases/${version}`);
  mkdirSync(folder);
  run("npm", "pack", "--silent", "--pack-destination", folder, ...CLIENTS.flatMap((name) => ["-w", name]));
  await packProcesses(ROOT, version, folder);
  for (const name of ["play.mjs", "printed.json"]) cpSync(join(PROGRAM, name), join(folder, name));
  writeJson(`test/releases/${version}/lacks.json`, { calls: [], concede: [] });
}
