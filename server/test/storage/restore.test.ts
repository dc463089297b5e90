/** Replacing the database of a running server: by a backup, or because it is damaged. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { MIGRATIONS } from "../../src/migrations.ts";
import { Engine } from "../../src/storage/database/engine.ts";
import { corruptError } from "../../src/storage/database/errors.ts";
import type { PluginType } from "../../src/storage/database/plugin.ts";
import type { ThreadEvent } from "../../src/storage/database/requests.ts";
import { JournalConflict } from "../../src/storage/journal/journal.ts";
import { journalPlugin, SqliteLog } from "../../src/storage/journal/sqlite-log.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { systemTime } from "../../src/time.ts";
import { openDatabase, temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { someName, someRow } from "./journal-suite.ts";

const RETENTION = { finished: 1e12, unfinished: 1e12, results: 1e12 };

/** Opens a database that has a match. */
async function openWithMatch(lines: string[] = []) {
  const folder = temporaryFolder();
  const database = await openDatabase(join(folder, "flower-war.db"), lines);
  const store = new SqliteStore(database, RETENTION, systemTime);
  await store.create(someName("m"), [someRow(1)]);
  return { folder, database, store };
}

describe("a restore", () => {
  test.each([
    ["has nothing in it", (file: string) => writeFileSync(file, ""), "empty"],
    ["has no tables", (file: string) => createWithoutTables(file), "foreign"],
  ])("from a file that %s is refused, and changes nothing", async (_, write, flaw) => {
    const { folder, database, store } = await openWithMatch();
    const file = join(folder, "backup.db");
    write(file);
    await expect(database.restore(file)).rejects.toMatchObject({ flaw });
    await store.append("m", { epoch: 1, n: 1 }, [someRow(2)], false);
    expect(await store.read("m")).toEqual({ epoch: 1, rows: [1, 2].map(someRow) });
  });
});

test("a match that is restored gets an epoch that it never had, and its former owner cannot append any more", async () => {
  const { folder, database, store } = await openWithMatch();
  const backup = join(folder, "backup.db");
  await database.backup(backup);
  expect(await store.takeOver("m")).toMatchObject({ epoch: 2 });
  await store.append("m", { epoch: 2, n: 1 }, [someRow(2)], false);
  await database.restore(backup);
  const stored = await store.takeOver("m");
  expect(stored?.rows).toEqual([someRow(1)]);
  const epoch = stored?.epoch ?? 0;
  await store.append("m", { epoch, n: 1 }, ["another row"], false);
  const former = store.append("m", { epoch: 2, n: 2 }, [someRow(3)], false);
  await expect(former).rejects.toThrow(JournalConflict);
  expect(await store.findHead("m")).toEqual({ ...someName("m"), epoch, over: false });
  expect(epoch).toBeGreaterThan(2);
});

/** Returns a plugin that finds the file damaged until it is recovered, which fails at first, as on a full disk. */
function findsDamage(): PluginType {
  let isDamaged = true;
  let failures = 1;
  return {
    ...journalPlugin,
    open(database) {
      const log = new SqliteLog(database);
      const findHead = (match: string) => {
        if (isDamaged) throw corruptError("damaged");
        return SqliteLog.prototype.findHead.call(log, match);
      };
      return Object.assign(log, { findHead });
    },
    markLosses(...args) {
      if ((failures -= 1) >= 0) throw new Error("the disk is full");
      journalPlugin.markLosses(...args);
      isDamaged = false;
    },
  };
}

describe("a recovery that fails", () => {
  test("leaves the database unavailable until a later one succeeds", async () => {
    const time = new FakeTime();
    const events: ThreadEvent[] = [];
    const file = join(temporaryFolder(), "flower-war.db");
    const options = { migrations: MIGRATIONS, plugin: findsDamage(), time };
    const engine = new Engine(file, options, (event) => events.push(event));
    onTestFinished(() => engine.close());
    const isAvailable = () => engine.run([[1, "check", []]])[0]?.[1] === "done";
    engine.run([[1, "create", [someName("m"), [someRow(1)], 1]]]);
    expect(isAvailable()).toBe(true);
    expect(engine.run([[2, "findHead", ["m"]]])).toMatchObject([[2, "failed", expect.any(String)]]);
    expect(isAvailable()).toBe(false);
    expect(engine.run([[3, "append", ["m", { epoch: 1, n: 1 }, [someRow(2)], 2]]])).toMatchObject([
      [3, "failed", expect.stringContaining("the disk is full")],
    ]);
    await time.pass(10_000);
    expect(isAvailable()).toBe(true);
    expect(engine.run([[4, "findHead", ["m"]]])).toMatchObject([[4, "done", { match: "m" }]]);
    expect(events).toMatchObject([{ event: "recovered" }]);
    engine.run([[5, "append", ["m", { epoch: 1, n: 1 }, [someRow(2)], 2]]]);
    expect(engine.run([[6, "read", ["m"]]])).toEqual([[6, "done", { epoch: 1, rows: [1, 2].map(someRow) }]]);
  });

  test("creates no database in place of one that was removed meanwhile", async () => {
    const time = new FakeTime();
    const file = join(temporaryFolder(), "flower-war.db");
    const engine = new Engine(file, { migrations: MIGRATIONS, plugin: findsDamage(), time }, () => {});
    engine.run([[1, "findHead", ["m"]]]);
    renameSync(file, `${file}.moved`);
    await time.pass(10_000);
    expect(engine.run([[2, "check", []]])).toMatchObject([[2, "failed", expect.any(String)]]);
    expect(existsSync(file)).toBe(false);
  });
});

/** Creates a file that SQLite can read, without content. */
function createWithoutTables(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE a (b); DROP TABLE a");
  database.close();
}
