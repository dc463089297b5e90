/** The commands that documents tell their readers to run: each does what it says where it says, and none runs what a stranger has published. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocumentedCommand, isFetch, readCommands } from "./support/documented-commands.ts";
import { lacks } from "./support/programs.ts";
import { PUBLISHED } from "./support/published.ts";
import { ROOT } from "./support/root.ts";
import { type ServerAndBridge, startServerAndBridge } from "./support/server-and-bridge.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { userEnvironment } from "./support/user-project.ts";

const commands = readCommands();

interface Ran {
  readonly code: number;
  readonly output: string;
}

function runShell(line: string, cwd: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      "sh",
      ["-c", line],
      { cwd, env: { ...userEnvironment, ...more }, timeout: 100_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

describe("beside registries on which a stranger has taken the project's names", () => {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const [, name] = /^\/((?:@flower-war\/)?[\w-]+)\/?$/.exec(path.replace(/^\/simple/, "")) ?? [];
    const isOurs = name !== undefined && /^(@flower-war\/|flower[-_]war)/.test(name);
    if (/\.(tgz|tar\.gz|whl)/.test(path)) asked.push(path);
    if (!isOurs) return void response.writeHead(404).end("{}");
    const { port } = registry.address() as AddressInfo;
    const file = `http://127.0.0.1:${port}/files/${encodeURIComponent(name)}`;
    if (path.startsWith("/simple")) {
      response.writeHead(200, { "Content-Type": "text/html" });
      return void response.end(`<a href="${file}-99.0.0.tar.gz">flower_war-99.0.0.tar.gz</a>`);
    }
    const manifest = {
      name,
      version: "99.0.0",
      bin: { "flower-war": "run.js" },
      dist: { tarball: `${file}-99.0.0.tgz` },
    };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(
      JSON.stringify({ name, "dist-tags": { latest: "99.0.0" }, versions: { "99.0.0": manifest } }),
    );
  });
  let environment: Readonly<Record<string, string>>;
  let cache: string;
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), "flower-war-npm-"));
    registry.listen(0, "127.0.0.1");
    await once(registry, "listening");
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    environment = {
      npm_config_registry: url,
      npm_config_cache: cache,
      npm_config_fetch_retries: "0",
      npm_config_audit: "false",
      PIP_INDEX_URL: `${url}/simple`,
      PIP_BREAK_SYSTEM_PACKAGES: "1",
      // As in CI, where npx does not ask.
      CI: "1",
    };
  });
  afterAll(async () => {
    registry.close();
    await rm(cache, { recursive: true });
  });

  /** Each command once, those of npx by what they would fetch. */
  const fetches = [
    ...new Map(
      commands
        .filter(({ line }) => isFetch(line))
        .map(
          ({ line }) =>
            [/npx (?:--no -- )?[\w-]+|npm install [.\w/-]+packages/.exec(line)?.[0] ?? line, line] as const,
        ),
    ).values(),
  ].map((line) => line.replaceAll(/<[\w-]+>/g, "x"));

  test.skipIf(PUBLISHED.npm).each(fetches)("none is fetched by: %s", { timeout: 120_000 }, async (line) => {
    await runShell(line, makeTempFolder(), environment);
    expect(asked).toEqual([]);
  });

  test("the registry would give them to whoever asks", async () => {
    await runShell("npm exec --yes flower-war start", makeTempFolder(), environment);
    expect(asked.splice(0)).toEqual(["/files/flower-war-99.0.0.tgz"]);
  });
});

test("no document, page or message names a way that needs what is not published", () => {
  const files = globSync(["**/*.{md,ts,tsx,po,json,toml,mjs,sh,yml,html}"], {
    cwd: ROOT,
    exclude: ["**/node_modules/**", "**/dist*/**", "data/**", "test/commands.test.ts", "test/attacks/**"],
  });
  const names = [
    ...(PUBLISHED.npm
      ? []
      : [/npx (--yes |-y )?flower-war/, /npm (i|install) [^\n`]*(?<![\w/.-])@?flower-war(?!\/packages)/]),
    ...(PUBLISHED.pypi ? [] : [/pip install flower/]),
    ...(PUBLISHED.repository ? [] : [/git(hub|lab)\.com\/flower-war/]),
  ];
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return names.filter((name) => name.test(text)).map((name) => `${file}: ${String(name)}`);
  });
  expect(found).toEqual([]);
});

/** What cannot be run here, and why. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(docker|cp \.env\.example)/, "needs Docker; test/compose.test.ts and test/image.test.ts read the files"],
  [/^(sudo|apt-get|journalctl|ssh) /, "changes or reaches another machine"],
  [/esptool/, "needs a board at USB"],
  [/^cd devices\/hardware\/body|^for part in/, "draws for minutes; devices/test/body.test.ts does so"],
  [/^(pg_dump|pg_restore|psql) /, "needs a PostgreSQL of the reader's; test/backup.test.ts does so"],
  [/^mosquitto|mosquitto -c/, "needs a broker of the reader's"],
  [/^openapi-python-client|openapi-typescript/, "test/openapi.test.ts generates both clients"],
  [
    /^(python3 -m venv|pip install -r|mypy)|^pip install \.\/clients/,
    "test/python-client.test.ts installs and checks the client",
  ],
  [
    /^npm (ci|test|run (test:quick|lint|types|pictures))|^rm -rf node_modules|^PATH=.* npm i/,
    "it is the gate itself, or changes the clone",
  ],
  [/npm publish|release:cut/, "publishes, or changes the clone"],
  [
    /^npm init -y|^npm install --save-dev|^npm install \.\.\/flower-war\/packages/,
    "test/packages.test.ts does so",
  ],
  [/rules\/test\/support\/plant-|web\/tools\/previews/, "changes the clone"],
  [
    /flower-war client-check -- python3|temple-check mqtt|--broker mqtts|restore|\/record|match\.jsonl|start( --game \.\/nim)?$/,
    "needs what the reader has made: their match, bot, temple, game or broker; the command's own tests run it",
  ],
];

const exceptionOf = ({ line }: DocumentedCommand) => EXCEPTIONS.find(([pattern]) => pattern.test(line));

const VITEST = /^((?:[A-Z_]+=\S+ )*)npx vitest run (.*)$/s;
const SCRIPT = /^(?:[A-Z_]+=\S+ )*npm (?:run (?:-s |--silent )?([\w:]+)|(start))\b(.*)$/s;
const COMMAND = /^npx --no -- flower-war\b/;

describe("in a clone", () => {
  const isIn = (pattern: RegExp) => (command: DocumentedCommand) =>
    pattern.test(command.line) && exceptionOf(command) === undefined;

  test("each command of each document is run, looked at, or an exception with a reason", () => {
    const kinds = [VITEST, SCRIPT, COMMAND, /^for seats in/, /^(openssl|printf|cat ca\.pem)/];
    const left = commands.filter(
      (command) => isFetch(command.line) || !kinds.some((kind) => kind.test(command.line)),
    );
    const unknown = left.filter(
      (command) => exceptionOf(command) === undefined && !kinds.some((kind) => kind.test(command.line)),
    );
    expect(unknown).toEqual([]);
    const unused = EXCEPTIONS.filter(([pattern]) => !commands.some(({ line }) => pattern.test(line)));
    expect(unused).toEqual([]);
  });

  test("tests that are named are there, and read the variables", () => {
    const sources = globSync(["test/**/*.ts", "*/test/**/*.ts", "*/src/**/*.ts"], {
      cwd: ROOT,
      exclude: ["**/node_modules/**"],
    })
      .map((file) => readFileSync(join(ROOT, file), "utf8"))
      .join("\n");
    for (const { page, line } of commands.filter(isIn(VITEST))) {
      const [, variables = "", args = ""] = VITEST.exec(line) ?? [];
      for (const [name] of variables.matchAll(/[A-Z_]+(?==)/g))
        expect(sources, `${page}: ${name}`).toContain(name);
      const files = args
        .replace(/-t ("[^"]*"|\S+)/, "")
        .split(" ")
        .filter((arg) => arg !== "");
      for (const file of files) {
        expect(globSync([file, `${file}*`], { cwd: ROOT }), `${page}: ${file}`).not.toEqual([]);
      }
    }
  });

  test("scripts have the options that they are run with", { timeout: 120_000 }, async () => {
    const helps = new Map<string, string>();
    const lines = commands.flatMap(({ line }) => line.split("\n").map((each) => each.trim()));
    for (const line of lines.filter(
      (each) => SCRIPT.test(each) && !EXCEPTIONS.some(([pattern]) => pattern.test(each)),
    )) {
      const [, script = "start", , args = ""] = SCRIPT.exec(line) ?? [];
      if (!helps.has(script))
        helps.set(script, (await runShell(`npm run --silent ${script} -- --help`, ROOT)).output);
      for (const [option] of args.matchAll(/--[a-z][\w-]*/g))
        expect(helps.get(script), line).toContain(option);
    }
    expect(helps.size).toBeGreaterThanOrEqual(4);
  });

  test.skipIf(lacks("openssl"))(
    "certificates for temples are made as docs/build-a-temple.md says",
    async () => {
      const lines = commands
        .filter(({ line }) => /^(openssl|printf 'subject|cat ca\.pem)/.test(line))
        .map(({ line }) => line);
      expect(lines.length).toBeGreaterThanOrEqual(5);
      const folder = makeTempFolder();
      const { code, output } = await runShell(lines.join(" && "), folder);
      expect(code, output).toBe(0);
      expect(existsSync(join(folder, "fullchain.pem"))).toBe(true);
    },
  );

  describe("flower-war, where it is installed", () => {
    let running: ServerAndBridge;
    beforeAll(async () => {
      running = await startServerAndBridge({ TEMPLE_BROKER_URL: "mqtt://play.example:1883" });
    });
    afterAll(() => running.stop());

    test("each command does what it says at a running host", { timeout: 180_000 }, async () => {
      const folder = makeTempFolder();
      symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
      const { dataDir, operatorUrl } = running;
      const environment = { DATA_DIR: dataDir, OPERATOR_URL: operatorUrl };
      const named = commands.filter(isIn(COMMAND)).map(({ line }) => line);
      const wanted = [...new Set(named.filter((line) => /temple (add|list|revoke)|backup \w/.test(line)))];
      expect(wanted.length).toBeGreaterThanOrEqual(4);
      for (const line of wanted) {
        if (/temple add/.test(line))
          await runShell("npx --no -- flower-war temple revoke sun-temple", folder, environment);
        const { code, output } = await runShell(line, folder, environment);
        expect(code, `${line}: ${output}`).toBe(0);
      }
      const without = await runShell("npx --no -- flower-war temple update sun-temple", folder, environment);
      expect(without.output).toMatch(/unknown-temple|temple-offline/);
    });
  });
});
