/** Starts of servers and hosts on a data folder that a server uses while people play there. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { describeHeldFolder } from "@flower-war/protocol/files";
import { expect, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { playCommands } from "../server/test/support/cluster.ts";
import { SECRETS } from "../server/test/support/process.ts";
import { seatPlayers } from "../server/test/support/seated-match.ts";
import type { BundledServer } from "./support/faults/bundled-server.ts";
import { checkJournal } from "./support/faults/journal-check.ts";
import { Outages, percentile } from "./support/faults/outages.ts";
import { startLoneServer } from "./support/faults/servers.ts";
import { Table } from "./support/faults/table.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

/** How often a second start is tried while people play. */
const STARTS = Number(process.env["FLOWER_WAR_DOUBLE_STARTS"] ?? 6);
/** ms that a test may take for each start. */
const PER_START = 30_000;
/** ms between two commands at a table; less where starts are counted. */
const PACE = process.env["FLOWER_WAR_DOUBLE_STARTS"] === undefined ? 50 : 20;

type Environment = Readonly<Record<string, string>>;

/** What people start. */
const FORMS: Readonly<Record<string, (env: Environment) => ChildProcess>> = {
  server: (env) => fork(join(ROOT, "server/dist/bundle/main.js"), { env, silent: true }),
  "npm start": (env) => spawn("npm", ["start", "--silent"], { cwd: ROOT, env }),
  "flower-war start": (env) => spawn("node_modules/.bin/flower-war", ["start"], { cwd: ROOT, env }),
  // These stores are never reached.
  "SERVERS=2 npm start": (env) =>
    spawn("npm", ["start", "--silent"], {
      cwd: ROOT,
      env: {
        ...env,
        SERVERS: "2",
        DATABASE_URL: "postgres://127.0.0.1:1/no",
        REDIS_URL: "redis://127.0.0.1:1",
      },
    }),
};

/** A second start, and what the server does at the same time. */
interface Case {
  readonly form: string;
  readonly PORT: string;
  readonly beside?: () => Promise<unknown>;
}

/** Starts a form. Resolves when it has ended by itself, with what it printed and the ms that it took. */
async function start(form: string, given: Environment) {
  const { PATH, HOME, NODE_COMPILE_CACHE = "" } = process.env;
  const startedAt = performance.now();
  const own = { PATH: PATH ?? "", HOME: HOME ?? "", NODE_COMPILE_CACHE, HOST: "127.0.0.1", MQTT_PORT: "0" };
  const child = FORMS[form]?.({ ...own, ...given });
  if (!child?.stderr || !child.stdout) throw new Error(`there is no form ${form}`);
  const [[code], stderr, stdout] = await Promise.all([
    once(child, "exit"),
    text(child.stderr),
    text(child.stdout),
  ]);
  return { code, stderr, stdout, ms: performance.now() - startedAt };
}

/** Describes the files of a folder, but those of backups and uploads: which they are, and when what is no database was changed. */
function describeFolder(folder: string): object[] {
  const names = readdirSync(folder).filter((name) => !/^(backup|restore)-/.test(name));
  return names.map((name) => {
    const { ino, mode, mtimeMs } = statSync(join(folder, name));
    return name.startsWith("flower-war.db") ? { name, ino, mode } : { name, ino, mode, mtimeMs };
  });
}

/** Returns the files of a server's data folder on which it holds locks, on Linux. */
function lockedFiles({ dataDir, pid }: BundledServer): string[] {
  const locks = readFileSync("/proc/locks", "utf8")
    .split("\n")
    .map((line) => /^\d+: POSIX +ADVISORY +WRITE +(\d+) [^:]+:[^:]+:(\d+) /.exec(line));
  const held = locks.filter((lock) => Number(lock?.[1]) === pid).map((lock) => Number(lock?.[2]));
  return readdirSync(dataDir).filter((name) => held.includes(statSync(join(dataDir, name)).ino));
}

/** Sends a copy that is to replace the server's database, which checks it, and does not confirm it. */
async function upload({ operatorUrl }: BundledServer, copy: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}`,
    "content-type": "application/vnd.sqlite3",
  };
  const body = readFileSync(copy);
  const { status } = await fetch(operatorUrl + OPERATOR_PATHS.database, { method: "PUT", headers, body });
  expect(status).toBe(200);
}

/** Runs `flower-war` on a server's database. */
async function operate({ operatorUrl }: BundledServer, ...args: readonly string[]): Promise<void> {
  const { ADMIN_PASSWORD } = SECRETS;
  const ran = await flowerWar([...args, "--operator", operatorUrl], { ADMIN_PASSWORD });
  expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
}

test.skipIf(lacks("nginx"))(
  `${STARTS} second starts while people play, also beside backups and restores, are refused and change nothing`,
  { timeout: 300_000 + STARTS * PER_START },
  async () => {
    const { server, openJournal } = await startLoneServer();
    const { dataDir } = server;
    const tables = [1, 2].map(() => new Table([server.url, server.url], { pace: PACE }));
    const outages = new Outages(tables);
    await outages.waitUntilPlaying();
    const copy = join(makeTempFolder(), "copy.db");
    const uploadCopy = () => upload(server, copy);
    const cases: readonly Case[] = [
      { form: "server", PORT: String(server.port) },
      { form: "npm start", PORT: "0" },
      { form: "flower-war start", PORT: String(server.port) },
      { form: "SERVERS=2 npm start", PORT: "0" },
      { form: "server", PORT: "0", beside: () => server.backUp(copy) },
      { form: "server", PORT: "0", beside: uploadCopy },
    ];
    await server.backUp(copy);
    /** ms after which starts of each form were refused. */
    const times = new Map<string, number[]>();
    for (let i = 0; i < STARTS; i++) {
      const { form, PORT, beside } = cases[i % cases.length] as Case;
      const before = describeFolder(dataDir);
      const faultAt = performance.now();
      const [{ ms, ...ended }] = await Promise.all([start(form, { DATA_DIR: dataDir, PORT }), beside?.()]);
      const stderr = `${describeHeldFolder(dataDir)}\n`;
      expect({ form, ...ended }).toEqual({ form, code: 1, stdout: "", stderr });
      expect(describeFolder(dataDir)).toEqual(before);
      await outages.waitUntilRecovered(faultAt);
      times.set(form, [...(times.get(form) ?? []), Math.round(ms)]);
    }
    const refusedAfter = [...times].map(([form, ms]) => [form, percentile(ms, 0.5), percentile(ms, 0.99)]);
    await checkJournal("second starts", tables, outages, openJournal, async () => ({ refusedAfter }));
  },
);

test.runIf(process.platform === "linux")(
  "a server keeps its locks through health checks, backups and restores, and a kill -9 ends them",
  async () => {
    const { server, openJournal } = await startLoneServer();
    const expectLocks = async () => {
      expect(lockedFiles(server)).toEqual(["flower-war.db", "flower-war.lock"]);
      const refused = await start("server", { DATA_DIR: server.dataDir, PORT: "0" });
      expect(refused).toMatchObject({ code: 1, stderr: `${describeHeldFolder(server.dataDir)}\n` });
    };
    await expectLocks();
    const { players } = await seatPlayers(server.url, { seats: 2 });
    await playCommands(players, 2);
    for (const path of ["/healthz", "/readyz"]) expect((await fetch(server.url + path)).status).toBe(200);
    expect(lockedFiles(server)).toEqual(["flower-war.db", "flower-war.lock"]);
    const copy = join(makeTempFolder(), "copy.db");
    await operate(server, "backup", copy);
    await expectLocks();
    await upload(server, copy);
    expect(lockedFiles(server)).toEqual(["flower-war.db", "flower-war.lock"]);
    await operate(server, "restore", copy, "--yes");
    await expectLocks();
    await operate(server, "restore", "--undo", "--yes");
    await expectLocks();
    await server.kill();
    await server.start();
    await expectLocks();
    const journal = await openJournal();
    journal.close();
  },
);
