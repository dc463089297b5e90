import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { expect, onTestFinished, test } from "vitest";
import { TestClient } from "../server/test/support/client.ts";
import { createMatch } from "../server/test/support/post.ts";
import { findOwner, PostgresProcess } from "./support/postgres.ts";
import { forkStartMjs, isRunning, type ProcessTree, type User } from "./support/process-tree.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

const SETTINGS = { SERVERS: "2", CREATIONS_PER_MINUTE: "100", LOG_LEVEL: "warn" };

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "SERVERS=2 npm start runs two servers behind one entrance, leaves no process, and has its matches again",
  { timeout: 120_000 },
  async () => {
    const DATA_DIR = makeTempFolder();
    const user = findUser();
    if (user) chownSync(DATA_DIR, user.uid, user.gid);
    const settings = { ...SETTINGS, DATA_DIR, ...(user || !isRoot() ? {} : await startDatabase()) };

    const first = forkStartMjs(settings, user);
    const url = await urlOf(first);
    const tables = await openInBoth(url);
    const players = await Promise.all(tables.map((reserved) => TestClient.join(url, reserved)));
    expect(players.map(({ state }) => state.id)).toEqual(tables.map(({ match }) => match));
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

const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL does not run as root: then the user of its package starts all. `null`: nobody but root, or that user cannot read this clone. */
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
