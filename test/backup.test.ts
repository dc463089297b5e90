import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLOSE } from "@flower-war/client-sdk/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { TestClient } from "../server/test/support/client.ts";
import { playOn } from "../server/test/support/cluster.ts";
import { askForSeat } from "../server/test/support/post.ts";
import { SECRETS, ServerProcess } from "../server/test/support/process.ts";
import { sitDown } from "../server/test/support/table.ts";
import { until } from "../server/test/support/until.ts";

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

const run = (...args: string[]) => flowerWar([...args, "--server", server.url], ADMIN);

describe("flower-war backup and restore", () => {
  test("take the matches of a running server away, and let it go on from there", async () => {
    const file = join(folder, "copy.db");
    const { match, players } = await sitDown(server.url, { seats: 2 });
    await playOn(players, 3);
    expect(await run("backup", file)).toMatchObject({ exitCode: 0, stderr: "" });
    await playOn(players, 3);
    await until(() => players.every(({ state }) => state.n === 6), "everybody to see 6 entries");

    expect(await run("restore", file)).toEqual({
      exitCode: 0,
      stdout: `The server goes on from ${file}.\n`,
      stderr: "",
    });
    await until(() => players.every(({ closed }) => closed === CLOSE.moved), "the players to be sent on");
    const back = await Promise.all(
      players.map(async ({ reserved: { token } }) =>
        TestClient.watch(server.url, await askForSeat(server.url, match, { token })),
      ),
    );
    expect(back.map(({ state }) => state.n)).toEqual([3, 3]);
    await playOn(back, 2);
    const kept = readdirSync(join(folder, "data")).filter((name) => name.startsWith("flower-war.db."));
    expect(kept.filter((name) => name.startsWith("flower-war.db.replaced-"))).not.toEqual([]);
  });

  test("write over no file, and leave none behind that is not whole", async () => {
    const file = join(folder, "there.db");
    writeFileSync(file, "mine");
    expect(await run("backup", file)).toMatchObject({ exitCode: 2, stdout: "" });
    expect(readFileSync(file, "utf8")).toBe("mine");
    const stranger = await flowerWar(["backup", join(folder, "new.db"), "--server", server.url], {
      ADMIN_PASSWORD: "somebody-elses-password",
    });
    expect(stranger).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("unauthorized") });
    expect(existsSync(join(folder, "new.db"))).toBe(false);
    expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("backup-"))).toEqual([]);
  });

  test("refuse what is no database of ours, bad-database, and change nothing", async () => {
    const { players } = await sitDown(server.url, { seats: 2 });
    const file = join(folder, "bad.db");
    writeFileSync(file, "no database ".repeat(1000));
    const refused = await run("restore", file);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("(bad-database)") });
    expect(await run("restore", join(folder, "nowhere.db"))).toMatchObject({ exitCode: 3 });
    await playOn(players, 2);
    expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("restore-"))).toEqual([]);
  });
});
