/** A process that is killed anywhere in a restore leaves the old database or the new one whole, and the other beside it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../src/migrations.ts";
import { Engine } from "../../src/storage/database/engine.ts";
import { journalPlugin } from "../../src/storage/journal/sqlite-log.ts";
import type { StoredRows } from "../../src/storage/journal/journal.ts";
import { systemTime } from "../../src/time.ts";
import { temporaryFolder } from "../support/database.ts";
import { someName, someRow } from "./journal-suite.ts";

const FOLLOW_STEPS = join(import.meta.dirname, "../support/step-images.ts");
const RESTORE = join(import.meta.dirname, "../support/restore-process.ts");
const UPLOAD = "restore-V1StGXR8_Z5jdHi6B-myT.db";
const KEPT = "flower-war.db.replaced-2026-11-20T10-20-30-400Z";

/** Runs requests on a database, as its thread does. Returns what they return. */
function run(file: string, ...requests: [method: string, ...args: unknown[]][]): unknown[] {
  const engine = new Engine(
    file,
    { migrations: MIGRATIONS, plugin: journalPlugin, time: systemTime },
    () => {},
  );
  try {
    return requests.map(([method, ...args]) => {
      const [reply] = engine.run([[1, method, args]]);
      expect(reply).toMatchObject([1, "done", expect.anything()]);
      return reply?.[2];
    });
  } finally {
    engine.close();
  }
}

/** Makes a database whose match has two facts, and a file from when it had one. Returns their folder. */
function prepare(from: string): string {
  const folder = temporaryFolder();
  const file = join(folder, "flower-war.db");
  run(file, ["create", someName("m"), [someRow(1)], 1]);
  copyFileSync(file, join(folder, from));
  run(file, ["append", "m", { epoch: 1, n: 1 }, [someRow(2)], 2]);
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
function expectWhole(folder: string, from: string): "old" | "new" {
  const file = join(folder, "flower-war.db");
  const [stored] = run(file, ["takeOver", "m", 3]) as [StoredRows];
  const { rows, epoch } = stored;
  const n = rows.length;
  expect(rows).toEqual([1, 2].slice(0, n).map(someRow));
  expect(run(file, ["append", "m", { epoch, n }, [someRow(n + 1)], 4])).toEqual([true]);
  const files = readdirSync(folder);
  expect(files).not.toContain("flower-war.db.next");
  const isKept = (name: string) => /\.replaced-[\w-]+Z$/.test(name) && name !== from;
  const other = join(folder, n === 2 ? from : (files.find(isKept) ?? "nothing kept"));
  expect(existsSync(other)).toBe(true);
  expect(run(other, ["read", "m"])).toMatchObject([{ rows: [1, 2].slice(0, 3 - n).map(someRow) }]);
  return n === 2 ? "old" : "new";
}

describe.each([
  ["an upload", UPLOAD],
  ["a database that was kept", KEPT],
])("a restore of %s", (_, from) => {
  test("leaves one of both databases whole at each of its steps", async () => {
    const folder = prepare(from);
    const images = join(temporaryFolder(), "images");
    expect(await restore(folder, from, { IMAGES: images })).toBe(0);
    const found: string[] = [];
    for (const image of readdirSync(images).toSorted((a, b) => Number(a) - Number(b)))
      found.push(expectWhole(join(images, image), from));
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
      const folder = prepare(from);
      expect(await restore(folder, from, { KILL_AT: String(killAt) })).toBe("SIGKILL");
      expect(expectWhole(folder, from)).toBe(found);
    },
  );
});
