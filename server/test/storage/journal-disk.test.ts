/** What players notice of a failing disk. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PATHS, type RefusalBody } from "@flower-war/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/app.ts";
import type { Database } from "../../src/storage/database/database.ts";
import { JournalUnavailable } from "../../src/storage/journal/journal.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { openDatabase, temporaryFolder } from "../support/database.ts";
import { requestSeat, post } from "../support/post.ts";
import { seatPlayers, seatTwo } from "../support/seated-match.ts";
import { someName, someRow } from "./journal-suite.ts";

const RETENTION = {
  finished: Number.MAX_SAFE_INTEGER,
  unfinished: Number.MAX_SAFE_INTEGER,
  results: Number.MAX_SAFE_INTEGER,
};

describe("a server with a damaged database", () => {
  test("refuses the damaged match with `match-damaged`, and restores the others", async () => {
    const config = { dataDir: temporaryFolder(), authSecret: "auth-secret-of-tests" };
    const before = await startServer(config);
    const damaged = await seatPlayers(before.url, { seats: 2 });
    const intact = await seatPlayers(before.url, { seats: 2 });
    await before.stop();
    corrupt(join(config.dataDir, "flower-war.db"), `"match":"${damaged.match}"`);

    const after = await startServer(config);
    onTestFinished(() => after.stop());
    const token = damaged.players[0]?.reserved.token;
    const response = await post<RefusalBody>(after.url, PATHS.seats.replace(":id", damaged.match), { token });
    expect({ status: response.status, code: response.body.code }).toEqual({
      status: 409,
      code: "match-damaged",
    });
    const intactToken = intact.players[0]?.reserved.token;
    const client = await TestClient.watch(
      after.url,
      await requestSeat(after.url, intact.match, { token: intactToken }),
    );
    expect(client.state.status).toBe("playing");
  });
});

describe("a server whose database is moved away while people play", () => {
  test("acknowledges nothing, is not ready, and goes on when it is back", async () => {
    const config = { dataDir: temporaryFolder(), authSecret: "auth-secret-of-tests" };
    const server = await startServer(config);
    onTestFinished(() => server.stop());
    const file = join(config.dataDir, "flower-war.db");
    const ready = async () => (await fetch(`${server.url}${PATHS.ready}`)).status;
    const create = () =>
      post<RefusalBody>(server.url, PATHS.matches, { game: "flower-war", name: "Ana", seats: 2 });
    const { first } = await seatTwo(server.url);
    expect([await ready(), (await create()).status]).toEqual([200, 201]);

    renameSync(file, `${file}.moved`);
    await expect(first.play({ type: "concede" })).rejects.toMatchObject({ reason: { code: "unavailable" } });
    expect(await create()).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(await ready()).toBe(503);

    renameSync(`${file}.moved`, file);
    await first.play({ type: "concede" });
    expect([await ready(), (await create()).status]).toEqual([200, 201]);
  });
});

/** Changes a character of a text in a file, wherever it stands. */
function corrupt(file: string, text: string): void {
  const bytes = readFileSync(file);
  let at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  // Pages keep copies of rows that moved to others.
  for (; at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + 1] = (bytes[at + 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe("a full disk", () => {
  test("leaves no partial change, and accepts changes when there is space again", async () => {
    const { database, freeSpace } = await openOnSmallDisk();
    const store = new SqliteStore(database, RETENTION, systemTime);
    await store.create(someName("m"), [someRow(1)]);
    const long = "x".repeat(100_000);
    let n = 1;
    const fill = async () => {
      for (; n < 100; n++) await store.append("m", { epoch: 1, n }, [long], false);
    };
    await expect(fill()).rejects.toThrow(JournalUnavailable);
    expect((await store.read("m"))?.rows).toHaveLength(n);
    await freeSpace();
    await store.append("m", { epoch: 1, n }, [someRow(2)], true);
    expect((await store.read("m"))?.rows).toEqual([
      someRow(1),
      ...Array.from({ length: n - 1 }, () => long),
      someRow(2),
    ]);
  });
});

/** Opens a database with space for 1 MB: on a disk of its own where one may be mounted, else by a limit of its pages. */
async function openOnSmallDisk(): Promise<{ database: Database; freeSpace: () => Promise<void> }> {
  const disk = join(temporaryFolder(), "disk");
  mkdirSync(disk);
  const mounted = mount(disk);
  const database = await openDatabase(join(disk, "flower-war.db"));
  if (!mounted) {
    const limit = (pages: number) => database.query(`PRAGMA max_page_count = ${pages}`);
    await limit(256);
    return { database, freeSpace: async () => void (await limit(2 ** 30)) };
  }
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(1_000_000));
  return { database, freeSpace: async () => rmSync(filler) };
}

/** Mounts a disk of 2 MB, which only root may; `false`: it was refused. */
function mount(folder: string): boolean {
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
  if (status === 0) onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return status === 0;
}
