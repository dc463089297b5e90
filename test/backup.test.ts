import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "@flower-war/client-sdk";
import { CLOSE } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { TestClient } from "../server/test/support/client.ts";
import { playCommands } from "../server/test/support/cluster.ts";
import { requestSeat } from "../server/test/support/post.ts";
import { SECRETS, ServerProcess } from "../server/test/support/process.ts";
import { seatPlayers } from "../server/test/support/seated-match.ts";
import { retry } from "./support/retry.ts";
import { until } from "./support/until.ts";

const ROOT = join(import.meta.dirname, "..");
const ADMIN = { ADMIN_PASSWORD: SECRETS.ADMIN_PASSWORD };

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "flower-war-backup-"));
  server = await ServerProcess.start({ DATA_DIR: join(folder, "data") });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command, again while the server is `unavailable`. */
const runWith = (env: Record<string, string>, ...args: string[]) =>
  retry(async () => {
    const result = await flowerWar([...args, "--operator", server.operatorUrl], { ...ADMIN, ...env });
    if (result.stderr.includes("(unavailable)"))
      throw new Refusal({ code: "unavailable", message: result.stderr });
    return result;
  });

const run = (...args: string[]) => runWith({}, ...args);

/** Returns the file of a new backup. */
async function backUp(): Promise<string> {
  const file = join(mkdtempSync(join(folder, "backup-")), "copy.db");
  expect(await run("backup", file)).toMatchObject({ exitCode: 0 });
  return file;
}

/** Waits until a restore has disconnected the players, and reconnects them. */
async function reconnect(match: string, players: readonly TestClient[]): Promise<TestClient[]> {
  await until(
    () => players.every(({ closeCode }) => closeCode === CLOSE.moved),
    "the players' connections to close with 4012",
  );
  return Promise.all(
    players.map(async ({ reserved: { token } }) =>
      TestClient.watch(server.url, await requestSeat(server.url, match, { token })),
    ),
  );
}

/** Runs `flower-war` on a terminal, and answers its first question. */
async function answerOnTerminal(
  args: readonly string[],
  answer: string,
): Promise<{ code: number; output: string }> {
  const command = ["node_modules/.bin/flower-war", ...args].join(" ");
  const env = { PATH: process.env["PATH"], ...ADMIN };
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: ROOT,
    env,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await until(() => output.includes("[y/N]"), "the question");
  child.stdin.write(`${answer}\n`);
  const [code] = (await once(child, "exit")) as [number];
  return { code, output };
}

describe("flower-war backup and restore", () => {
  test("copy the matches of a running server, and take it back to them", async () => {
    const file = join(folder, "copy.db");
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    await playCommands(players, 3);
    expect(await run("backup", file)).toMatchObject({ exitCode: 0, stderr: "" });
    await playCommands(players, 3);
    await until(() => players.every(({ state }) => state.n === 6), "all players to show 6 entries");

    const restored = await run("restore", file, "--yes");
    expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
    const [holds, replaces, now, undo] = restored.stdout.split("\n");
    const counts = /1 running and 0 finished matches, 0 temples, 0 players, last written on \d+ \w+ \d{4}/;
    expect(holds).toMatch(/^It would restore .*copy\.db: /);
    for (const contents of [holds, replaces]) expect(contents).toMatch(counts);
    expect(now).toContain(`The server now uses the data of ${file}. What it replaced is kept as `);
    expect(undo).toBe("To go back: npx --no -- flower-war restore --undo");
    const reconnected = await reconnect(match, players);
    expect(reconnected.map(({ state }) => state.n)).toEqual([3, 3]);
    await playCommands(reconnected, 2);

    expect(await run("restore", "--undo", "--yes")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("It would restore what was replaced on "),
    });
    expect((await reconnect(match, reconnected)).map(({ state }) => state.n)).toEqual([6, 6]);
  });

  test("show dates in the reader's time", async () => {
    await run("restore", await backUp(), "--yes");
    const shown = async (TZ: string) => {
      const { stdout } = await runWith({ TZ }, "restore", "--undo", "--yes");
      return stdout;
    };
    expect(await shown("America/Mexico_City")).toMatch(/ replaced on .* GMT-6:/);
    expect(await shown("Asia/Tokyo")).toMatch(/ replaced on .* GMT\+9:/);
  });

  test.each([
    ["neither a file nor --undo", []],
    ["both", ["copy.db", "--undo", "--yes"]],
    ["a file without --yes, and without a terminal", ["copy.db"]],
    ["--undo without --yes, and without a terminal", ["--undo"]],
  ])("refuse %s with a sentence, and send nothing", async (_, args) => {
    const refused = await flowerWar(["restore", ...args, "--operator", "http://127.0.0.1:1"], ADMIN);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^[A-Z][^\n]*\.\n$/);
  });

  test("say that there is nothing to go back to", async () => {
    const other = await ServerProcess.start();
    onTestFinished(async () => void (await other.stop()));
    expect(
      await flowerWar(["restore", "--undo", "--yes", "--operator", other.operatorUrl], ADMIN),
    ).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("nothing to go back to"),
    });
  });

  // `script` is part of every Debian.
  describe.skipIf(process.platform !== "linux")("ask on a terminal", () => {
    test.each([
      ["y", 0],
      ["yes", 0],
      ["", 1],
      ["n", 1],
      ["no", 1],
      ["yesterday", 1],
    ])("and take %j with exit code %i", async (answer, exitCode) => {
      const file = await backUp();
      const kept = () => readdirSync(join(folder, "data")).filter((name) => name.includes(".replaced-"));
      const before = kept();
      const { code, output } = await answerOnTerminal(
        ["restore", file, "--operator", server.operatorUrl],
        answer,
      );
      expect({ code, output }).toEqual({ code: exitCode, output: expect.stringContaining("Replace? [y/N]") });
      expect(output).toContain(exitCode === 0 ? "To go back: " : "Nothing was replaced.");
      expect(kept().toString() === before.toString()).toBe(exitCode !== 0);
    });
  });

  test("leave files behind when the server is killed, which it removes at its next start, and no others", async () => {
    const data = mkdtempSync(join(folder, "data-"));
    const id = "V1StGXR8_Z5jdHi6B-myT";
    const left = [`backup-${id}.db`, `restore-${id}.db`, `restore-${id}.db-wal`];
    const kept = ["backup-2026-11-20.db", "restore.db", `backup-${id}.db.old`, `my-backup-${id}.db`];
    for (const name of [...left, ...kept]) writeFileSync(join(data, name), "");
    const started = await ServerProcess.start({ DATA_DIR: data });
    await started.stop();
    const names = readdirSync(data);
    expect(names).toEqual(expect.arrayContaining(kept));
    expect(names.filter((name) => left.includes(name))).toEqual([]);
  });

  test("overwrite no file, and leave no incomplete one behind", async () => {
    const file = join(folder, "there.db");
    writeFileSync(file, "mine");
    expect(await run("backup", file)).toMatchObject({ exitCode: 2, stdout: "" });
    expect(readFileSync(file, "utf8")).toBe("mine");
    const unauthorized = await flowerWar(
      ["backup", join(folder, "new.db"), "--operator", server.operatorUrl],
      {
        ADMIN_PASSWORD: "somebody-elses-password",
      },
    );
    expect(unauthorized).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("unauthorized") });
    expect(existsSync(join(folder, "new.db"))).toBe(false);
    expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("backup-"))).toEqual([]);
  });

  test.each([
    ["is no database of ours", "no database ".repeat(1_000), "not-sqlite"],
    ["is large and no database of ours", Buffer.alloc(50_000_000), "not-sqlite"],
    ["is empty", "", "empty"],
  ])("refuse a file that %s with `bad-database`, and change nothing", async (_, content, reason) => {
    const { players } = await seatPlayers(server.url, { seats: 2 });
    const file = join(folder, "bad.db");
    writeFileSync(file, content);
    const refused = await run("restore", file, "--yes");
    expect(refused).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining(`(bad-database, ${reason})`),
    });
    expect(await run("restore", join(folder, "nowhere.db"), "--yes")).toMatchObject({ exitCode: 3 });
    await playCommands(players, 2);
    expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("restore-"))).toEqual([]);
  });
});
