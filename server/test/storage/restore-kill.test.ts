/** A process that is killed anywhere in a restore leaves the old database or the new one whole, and the other beside it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../src/migrations.ts";
import type { Database } from "../../src/storage/database/database.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { openDatabase } from "../../src/storage/open.ts";
import { systemTime } from "../../src/time.ts";
import { temporaryFolder } from "../support/database.ts";
import { someName, someRow } from "./journal-suite.ts";

const RETENTION = { finished: 1e12, unfinished: 1e12, results: 1e12 };
const FOLLOW_STEPS = join(import.meta.dirname, "../support/step-images.ts");
const RESTORE = join(import.meta.dirname, "../support/restore-process.ts");
const UPLOAD = "restore-V1StGXR8_Z5jdHi6B-myT.db";
const KEPT = "flower-war.db.replaced-2026-11-20T10-20-30-400Z";

const storeIn = (database: Database) => new SqliteStore(database, RETENTION, systemTime);

async function withDatabase<T>(file: string, use: (database: Database) => Promise<T>): Promise<T> {
  const log = pino({ level: "silent" });
  const database = await openDatabase(file, MIGRATIONS, { time: systemTime, log });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Makes a database whose match has two facts, and a file from when it had one. Returns their folder. */
async function prepare(from: string): Promise<string> {
  const folder = temporaryFolder();
  await withDatabase(join(folder, "flower-war.db"), async (database) => {
    await storeIn(database).create(someName("m"), [someRow(1)]);
    await database.backup(join(folder, from));
    await storeIn(database).append("m", { epoch: 1, n: 1 }, [someRow(2)], false);
  });
  return folder;
}

/** Restores in another process. Resolves with how it ended. */
async function restore(folder: string, from: string, env: Record<string, string>): Promise<number | string> {
  const child = fork(RESTORE, {
    env: { FILE: join(folder, "flower-war.db"), FROM: join(folder, from), ...env },
    execArgv: ["--conditions=@flower-war/source", "--import", FOLLOW_STEPS],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return code ?? signal ?? "";
}

/** Starts on what a kill left: expects the old or the new database, that it can be used, and the other beside it. */
async function expectWhole(folder: string, from: string): Promise<"old" | "new"> {
  const facts = await withDatabase(join(folder, "flower-war.db"), async (database) => {
    const { rows = [], epoch = 0 } = (await storeIn(database).takeOver("m")) ?? {};
    expect(rows).toEqual([1, 2].slice(0, rows.length).map(someRow));
    await storeIn(database).append("m", { epoch, n: rows.length }, [someRow(rows.length + 1)], false);
    return rows.length;
  });
  const files = readdirSync(folder);
  expect(files).not.toContain("flower-war.db.next");
  const isKept = (name: string) => /\.replaced-[\w-]+Z$/.test(name) && name !== from;
  const other = join(folder, facts === 2 ? from : (files.find(isKept) ?? "nothing kept"));
  for (const suffix of ["", "-wal"])
    if (existsSync(other + suffix)) copyFileSync(other + suffix, join(folder, `other.db${suffix}`));
  const stored = await withDatabase(join(folder, "other.db"), (database) => storeIn(database).read("m"));
  expect(stored?.rows).toEqual([1, 2].slice(0, 3 - facts).map(someRow));
  return facts === 2 ? "old" : "new";
}

describe.each([
  ["an upload", UPLOAD],
  ["a database that was kept", KEPT],
])("a restore of %s", (_, from) => {
  test("leaves one of both databases whole at each of its steps", { timeout: 300_000 }, async () => {
    const folder = await prepare(from);
    const images = join(temporaryFolder(), "images");
    expect(await restore(folder, from, { IMAGES: images })).toBe(0);
    const found: string[] = [];
    for (const image of readdirSync(images).toSorted((a, b) => Number(a) - Number(b)))
      found.push(await expectWhole(join(images, image), from));
    const changed = found.indexOf("new");
    expect(new Set(found.slice(0, changed))).toEqual(new Set(["old"]));
    expect(new Set(found.slice(changed))).toEqual(new Set(["new"]));
  });

  test.each([
    [1, "old"],
    [2, "new"],
    [3, "new"],
  ])(
    "is finished by the next start, or did not begin, if it is killed before renaming %i",
    async (killAt, found) => {
      const folder = await prepare(from);
      expect(await restore(folder, from, { KILL_AT: String(killAt) })).toBe("SIGKILL");
      expect(await expectWhole(folder, from)).toBe(found);
    },
  );
});
