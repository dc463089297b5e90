/** What players and matches notice of a disk that fails. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fault, PATHS } from "@flower-war/client-sdk/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../src/app.ts";
import type { Database } from "../src/database/database.ts";
import { JournalUnavailable } from "../src/journal/journal.ts";
import { SqliteStore } from "../src/journal/sqlite-store.ts";
import { TestClient } from "./support/client.ts";
import { openDatabase, temporaryFolder } from "./support/database.ts";
import { someName, someRow } from "./support/journal-suite.ts";
import { askForSeat, post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";

const KEEPING = { finished: Number.MAX_SAFE_INTEGER, unfinished: Number.MAX_SAFE_INTEGER };

describe("a server that starts on a damaged database", () => {
  test("answers `match-damaged` for the match that cannot be read, and goes on with the others", async () => {
    const config = { dataDir: temporaryFolder(), authSecret: "auth-secret-of-tests" };
    const before = await startServer(config);
    const hurt = await sitDown(before.url, { seats: 2 });
    const whole = await sitDown(before.url, { seats: 2 });
    await before.stop();
    spoil(join(config.dataDir, "flower-war.db"), `"match":"${hurt.match}"`);

    const after = await startServer(config);
    onTestFinished(() => after.stop());
    const token = hurt.players[0]?.reserved.token;
    const asked = await post<Fault>(after.url, PATHS.seats.replace(":id", hurt.match), { token });
    expect({ status: asked.status, code: asked.body.code }).toEqual({ status: 409, code: "match-damaged" });
    const back = whole.players[0]?.reserved.token;
    const client = await TestClient.watch(
      after.url,
      await askForSeat(after.url, whole.match, { token: back }),
    );
    expect(client.state.status).toBe("playing");
  });
});

/** Changes a letter of some text in a file. */
function spoil(file: string, text: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at + 1] = (bytes[at + 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe("a disk that is full", () => {
  test("lets nothing happen by half, and all goes on when there is room", async () => {
    const { database, makeRoom } = await smallDisk();
    const store = new SqliteStore(database, KEEPING);
    await store.create(someName("m"), [someRow(1)]);
    const long = "x".repeat(100_000);
    let n = 1;
    const fill = async () => {
      for (; n < 100; n++) await store.append("m", { epoch: 1, n }, [long], false);
    };
    await expect(fill()).rejects.toThrow(JournalUnavailable);
    expect((await store.read("m"))?.rows).toHaveLength(n);
    await makeRoom();
    await store.append("m", { epoch: 1, n }, [someRow(2)], true);
    expect((await store.read("m"))?.rows).toEqual([
      someRow(1),
      ...Array.from({ length: n - 1 }, () => long),
      someRow(2),
    ]);
  });
});

/** A database with room for 1 MB: on a disk of its own where one may be mounted, else by a limit to its pages. */
async function smallDisk(): Promise<{ database: Database; makeRoom: () => Promise<void> }> {
  const disk = join(temporaryFolder(), "disk");
  mkdirSync(disk);
  const mounted = mount(disk);
  const database = await openDatabase(join(disk, "flower-war.db"));
  if (!mounted) {
    const limit = (pages: number) => database.query(`PRAGMA max_page_count = ${pages}`);
    await limit(256);
    return { database, makeRoom: async () => void (await limit(2 ** 30)) };
  }
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(1_000_000));
  return { database, makeRoom: async () => rmSync(filler) };
}

/** Whether a disk of 2 MB could be mounted here: root may. */
function mount(folder: string): boolean {
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
  if (status === 0) onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return status === 0;
}
