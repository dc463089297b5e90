/** The commands that documents tell their readers to run: each does what it says where it says. */
import { existsSync, globSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocumentedCommand, isFetch, readCommands } from "./support/documented-commands.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { runShell } from "./support/run-shell.ts";
import { type ServerAndBridge, startServerAndBridge } from "./support/server-and-bridge.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const commands = readCommands();

/** What cannot be run here, and why. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(docker|cp \.env\.example)/, "needs Docker; test/compose.test.ts and test/image.test.ts read the files"],
  [/^(sudo|apt-get|journalctl|ssh|scp) /, "changes or reaches another machine"],
  [/esptool/, "needs a board at USB"],
  [/^cd devices\/hardware\/body|^for part in/, "draws for minutes; devices/test/body.test.ts does so"],
  [/^(pg_dump|pg_restore|psql) /, "needs a PostgreSQL of the reader's; test/backup.test.ts does so"],
  [/backup (list|drill|fetch)/, "needs what a server has shipped; test/shipped-backups.test.ts does so"],
  [/^mosquitto|mosquitto -c/, "needs a broker of the reader's"],
  [/^openapi-python-client|openapi-typescript/, "test/openapi.test.ts generates both clients"],
  [
    /^(python3 -m venv|python3 examples|pip install -r|mypy)|^pip install \.\/clients/,
    "test/python-client.test.ts installs and checks the client",
  ],
  [
    /^npm (ci|test|run (test:quick|lint|types|pictures))|^rm -rf node_modules|^PATH=.* npm i/,
    "it is the gate itself, or changes the clone",
  ],
  [/^git archive|npm publish|run release|^sha256sum|twine upload/, "publishes, or changes the clone"],
  [
    /^npm install \.\.\/flower-war\/packages|^npm install$|packages\/create-|^cd \.\.\/my-game/,
    "test/packages.test.ts does so",
  ],
  [/test\/mutants\/plant-faults|web\/tools\/previews/, "changes the clone"],
  [
    /^npm run translations .*--pictures/,
    "takes pictures for minutes; test/page-languages.test.ts walks the same states",
  ],
  [
    /flower-war match |flower-war client-check -- python3|temple-check mqtt|--broker mqtts|restore|\/record|match\.jsonl|start( --game \.)?$|^npx vitest run$/,
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

  test("scripts have the options that they are run with", async () => {
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

    test("each command does what it says at a running host", async () => {
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
