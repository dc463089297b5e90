/** The Python client, clients/python: its types, its package, and with that installed its own tests and `flower-war client-check`. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { checkClient } from "../cli/src/client-check/check.ts";
import { CHECK_IDS } from "../cli/src/client-check/checks.ts";
import { lacks, programPath } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";

const CLIENT = join(ROOT, "clients/python");
const PYTHON = "python3 with clients/python/requirements.txt";

const run = promisify(execFile);

describe.skipIf(lacks(PYTHON))("clients/python", () => {
  let folder: string;
  /** Where the package is installed, as `pip install` does from a wheel. */
  let installed: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "flower-war-python-"));
    installed = join(folder, "installed");
    const offline = ["--no-deps", "--no-index", "--quiet"];
    await python("pip", ["wheel", ...offline, "--no-build-isolation", "--wheel-dir", folder, "."]);
    const [wheel = ""] = await readdir(folder);
    await python("pip", ["install", ...offline, "--target", installed, join(folder, wheel)]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs a module of Python in the client's folder. Resolves with what it printed, or rejects with that. */
  async function python(module: string, args: readonly string[], path = ""): Promise<string> {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: path };
    const options = { cwd: CLIENT, env, timeout: 240_000, killSignal: "SIGINT" } as const;
    const running = run(programPath(PYTHON), ["-m", module, ...args], options);
    const { stdout } = await running.catch(
      ({ stdout: printed, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${module}: ${printed}${stderr}`);
      },
    );
    return stdout;
  }

  test("has the version of the project", async () => {
    const project = await readFile(join(CLIENT, "pyproject.toml"), "utf8");
    const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(project).toContain(`\nversion = "${version}"\n`);
  });

  test("passes the strict type check", async () => {
    const cache = join(ROOT, "node_modules/.cache/mypy");
    expect(await python("mypy", ["--cache-dir", cache], join(CLIENT, "src"))).toMatch(/^Success: /);
  });

  test("installs its types and the command that verifies", async () => {
    expect(await readdir(join(installed, "flower_war"))).toContain("py.typed");
    expect(await readdir(join(installed, "bin"))).toEqual(["flower-war-verify"]);
  });

  // Both mostly wait.
  test.concurrent("passes its own tests on a real server", async ({ expect }) => {
    const printed = await python("pytest", ["-q", "-p", "no:cacheprovider"], installed);
    expect(printed).toMatch(/\n\d+ passed in /);
  });

  test.concurrent("passes `flower-war client-check`", async ({ expect, onTestFinished }) => {
    vi.stubEnv("PYTHONPATH", installed);
    onTestFinished(() => void vi.unstubAllEnvs());
    const findings = await checkClient({
      command: [programPath(PYTHON), "-B", join(CLIENT, "tests/checked_bot.py")],
      door: "json",
      patience: 60_000,
      silence: 3_000,
      atOnce: 6,
      echo: () => {},
    });
    expect(findings).toEqual(CHECK_IDS.map((id) => expect.objectContaining({ id, result: "passed" })));
  });
});
