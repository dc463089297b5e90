import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "@flower-war/client-sdk";
import { CLOSE } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { TestClient } from "../server/test/support/client.ts";
import { playCommands } from "../server/test/support/cluster.ts";
import { requestSeat } from "../server/test/support/post.ts";
import { SECRETS, ServerProcess } from "../server/test/support/process.ts";
import { seatPlayers } from "../server/test/support/seated-match.ts";
import { retry } from "./support/retry.ts";
import { until } from "./support/until.ts";

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
const run = (...args: string[]) =>
  retry(async () => {
    const result = await flowerWar([...args, "--server", server.url], ADMIN);
    if (result.stderr.includes("(unavailable)"))
      throw new Refusal({ code: "unavailable", message: result.stderr });
    return result;
  });

describe("flower-war backup and restore", () => {
  test("copy the matches of a running server, and take it back to them", async () => {
    const file = join(folder, "copy.db");
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    await playCommands(players, 3);
    expect(await run("backup", file)).toMatchObject({ exitCode: 0, stderr: "" });
    await playCommands(players, 3);
    await until(() => players.every(({ state }) => state.n === 6), "all players to show 6 entries");

    expect(await run("restore", file)).toEqual({
      exitCode: 0,
      stdout: `The server now uses the data of ${file}.\n`,
      stderr: "",
    });
    await until(
      () => players.every(({ closeCode }) => closeCode === CLOSE.moved),
      "the players' connections to close with 4012",
    );
    const reconnected = await Promise.all(
      players.map(async ({ reserved: { token } }) =>
        TestClient.watch(server.url, await requestSeat(server.url, match, { token })),
      ),
    );
    expect(reconnected.map(({ state }) => state.n)).toEqual([3, 3]);
    await playCommands(reconnected, 2);
    const replaced = readdirSync(join(folder, "data")).filter((name) =>
      name.startsWith("flower-war.db.replaced-"),
    );
    expect(replaced).not.toEqual([]);
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
    const unauthorized = await flowerWar(["backup", join(folder, "new.db"), "--server", server.url], {
      ADMIN_PASSWORD: "somebody-elses-password",
    });
    expect(unauthorized).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("unauthorized") });
    expect(existsSync(join(folder, "new.db"))).toBe(false);
    expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("backup-"))).toEqual([]);
  });

  test.each([
    ["is no database of ours", "no database ".repeat(1000)],
    ["is empty", ""],
  ])("refuse a file that %s with `bad-database`, and change nothing", async (_, content) => {
    const { players } = await seatPlayers(server.url, { seats: 2 });
    const file = join(folder, "bad.db");
    writeFileSync(file, content);
    const refused = await run("restore", file);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("(bad-database)") });
    expect(await run("restore", join(folder, "nowhere.db"))).toMatchObject({ exitCode: 3 });
    await playCommands(players, 2);
    expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("restore-"))).toEqual([]);
  });
});
