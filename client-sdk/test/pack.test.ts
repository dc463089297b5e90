import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";

const ROOT = join(import.meta.dirname, "../..");
const STRANGER = join(import.meta.dirname, "support/stranger");
const TSC = join(ROOT, "node_modules/.bin/tsc");
const MINUTE = 60_000;

const run = promisify(execFile);

/** Our environment without what `npm test` and vitest put into it: a stranger's shell has none of it. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle)|NODE_OPTIONS|NODE_ENV|VITEST)/.test(name),
  ),
);

let project: string;
let server: LiveServer;
/** Why npm could not fetch what the packages depend on; `null`: it could. */
let offline: string | null = null;

/** Packs a workspace as for the registry, and returns the tarball. */
async function pack(workspace: string): Promise<string> {
  const args = ["pack", "--json", "--pack-destination", project];
  const { stdout } = await run("npm", args, { cwd: join(ROOT, workspace), env });
  const { filename } = stdout.match(/"filename": "(?<filename>[^"]+)"/)?.groups ?? {};
  if (filename === undefined) throw new Error(`npm pack named no file: ${stdout}`);
  return join(project, filename);
}

async function install(...tarballs: string[]): Promise<void> {
  const quickly = ["--prefer-offline", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000"];
  const args = ["install", ...quickly, "--ignore-scripts", "--no-audit", "--no-fund", ...tarballs];
  try {
    await run("npm", args, { cwd: project, env });
  } catch (error) {
    const text = String(error);
    if (process.env.CI || !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(text)) throw error;
    offline = "the npm registry cannot be reached, so the packages cannot be installed";
  }
}

/** Runs a program of the project under plain Node to its end, and returns what it printed. */
async function program(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: project, env, timeout: MINUTE / 2 });
  return stdout;
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "flower-war-stranger-"));
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // One after the other: both build with `tsc -b`.
  const rules = await pack("rules");
  const sdk = await pack("client-sdk");
  await install(rules, sdk);
  await cp(STRANGER, project, { recursive: true });
  server = await startLiveServer();
}, 2 * MINUTE);

afterAll(async () => {
  await server.stop();
  await rm(project, { recursive: true, force: true });
});

describe("the packed rules and SDK, installed in an empty project", () => {
  it("hold every file that their exports name, and the licence", async (test) => {
    if (offline) test.skip(offline);
    for (const name of ["rules", "client-sdk"]) {
      const folder = join(project, "node_modules/@flower-war", name);
      const files = await readdir(folder, { recursive: true });
      const manifest = await readFile(join(folder, "package.json"), "utf8");
      const exported = [...manifest.matchAll(/"\.\/((?:dist|src)\/[^"]+)"/g)].map(([, path]) => path);
      expect(exported.length).toBeGreaterThan(0);
      expect(files).toEqual(expect.arrayContaining([...exported, "LICENSE"]));
    }
  });

  it("play a command on a real server under plain Node, and let the process end", async (test) => {
    if (offline) test.skip(offline);
    expect(JSON.parse(await program("play.mjs", server.url))).toEqual({
      seat: "east",
      roll: { type: "roll" },
      n: 1,
      refused: "malformed",
      seats: 6,
      path: "/api/matches",
      temple: true,
    });
  });

  it("run the example of the SDK's README", async (test) => {
    if (offline) test.skip(offline);
    const readme = await readFile(join(project, "node_modules/@flower-war/client-sdk/README.md"), "utf8");
    const example = readme.match(/```js\n(?<code>.*?)```/s)?.groups?.code ?? "";
    expect(example).toContain("http://localhost:2567");
    await writeFile(join(project, "example.mjs"), example.replace("http://localhost:2567", server.url));
    expect(await program("example.mjs")).toMatch(/^\{ type: 'roll' \}$/m);
  });

  it("type a stranger's program, their declarations checked too", async (test) => {
    if (offline) test.skip(offline);
    const { stdout } = await run(TSC, ["-p", "."], { cwd: project, env }).catch((error: unknown) => {
      if (error instanceof Error && "stdout" in error) return { stdout: String(error.stdout) };
      throw error;
    });
    expect(stdout).toBe("");
  });
});
