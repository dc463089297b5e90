import { execFile } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";
import { UserProject, userEnvironment } from "./support/user-project.ts";

const ROOT = join(import.meta.dirname, "../..");
const STRANGER = join(import.meta.dirname, "support/stranger");
const TSC = join(ROOT, "node_modules/.bin/tsc");
const MINUTE = 60_000;

const run = promisify(execFile);

let project: UserProject;
let server: LiveServer;
/** Why npm could not install the packages' dependencies; `null` if it could. */
let offline: string | null = null;

/** Packs a workspace as for the registry; returns the path of the tarball. */
async function pack(workspace: string): Promise<string> {
  const args = ["pack", "--json", "--pack-destination", project.folder];
  const { stdout } = await run("npm", args, { cwd: join(ROOT, workspace), env: userEnvironment });
  const { filename } = stdout.match(/"filename": "(?<filename>[^"]+)"/)?.groups ?? {};
  if (filename === undefined) throw new Error(`npm pack named no file: ${stdout}`);
  return join(project.folder, filename);
}

beforeAll(async () => {
  project = await UserProject.create();
  // One at a time: each builds with `tsc -b`.
  const rules = await pack("rules");
  const protocol = await pack("protocol");
  const sdk = await pack("client-sdk");
  offline = await project.install(rules, protocol, sdk);
  await cp(STRANGER, project.folder, { recursive: true });
  server = await startLiveServer();
}, 2 * MINUTE);

afterAll(async () => {
  await server.stop();
  await project.remove();
});

describe("the packages, packed and installed in an empty project", () => {
  it("contain every file that their exports name, and the licence", async (test) => {
    if (offline) test.skip(offline);
    for (const name of ["rules", "protocol", "client-sdk"]) {
      const folder = join(project.folder, "node_modules/@flower-war", name);
      const files = await readdir(folder, { recursive: true });
      const manifest = await readFile(join(folder, "package.json"), "utf8");
      const exported = [...manifest.matchAll(/"\.\/((?:dist|src)\/[^"]+)"/g)].map(([, path]) => path);
      expect(exported.length).toBeGreaterThan(0);
      expect(files).toEqual(expect.arrayContaining([...exported, "LICENSE"]));
    }
  });

  it("play a command on a real server with plain Node, and let the process exit", async (test) => {
    if (offline) test.skip(offline);
    expect(JSON.parse(await project.runProgram("play.mjs", server.url))).toEqual({
      seat: "east",
      roll: { type: "roll" },
      n: 1,
      refused: "malformed",
      seats: 6,
      path: "/api/matches",
      temple: true,
    });
  });

  it("run the first example of the SDK's README", async (test) => {
    if (offline) test.skip(offline);
    const readme = await readFile(
      join(project.folder, "node_modules/@flower-war/client-sdk/README.md"),
      "utf8",
    );
    const example = readme.match(/```js\n(?<code>.*?)```/s)?.groups?.code ?? "";
    expect(example).toContain("http://localhost:2567");
    await writeFile(
      join(project.folder, "example.mjs"),
      example.replace("http://localhost:2567", server.url),
    );
    expect(await project.runProgram("example.mjs")).toMatch(/^\{ type: 'roll' \}$/m);
  });

  it("type-check a user's program, their declarations included", async (test) => {
    if (offline) test.skip(offline);
    const { stdout } = await run(TSC, ["-p", "."], { cwd: project.folder, env: userEnvironment }).catch(
      (error: unknown) => {
        if (error instanceof Error && "stdout" in error) return { stdout: String(error.stdout) };
        throw error;
      },
    );
    expect(stdout).toBe("");
  });
});
