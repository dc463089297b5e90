import { execFileSync } from "node:child_process";
import { chownSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeHeldFolder } from "@flower-war/protocol/files";
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { expect, onTestFinished, test } from "vitest";
import { TestClient } from "../server/test/support/client.ts";
import { createMatch } from "../server/test/support/post.ts";
import { checkJournal } from "./support/faults/journal-check.ts";
import { Outages } from "./support/faults/outages.ts";
import { Table } from "./support/faults/table.ts";
import { findOwner, PostgresProcess } from "./support/postgres.ts";
import {
  findByCommand,
  forkStartMjs,
  isRunning,
  type ProcessTree,
  type User,
} from "./support/process-tree.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { openPostgresJournal } from "./support/stored-journal.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

/** ms between two commands at a table. */
const PACE = 250;

/** What runs with `SERVERS`, by the names that its host prints, and its command lines. */
const PROGRAMS = [
  { name: "server", command: /server\/src\/main\.ts/ },
  { name: "bridge", command: /bridge\/src\/main\.ts/ },
  { name: "entrance nginx", command: /^nginx: master/ },
  { name: "store Redis", command: /^\S*redis-server / },
  { name: "store PostgreSQL", command: /^\S*\/postgres -D/ },
] as const;

const SETTINGS = { SERVERS: "2", CREATIONS_PER_MINUTE: "100", LOG_LEVEL: "warn" };

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "SERVERS=2 npm start runs two servers behind one entrance, leaves no process, and has its matches again",
  async () => {
    const { settings, user } = await prepare();
    const first = forkStartMjs(settings, user);
    const url = await urlOf(first);
    const tables = await openInBoth(url);
    const players = await Promise.all(tables.map((reserved) => TestClient.join(url, reserved)));
    expect(players.map(({ state }) => state.id)).toEqual(tables.map(({ match }) => match));
    const others = [settings, { DATA_DIR: settings.DATA_DIR }].map((each) => forkStartMjs(each, user).end);
    for (const refused of await Promise.all(others))
      expect(refused).toEqual({ code: 1, stderr: `${describeHeldFolder(settings.DATA_DIR)}\n` });
    first.root.kill("SIGKILL");
    await waitForAllToExit(first);

    const again = forkStartMjs(settings, user);
    const [table] = tables;
    const found = await fetch((await urlOf(again)) + PATHS.match.replace(":id", table?.match ?? ""));
    expect(await found.json()).toMatchObject({ match: table?.match });
    again.root.kill("SIGINT");
    await waitForAllToExit(again);
    expect(await again.end).toEqual({ code: 0, stderr: "" });
  },
);

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "with SERVERS=2 whatever is killed is started again, and all matches go on",
  async () => {
    const { settings, user } = await prepare();
    const host = forkStartMjs({ ...settings, LOG_LEVEL: "fatal" }, user);
    const url = await urlOf(host);
    const tables = Array.from({ length: 4 }, () => new Table([url, url], { pace: PACE, players: {} }));
    const outages = new Outages(tables);
    await outages.waitUntilPlaying();
    const killed: string[] = [];
    for (const { name, command } of PROGRAMS) {
      const [pid] = findByCommand(host.root.pid, command);
      // A PostgreSQL that the test has started is not the host's.
      if (pid === undefined) continue;
      const faultAt = performance.now();
      process.kill(pid, "SIGKILL");
      killed.push(name);
      const isBack = () => findByCommand(host.root.pid, command).some((each) => each !== pid);
      await until(isBack, `another ${name}`);
      await outages.waitUntilRecovered(faultAt);
      console.log(JSON.stringify({ killed: name, gaps: outages.gaps.slice(-tables.length) }));
    }
    const database = settings.DATABASE_URL ?? findDatabase(settings.DATA_DIR);
    await checkJournal("SERVERS=2, all killed in turn", tables, outages, async () => {
      const { journal, postgres } = await openPostgresJournal(database);
      onTestFinished(() => postgres.close());
      return journal;
    });
    host.root.kill("SIGTERM");
    const { code, stderr } = await host.end;
    expect(code).toBe(0);
    for (const name of killed)
      expect(stderr).toMatch(new RegExp(`^The ${name} ended by .*\\. It is started again\\.$`, "m"));
  },
);

async function urlOf({ ready }: ProcessTree): Promise<string> {
  return `http://127.0.0.1:${(await ready).port}`;
}

/** Creates matches until each of both servers has one, and returns these. */
async function openInBoth(url: string): Promise<SeatReservation[]> {
  const tables = new Map<string | undefined, SeatReservation>();
  for (let i = 0; i < 50 && tables.size < 2; i++) {
    const reserved = await createMatch(url);
    tables.set(reserved.reservation.publicAddress, reserved);
  }
  const paths = [...tables.keys()].map((address) => address?.split("/")[1]);
  expect(new Set(paths)).toEqual(new Set(["n1", "n2"]));
  return [...tables.values()];
}

async function waitForAllToExit({ pids, end }: ProcessTree): Promise<void> {
  const all = await pids;
  await end;
  await until(() => !all.some(isRunning), "all processes to exit");
}

/** Returns what a host with several servers is started with. @returns also as whom; `null`: as ourselves */
async function prepare() {
  const DATA_DIR = makeTempFolder();
  const user = findUser();
  if (user) chownSync(DATA_DIR, user.uid, user.gid);
  const database: { readonly DATABASE_URL?: string } = user || !isRoot() ? {} : await startDatabase();
  return { settings: { ...SETTINGS, DATA_DIR, ...database }, user };
}

/** Returns the address of the PostgreSQL that a host has started. */
function findDatabase(folder: string): string {
  const password = readFileSync(join(folder, "postgres/password"), "utf8");
  const [, , , port] = readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n");
  return `postgres://flower_war:${password}@127.0.0.1:${port}/postgres`;
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL does not run as root: then the user of its package starts all. `null`: root alone, or that user cannot read this clone. */
function findUser(): User | null {
  if (!isRoot()) return null;
  const user = findOwner();
  try {
    execFileSync(
      process.execPath,
      ["-e", `require("fs").accessSync(${JSON.stringify(`${ROOT}/start.mjs`)})`],
      {
        ...user,
        stdio: "ignore",
      },
    );
    return user;
  } catch {
    return null;
  }
}

async function startDatabase(): Promise<{ readonly DATABASE_URL: string }> {
  const postgres = await PostgresProcess.start();
  onTestFinished(() => postgres.stop());
  return { DATABASE_URL: postgres.url };
}
