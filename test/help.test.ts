import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { createProgram } from "../cli/src/program.ts";
import { PUBLISHED } from "./support/published.ts";
import { ROOT } from "./support/root.ts";

interface Manifest {
  readonly workspaces?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
}

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  program: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
  cwd = ROOT,
): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, env: { ...process.env, ...more } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;

/** A script of one package. */
interface Script {
  readonly title: string;
  readonly name: string;
  readonly folder: string;
  readonly line: string;
}

const scripts = [".", ...(readManifest(".").workspaces ?? [])].flatMap((folder) =>
  Object.entries(readManifest(folder).scripts ?? {}).map(
    ([name, line]): Script => ({
      title: `npm run ${name}${folder === "." ? "" : ` -w ${folder}`}`,
      name,
      folder: join(ROOT, folder),
      line,
    }),
  ),
);

const PATH = [join(ROOT, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);

/** Runs a script as `npm run` does, without the third of a second that npm takes. */
const runScript = ({ line, folder }: Script, option: string): Promise<Result> =>
  run("sh", ["-c", `${line} ${option}`], { PATH }, folder);

/** The scripts that run a program of ours. */
const ownScripts = scripts.filter(({ name }) =>
  [
    "start",
    "temple",
    "loadtest",
    "bench",
    "bench:bots",
    "bench:lobby",
    "bench:page",
    "simulate",
    "asyncapi",
    "generate",
    "mutants",
    "world",
    "wiring",
    "openapi",
    "packages",
    "golden",
    "release",
    "site",
  ].includes(name),
);

/** The command `flower-war` and its subcommands. */
const commands = [
  [],
  ["start"],
  ["install"],
  ["uninstall"],
  ["temple"],
  ["temple", "add"],
  ["temple", "list"],
  ["temple", "update"],
  ["temple", "revoke"],
  ["temple-check"],
  ["client-check"],
  ["bridge"],
  ["bridge", "add"],
  ["verify"],
  ["backup"],
  ["backup", "key"],
  ["backup", "list"],
  ["backup", "drill"],
  ["backup", "fetch"],
  ["restore"],
  ["audit"],
  ["game"],
  ["game", "check"],
  ["game", "pace"],
  ["upgrade"],
  ["operator"],
  ["operator", "list"],
  ["operator", "invite"],
  ["operator", "remove"],
];
const flowerWar = join(ROOT, "node_modules/.bin/flower-war");

/** Commands that are run as processes too: starting one takes half a second, and all of them read their command line with one program. */
const PROCESSES: readonly (readonly string[])[] = [[], ["start"], ["backup", "key"]];

/** Runs the program of `flower-war` in this process, up to where it would exit. */
async function runProgram(args: readonly string[]): Promise<Result> {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Exit(Number(code ?? 0));
  });
  try {
    await createProgram().parseAsync(args, { from: "user" });
    throw new Error(`flower-war ${args.join(" ")} did not exit`);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return { code: error.code, ...written };
  } finally {
    for (const spy of [...spies, exit]) spy.mockRestore();
  }
}

/** What stands for the end of the process. */
class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exits with ${code}`);
    this.code = code;
  }
}

/** Expects the usage of a command. */
function expectHelp(args: readonly string[], { code, stdout, stderr }: Result): void {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(new RegExp(`^Usage: ${["flower-war", ...args].join(" ")} `));
  expectAddresses(stdout);
}

/** Expects that a command refuses an unknown option. */
function expectRefusal({ code, stdout, stderr }: Result): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: (unknown|required) option '--/);
  expect(stderr).toContain("Usage: flower-war");
}

const DOCUMENT = new RegExp(
  `${PUBLISHED.repository && `${PUBLISHED.repository}/blob/main/`}((?:docs/)?[\\w-]+\\.md)(?:#(\\S+))?`,
  "g",
);

/** Expects documents to be named by their address, or by their path as long as they have none, and to have what is named. */
function expectAddresses(help: string): void {
  expect(help.replace(DOCUMENT, "")).not.toMatch(/\.md\b|\bREADME\b/);
  for (const [, path = "", anchor] of help.matchAll(DOCUMENT)) {
    const titles = [...readFileSync(join(ROOT, path), "utf8").matchAll(/^#+ (.*)$/gm)];
    const anchors = titles.map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    if (anchor !== undefined) expect(anchors).toContain(anchor);
  }
}

describe("--help prints the usage and exits with 0", () => {
  test.each(scripts)("$title", async (script) => {
    const { code, stdout, stderr } = await runScript(script, "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/usage|options/i);
  });

  test.each(commands.map((args) => [args.join(" "), args] as const))("flower-war %s", async (_title, args) =>
    expectHelp(args, await runProgram([...args, "--help"])),
  );

  test.each(PROCESSES.map((args) => [args.join(" "), args] as const))(
    "flower-war %s, as a process",
    async (_title, args) => expectHelp(args, await run(flowerWar, [...args, "--help"])),
  );
});

describe("an unknown option prints one sentence and the usage, and exits with 2", () => {
  test("there are twenty scripts of ours", () => {
    expect(ownScripts).toHaveLength(20);
  });

  test.each(ownScripts)("$title", async (script) => {
    const { code, stdout, stderr } = await runScript(script, "--no-such-option");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const [sentence, empty, ...usage] = stderr.split("\n");
    expect([sentence, empty]).toEqual(["Unknown option '--no-such-option'.", ""]);
    expect(usage.join("\n")).toContain("usage: npm ");
  });

  test.each(commands.map((args) => [args.join(" "), args] as const))("flower-war %s", async (_title, args) =>
    expectRefusal(await runProgram([...args, "--no-such-option"])),
  );

  test.each(PROCESSES.map((args) => [args.join(" "), args] as const))(
    "flower-war %s, as a process",
    async (_title, args) => expectRefusal(await run(flowerWar, [...args, "--no-such-option"])),
  );
});

/** A module that lets nothing be imported that only a build writes: a fresh clone has none of it. */
const NO_BUILDS = `import { registerHooks } from "node:module";
const root = ${JSON.stringify(pathToFileURL(ROOT).href)};
const isBuilt = (url) => url.startsWith(root) && url.includes("/dist/") && !url.includes("/node_modules/");
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    if (isBuilt(resolved.url)) throw new Error("built: " + resolved.url);
    return resolved;
  },
});`;

test("npm start needs nothing that was built", async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(NO_BUILDS)}`;
  const { code, stderr } = await run("npm", ["start", "--silent", "--", "--help"], { NODE_OPTIONS });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
