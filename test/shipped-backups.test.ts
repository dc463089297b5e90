/** Backups that a server ships on its own: to a bucket and to a folder, listed, drilled and fetched by the command; and a server killed meanwhile. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { readConfig } from "../server/src/config.ts";
import { systemRandom } from "../server/src/random.ts";
import { SECRETS, ServerProcess } from "../server/test/support/process.ts";
import { seatPlayers } from "../server/test/support/seated-match.ts";
import { freePort, lacks, programPath, waitUntilListening } from "./support/programs.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

/** Creates a key. */
async function createKey(): Promise<string> {
  const file = join(makeTempFolder(), "key");
  expect(await flowerWar(["backup", "key", file])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("age1"),
  });
  return file;
}

async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const server = await ServerProcess.start(env);
  onTestFinished(() => void server.stop("SIGKILL"));
  return server;
}

/** Returns a metric of a server. */
async function readMetric(server: ServerProcess, name: string): Promise<number> {
  const page = await (await fetch(`${server.operatorUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(page)?.[1]);
}

/** Waits until a backup is shipped and verified. */
const untilVerified = (server: ServerProcess) =>
  expect.poll(() => readMetric(server, "flower_war_backup_bytes")).toBeGreaterThan(0);

/** Starts a store like S3 that forgets all when it ends. */
async function startBucket(): Promise<Record<string, string>> {
  const port = await freePort();
  const args = ["-backend", "memory", "-initialbucket", "backups", "-host", `127.0.0.1:${port}`];
  const child = spawn(programPath("gofakes3"), args, { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  onTestFinished(() => void child.kill("SIGKILL"));
  await waitUntilListening(port, child, () => log);
  return {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
}

describe.skipIf(lacks("gofakes3"))("a server with a bucket", () => {
  test("ships backups there, which the command lists, drills and fetches for a restore", async () => {
    const bucket = {
      ...(await startBucket()),
      BACKUP_TO: "s3://backups/of/club",
      BACKUP_KEY_FILE: await createKey(),
    };
    const data = join(makeTempFolder(), "data");
    const scratch = join(data, "backup-scratch");
    mkdirSync(scratch, { recursive: true });
    writeFileSync(join(scratch, "copy.db"), "left by a killed server");
    const first = await startServer({ DATA_DIR: data });
    expect(existsSync(scratch)).toBe(false);
    const { match } = await seatPlayers(first.url, { seats: 2 });
    await first.stop();
    const server = await startServer({ DATA_DIR: data, ...bucket });
    await untilVerified(server);
    expect(await readMetric(server, "flower_war_backup_age_seconds")).toBeGreaterThanOrEqual(0);
    expect(await readMetric(server, "flower_war_backup_flawed_matches")).toBe(0);

    const run = (...args: string[]) => flowerWar(["backup", ...args], bucket);
    expect(await run("list")).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/Z {2}whole/) });
    const { stdout } = await run("drill", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      contents: { matches: { running: 1, folded: 1, flawed: [] } },
    });
    expect(await run("drill", "--at", "2020-01-01T00:00:00Z")).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("backup-missing"),
    });
    expect(await run("fetch")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--postgres") });
    expect(await run("fetch", "--postgres")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("DATABASE_URL must be set"),
    });
    const file = join(makeTempFolder(), "fetched.db");
    expect(await run("fetch", file)).toMatchObject({ exitCode: 0 });
    expect(await run("fetch", file)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("backup-target"),
    });
    const { ADMIN_PASSWORD } = SECRETS;
    const restore = ["restore", file, "--yes", "--operator", server.operatorUrl];
    expect(await flowerWar(restore, { ADMIN_PASSWORD })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("1 running and 0 finished matches"),
    });
    expect((await fetch(`${server.url}/api/matches/${match}`)).status).toBe(200);
    expect(existsSync(scratch)).toBe(true);
    await server.stop();
    expect(existsSync(scratch)).toBe(false);
  });
});

test("a server that is killed while it ships leaves no half backup, and ships again at its next start", async () => {
  const folder = makeTempFolder();
  const env = {
    DATA_DIR: join(folder, "data"),
    BACKUP_TO: join(folder, "backups"),
    BACKUP_KEY_FILE: await createKey(),
  };
  mkdirSync(env.BACKUP_TO);
  const watcher = watch(env.BACKUP_TO);
  onTestFinished(() => watcher.close());
  const written = once(watcher, "change");
  const killed = await startServer(env);
  await written;
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  const isThere = readdirSync(env.BACKUP_TO).some((name) => name.endsWith(".age"));
  expect(await flowerWar(["backup", "drill"], env)).toMatchObject({ exitCode: isThere ? 0 : 3 });

  await untilVerified(await startServer(env));
  expect(readdirSync(env.BACKUP_TO).filter((name) => !name.endsWith(".age"))).toEqual([]);
  expect(await flowerWar(["backup", "drill"], env)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("The backup is whole."),
  });
});

test("a server is not started with a place for backups and no key", async () => {
  await expect(startServer({ BACKUP_TO: makeTempFolder() })).rejects.toThrow(
    "BACKUP_TO needs BACKUP_KEY_FILE",
  );
  await expect(startServer({ BACKUP_TO: "s3://backups", BACKUP_KEY_FILE: "key" })).rejects.toThrow(
    "AWS_ACCESS_KEY_ID",
  );
});

test.each(["S3://backups", "s3:backups", "gs://backups", "https://example.org/backups"])(
  "%s is no place for backups",
  (to) => {
    const environment = { DATA_DIR: makeTempFolder(), BACKUP_TO: to, BACKUP_KEY_FILE: "key" };
    expect(() => readConfig(environment, systemRandom)).toThrow("BACKUP_TO");
  },
);

test("backups do not go where the server removes what it finds", () => {
  const data = makeTempFolder();
  const read = (to: string) =>
    readConfig({ DATA_DIR: data, BACKUP_TO: join(data, to), BACKUP_KEY_FILE: "key" }, systemRandom);
  for (const to of ["backup-scratch", "backup-scratch/below"]) expect(() => read(to)).toThrow("BACKUP_TO");
  expect(read("backup-scratch-2").backups?.place.to).toBe(join(data, "backup-scratch-2"));
});
