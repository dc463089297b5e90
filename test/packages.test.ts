/** What npm publishes: packed, installed in an empty folder, and used from there, without a clone. */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import type { GameListing } from "@flower-war/client-sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { createMatch } from "./support/page-actions.ts";
import { endProcess, lacks, programPath } from "./support/programs.ts";
import { PUBLISHED } from "./support/published.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { UserProject, userEnvironment } from "./support/user-project.ts";

/** The Node that each package that a project installs needs, by folder. */
const PACKAGES = {
  rules: ">=22",
  protocol: ">=22",
  "client-sdk": ">=22",
  server: ">=24",
  "game-frame": ">=22",
  bridge: ">=24",
  cli: ">=22.12",
} as const;
const OLDER_NODE = "22.23.3";
const RECORD = join(ROOT, "rules/test/golden/tieqchieq.rules-1.format-2.jsonl");

const run = promisify(execFile);

let project: UserProject;
/** Why npm could not install the packages' dependencies; `null` if it could. */
let offline: string | null = null;
let command = "";
/** The tarball of create-flower-war-game. */
let creator = "";
let printed = "";
let host: ChildProcess;
let ports: { readonly port: number; readonly operatorUrl: string; readonly mqttPort: number };

/** The folder with what a release would publish. */
const published = mkdtempSync(join(tmpdir(), "flower-war-published-"));
const PYTHON = "python3 with clients/python/requirements.txt";

/** Makes a release without a change. Resolves with what it printed. */
async function makeRelease(): Promise<string> {
  const args = ["run", "--silent", "release", "--", "99.0.0", "--dry-run", "--to", published];
  const env = { ...userEnvironment, PATH: `${dirname(programPath(PYTHON))}:${process.env["PATH"]}` };
  return (await run("npm", args, { cwd: ROOT, env })).stdout;
}

/** Returns the paths of the packages' tarballs. */
const tarballsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));

const isCreator = (tarball: string): boolean => tarball.includes("/create-");

/** Runs the installed command `flower-war` in the project. */
async function flowerWar(node: string, ...args: readonly string[]) {
  // The host of these tests uses ./data.
  const env = { ...userEnvironment, HOST: "127.0.0.1", PORT: "0", MQTT_PORT: "0", DATA_DIR: "other-data" };
  const options = { cwd: project.folder, env, timeout: 240_000 };
  return run(node, [command, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

beforeAll(async () => {
  project = await UserProject.create();
  printed = await makeRelease();
  const tarballs = await tarballsIn(published);
  offline = await project.install(
    ...tarballs.filter((path) => !isCreator(path)),
    `node-${process.platform}-${process.arch}@${OLDER_NODE}`,
  );
  if (offline !== null) return;
  creator = tarballs.find(isCreator) ?? "";
  command = join(project.folder, "node_modules/flower-war/bin/flower-war.js");
  await cp(join(import.meta.dirname, "support/stranger"), project.folder, { recursive: true });
  await cp(join(import.meta.dirname, "add-a-game/nim"), join(project.folder, "nim"), { recursive: true });
  host = fork(command, ["start", "--game", "./nim"], {
    cwd: project.folder,
    env: {
      ...userEnvironment,
      HOST: "127.0.0.1",
      PORT: "0",
      MQTT_PORT: "0",
      BOT_DELAY: "0",
      LOG_LEVEL: "error",
    },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(host, "exit").then(() => Promise.reject(new Error("flower-war start ended")));
  [ports] = (await Promise.race([once(host, "message"), ended])) as [typeof ports];
}, 300_000);

afterAll(async () => {
  if (host) {
    expect(await endProcess(host, "SIGTERM")).toBe(0);
    // What was compiled is kept for the next start.
    expect(existsSync(join(project.folder, "node_modules/.cache/node-compile"))).toBe(true);
  }
  await project.remove();
  rmSync(published, { recursive: true });
});

beforeEach(({ skip }) => {
  if (offline !== null) skip(offline);
});

/** The Node that runs the tests, and the oldest that clients may have. */
const versions = [
  ["24", () => process.execPath],
  ["22", () => join(project.folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)],
] as const;

describe("a release that is tried with --dry-run", () => {
  it("has a tarball of each package, the software bill of materials, and the notes of this version", async () => {
    const own = await version();
    const names = ["rules", "protocol", "client-sdk", "server", "game-frame", "bridge"].map(
      (name) => `flower-war-${name}`,
    );
    const tarballs = [...names, "flower-war", "create-flower-war-game"].map((name) => `${name}-${own}.tgz`);
    const files = await readdir(published);
    expect(files).toEqual(
      expect.arrayContaining([...tarballs, "SHA256SUMS", "notes.md", "sbom.cyclonedx.json"]),
    );
    const read = (name: string) => readFile(join(published, name), "utf8");
    expect(JSON.parse(await read("sbom.cyclonedx.json"))).toMatchObject({ bomFormat: "CycloneDX" });
    expect(await read("notes.md")).toMatch(/^# 99\.0\.0 - \d{4}-\d\d-\d\d\n\n### /);
    expect(await read("notes.md")).not.toContain("\n## ");
    for (const line of (await read("SHA256SUMS")).trim().split("\n")) {
      const [sum, name = ""] = line.split("  ");
      expect([
        createHash("sha256")
          .update(await readFile(join(published, name)))
          .digest("hex"),
        name,
      ]).toEqual([sum, name]);
    }
    expect((await read("SHA256SUMS")).trim().split("\n")).toHaveLength(files.length - 1);
  });

  it("refuses a folder in which something lies", async () => {
    await expect(makeRelease()).rejects.toThrow(
      `${published} is not empty: remove it, or name another one with --to.`,
    );
  });

  it("says which files it would change, and changes none", async () => {
    const manifests = [
      "package.json",
      "package-lock.json",
      "cli/package.json",
      "clients/python/pyproject.toml",
    ];
    for (const name of [...manifests, "CHANGELOG.md"]) {
      expect(printed).toContain(`\n  ${name}\n`);
      expect(await readFile(join(ROOT, name), "utf8")).not.toContain("99.0.0");
    }
  });

  it.skipIf(lacks(PYTHON))("has a wheel of the Python client that another Python can import", async () => {
    const wheel = (await readdir(published)).find((name) => name.endsWith(".whl")) ?? "";
    expect(wheel).toMatch(/^flower_war-.*-py3-none-any\.whl$/);
    const code = `import sys; sys.path.insert(0, ${JSON.stringify(join(published, wheel))})
import flower_war, flower_war_verifier; print(flower_war.__file__)`;
    const { stdout } = await run(programPath(PYTHON), ["-c", code], { env: { PATH: process.env["PATH"] } });
    expect(stdout).toContain(wheel);
  });
});

describe("the packages, packed and installed in an empty folder", () => {
  it.each(Object.entries(PACKAGES))(
    "%s has what its manifest names, licence and readme, and no file of its tests or its build",
    async (folder, node) => {
      const name = folder === "cli" ? "flower-war" : `@flower-war/${folder}`;
      const { stdout } = await run("tar", [
        "-tzf",
        join(published, `${name.replace("@", "").replace("/", "-")}-${await version()}.tgz`),
      ]);
      const files = stdout.split("\n").map((path) => path.replace(/^package\//, ""));
      const manifest = await readFile(join(ROOT, folder, "package.json"), "utf8");
      const named = [...manifest.matchAll(/"(?:\.\/)?((?:bin|dist|src)\/[^"*]+\.(?:js|ts))"/g)].map(
        ([, path]) => path,
      );
      expect(files).toEqual(expect.arrayContaining([...named, "LICENSE", "README.md", "package.json"]));
      if (folder === "cli") expect(files).toContain("nginx/templates/servers.conf.template");
      expect(files.filter((path) => /(^|\/)test\/|tsbuildinfo|tsconfig|^dist\/bundle/.test(path))).toEqual(
        [],
      );
      expect(JSON.parse(manifest)).toMatchObject({
        name,
        license: "GPL-3.0-or-later",
        engines: { node },
        ...(PUBLISHED.repository && { repository: { type: "git", directory: folder } }),
        publishConfig: { access: "public", provenance: true },
        keywords: expect.arrayContaining(["board-game"]),
      });
    },
  );

  it.each(versions)(
    "play a command on the host with Node %s, and let the process exit",
    async (_, node) => await expectPlayed(node()),
  );

  it("run the first example of the SDK's README, and that of the rules", async () => {
    for (const [name, prints] of [
      ["client-sdk", /^\{ type: 'roll' \}$/m],
      ["rules", /winner: '(red|yellow)'/],
    ] as const) {
      const readme = await readFile(
        join(project.folder, "node_modules/@flower-war", name, "README.md"),
        "utf8",
      );
      const example = readme.match(/```js\n(?<code>.*?)```/s)?.groups?.["code"] ?? "";
      await writeFile(
        join(project.folder, "example.mjs"),
        example.replace("http://localhost:2567", urlOf(ports.port)),
      );
      expect(await project.runProgram("example.mjs")).toMatch(prints);
    }
  });

  it.each<[string, readonly string[]]>([
    ["the types of browsers", []],
    [
      "those of Node alone",
      ["--lib", "es2024", "--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")],
    ],
  ])("type-check a user's program and game with %s, their declarations included", async (_, options) => {
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    const args = ["-p", ".", ...options];
    const { stdout } = await run(tsc, args, { cwd: project.folder, env: userEnvironment }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe("");
  });
});

describe("flower-war, installed", () => {
  it.each(versions)("verifies a record with Node %s", async (_, node) => {
    const { code, stdout, stderr } = await flowerWar(node(), "verify", RECORD);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Every die and every event");
  });

  it("starts a host with its pages and a broker, whose data is in ./data", async () => {
    const page = await fetch(urlOf(ports.port), { headers: { "Accept-Encoding": "br" } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<script")]);
    const offlinePage = await fetch(`${urlOf(ports.port)}/offline.html`, {
      headers: { "Accept-Encoding": "br" },
    });
    expect(offlinePage.headers.get("content-encoding")).toBe("br");
    expect((await fetch(`${urlOf(ports.port)}/firmware/`)).status).toBe(200);
    expect(await (await fetch(ports.operatorUrl)).text()).toContain("<script");
    const socket = connect(ports.mqttPort, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    expect(existsSync(join(project.folder, "data/flower-war.db"))).toBe(true);
  });

  it("hosts a game from outside, of which the JSON API plays a whole match", async () => {
    const games = (await (await fetch(`${urlOf(ports.port)}/api/games`)).json()) as { game: string }[];
    expect(games.map(({ game }) => game)).toEqual([
      "flower-war",
      "mexica",
      "space-aztecs",
      "tieqchieq",
      "nim",
    ]);
    const { match, entries, outcome } = await playNim();
    expect(outcome).toEqual({ winner: expect.stringMatching(/^(left|right)$/) });
    expect(entries.length).toBeGreaterThanOrEqual(3);
    expect(entries.at(-1)?.events.at(-1)).toMatchObject({ type: "ended", outcome });
    const record = `${urlOf(ports.port)}/api/matches/${match}/record`;
    const { code, stdout, stderr } = await flowerWar(process.execPath, "verify", record, "--game", "./nim");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`${entries.length} entries of match ${match} (nim)`);
  });

  it.skipIf(lacks("chromium"))("plays such a game on the page", async () => {
    const browser = await openBrowser({ still: true });
    try {
      const page = await browser.open(urlOf(ports.port));
      await createMatch(page, { name: "Citlali", game: "Nim", seats: 2, bots: 1 });
      await page.getByRole("button", { name: "Take 1 stick" }).click();
      await page.getByRole("region", { name: "What happened" }).getByText("You take 1 stick.").waitFor();
      expect(browser.takeErrors()).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it("does not start a host with a game that is not there, and creates nothing", async () => {
    const before = await readdir(project.folder);
    const { code, stderr } = await flowerWar(process.execPath, "start", "--game", "./go");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The game \S+\/go is not there: .*\.\n$/);
    expect(await readdir(project.folder)).toEqual(before);
  });

  it("are installed as services, which run them with this Node", async () => {
    const root = join(project.folder, "installed");
    await mkdir(root);
    const { code, stderr } = await flowerWar(process.execPath, "install", "--root", root, "--yes");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of ["server", "bridge"]) {
      const unit = await readFile(join(root, `etc/systemd/system/flower-war-${name}.service`), "utf8");
      const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
      expect(command.split(" ")).toEqual([
        process.execPath,
        expect.stringMatching(/^--max-semi-space-size=/),
        "--disable-warning=ExperimentalWarning",
        join(project.folder, `node_modules/@flower-war/${name}/dist/main.js`),
      ]);
    }
  });

  it("says which Node a host needs", async () => {
    const { code, stderr } = await flowerWar(versions[1][1](), "start");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `A server needs Node 24 or later; this is v${OLDER_NODE}.\n`,
    });
  });
});

describe("create-flower-war-game, packed", () => {
  const home = makeTempFolder(afterAll);
  /** Runs it as the documents say. npm keeps what it unpacked by the tarball's path: a cache of its own has nothing of another day. */
  const create = (...args: readonly string[]) => {
    const env = { ...userEnvironment, npm_config_cache: join(home, "cache") };
    return run("npx", ["--yes", `./${basename(creator)}`, ...args], { cwd: published, env }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    );
  };

  it("makes a game whose trials and types pass, which is hosted, and that needs no registry", async () => {
    const folder = join(home, "my-game");
    expect((await create(folder)).code).toBe(0);
    const inFolder = { cwd: folder, env: userEnvironment };
    // The rest is in npm's cache since the clone was installed.
    const offline = process.env.CI ? "--offline" : "--prefer-offline";
    await run("npm", ["install", offline, "--ignore-scripts"], inFolder);
    const { stdout } = await run("npm", ["test"], inFolder);
    expect(stdout).toMatch(/16 passed/);
    await run("npm", ["run", "types"], inFolder);

    const installed = join(folder, "node_modules/flower-war/bin/flower-war.js");
    const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
      scripts: { start: string };
    };
    const own = fork(installed, scripts.start.split(" ").slice(1), {
      cwd: folder,
      env: { ...userEnvironment, HOST: "127.0.0.1", PORT: "0", MQTT_PORT: "0", LOG_LEVEL: "error" },
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [{ port }] = (await once(own, "message")) as [typeof ports];
    const games = (await (await fetch(`${urlOf(port)}/api/games`)).json()) as {
      game: string;
      page?: GameListing["page"];
    }[];
    expect(games.find(({ game }) => game === "my-game")?.page?.texts.en.title).toBe("My game");
    expect(await endProcess(own, "SIGTERM")).toBe(0);
  });

  const REGISTRY = "https://registry.example/create-flower-war-game.tgz";

  /** Unpacks it as npm has installed it, says npm, from there. Resolves with the path of the program. */
  async function unpackAsInstalledFrom(resolved: string | null): Promise<string> {
    const root = join(home, `npm-${String(resolved?.split(":")[0])}`);
    const installed = join(root, "node_modules/create-flower-war-game");
    await mkdir(installed, { recursive: true });
    await run("tar", ["-xzf", creator, "-C", installed, "--strip-components=1"]);
    const packages = { "node_modules/create-flower-war-game": { resolved } };
    if (resolved !== null)
      await writeFile(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
    return join(installed, "dist/main.js");
  }

  /** Runs it as npm has installed it, says npm, from there. */
  async function createAsInstalledFrom(resolved: string | null, folder: string) {
    return run(process.execPath, [await unpackAsInstalledFrom(resolved), folder], { env: userEnvironment });
  }

  /** The program as npx installs it from a registry, without npx, which takes a second. */
  let unpacked = "";
  beforeAll(async () => {
    if (offline === null) unpacked = await unpackAsInstalledFrom(REGISTRY);
  });
  const createUnpacked = (...args: readonly string[]) =>
    run(process.execPath, [unpacked, ...args], { cwd: published, env: userEnvironment }).then(
      () => ({ code: 0, stderr: "" }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );

  it.each([
    ["Chess", /^A game cannot be named "Chess": 1 to 24 of a-z, 0-9 and -, beginning with a letter\.\n$/],
    ["9-men", /^A game cannot be named "9-men"/],
    ["mexica", /^Every host already has a game named mexica\.\n$/],
    ["taken", /taken is not an empty folder\.\n$/],
  ])("refuses the folder %s in a sentence, and writes nothing", async (name, sentence) => {
    await mkdir(join(home, "taken"), { recursive: true });
    await writeFile(join(home, "taken/a-file"), "");
    const before = await readdir(home);
    const { code, stderr } = await createUnpacked(join(home, name));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
    expect(await readdir(home)).toEqual(before);
    expect(await readdir(join(home, "taken"))).toEqual(["a-file"]);
  });

  it("names the versions of the registry that has it", async () => {
    const folder = join(home, "published");
    await createAsInstalledFrom(REGISTRY, folder);
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(["packages", "package-lock.json"]));
    const { name, dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
      name: string;
      dependencies: object;
    };
    const own = await version();
    expect({ name, dependencies }).toEqual({
      name: "published",
      dependencies: {
        "flower-war": own,
        "@flower-war/game-frame": own,
        "@flower-war/rules": own,
        "@flower-war/server": own,
      },
    });
  });

  it("names no package of a registry if npm did not have it from one", async () => {
    const folder = join(home, "copied");
    await expect(createAsInstalledFrom(null, folder)).rejects.toThrow("This is not the packed package.");
    const alone = `file:${join(home, "create-flower-war-game.tgz")}`;
    await expect(createAsInstalledFrom(alone, folder)).rejects.toThrow(
      /flower-war-[\w.-]+\.tgz is missing in/,
    );
    expect(existsSync(folder)).toBe(false);
  });

  it.each([[[]], [["one", "two"]], [["--fast", "one"]]])("shows its usage for %j", async (args) => {
    const { code, stderr } = await createUnpacked(...args);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("usage: create-flower-war-game"),
    });
  });
});

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

async function version(): Promise<string> {
  return (JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string }).version;
}

async function expectPlayed(node: string): Promise<void> {
  const { stdout } = await run(node, ["play.mjs", urlOf(ports.port)], {
    cwd: project.folder,
    env: userEnvironment,
    timeout: 240_000,
  });
  const printed = await readFile(join(import.meta.dirname, "support/stranger/printed.json"), "utf8");
  expect(JSON.parse(stdout)).toEqual(JSON.parse(printed));
}

interface NimLine {
  readonly type: string;
  readonly n: number;
  readonly status?: string;
  readonly legal?: readonly { readonly type: string }[];
  readonly events: readonly { readonly type: string }[];
  readonly outcome?: { readonly winner: string } | null;
}

/** Plays Nim against a bot by the JSON API alone, always with the first legal command. */
async function playNim(): Promise<{
  match: string;
  entries: readonly NimLine[];
  outcome: NimLine["outcome"];
}> {
  const wanted = { game: "nim", name: "Citlali", bots: 1, openNonces: true };
  const { match, token } = (await post("/api/matches", wanted)) as Seat;
  const path = `/api/matches/${match}`;
  const headers = { Authorization: `Bearer ${token}` };
  const stream = await fetch(urlOf(ports.port) + `${path}/stream`, { headers });
  await post(`${path}/nonce`, { nonce: "packed" }, headers);
  const entries: NimLine[] = [];
  let known: Partial<NimLine> = {};
  for await (const text of createInterface({ input: Readable.fromWeb(stream.body as never) })) {
    if (text === "") continue;
    const line = JSON.parse(text) as NimLine;
    if (line.type === "entry") entries.push(line);
    known = { ...known, ...line };
    if (known.status === "over") return { match, entries, outcome: known.outcome };
    const [first] = known.legal ?? [];
    if (first) await post(`${path}/commands`, { id: `move-${known.n}`, command: first }, headers);
  }
  throw new Error("the stream ended before the match");
}

interface Seat {
  readonly match: string;
  readonly token: string;
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(urlOf(ports.port) + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  expect([response.status, answer]).toEqual([expect.toSatisfy((status) => status < 300), expect.anything()]);
  return answer;
}
