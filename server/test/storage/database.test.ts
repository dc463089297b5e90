import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { LOG_HARMS, replaceByCopy } from "../../../test/support/faults/log-harms.ts";
import { MIGRATIONS } from "../../src/migrations.ts";
import type { Database } from "../../src/storage/database/database.ts";
import type { Engine } from "../../src/storage/database/engine.ts";
import { openFile } from "../../src/storage/database/file.ts";
import type { PluginType } from "../../src/storage/database/plugin.ts";
import type { ThreadEvent } from "../../src/storage/database/requests.ts";
import { JournalConflict, JournalDamaged, JournalUnavailable } from "../../src/storage/journal/journal.ts";
import { journalPlugin } from "../../src/storage/journal/sqlite-log.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { systemTime } from "../../src/time.ts";
import { openDatabase, temporaryFolder } from "../support/database.ts";
import { someName, someRow } from "./journal-suite.ts";
import { openEngine } from "./open-engine.ts";

const RETENTION = {
  finished: Number.MAX_SAFE_INTEGER,
  unfinished: Number.MAX_SAFE_INTEGER,
  results: Number.MAX_SAFE_INTEGER,
};
/** Returns a database that a server of a version before wrote: the second was killed, the others stopped. */
const fixture = (version: number) => join(import.meta.dirname, `version-${version}.db`);

const newFile = () => join(temporaryFolder(), "flower-war.db");
const storeIn = (database: Database) => new SqliteStore(database, RETENTION, systemTime);
const at = (n: number, epoch = 1) => ({ epoch, n });

/** Runs SQL on a file that no server has open. */
function execute(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Returns the version, tables and rows of a file. */
function contentOf(file: string) {
  const database = new DatabaseSync(file);
  const tables = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM ${String(name)}`).all());
  const version = database.prepare("PRAGMA user_version").get();
  database.close();
  return { version, tables, rows };
}

describe("a database", () => {
  test("has its content after it was closed and opened again, and accepts more", async () => {
    const file = newFile();
    const before = await openDatabase(file);
    await storeIn(before).create(someName("m"), [someRow(1)]);
    await storeIn(before).append("m", at(1), [someRow(2)], false);
    await before.close();
    const store = storeIn(await openDatabase(file));
    await store.append("m", at(2), [someRow(3)], true);
    expect(await store.read("m")).toEqual({ epoch: 1, rows: [1, 2, 3].map(someRow) });
    expect(await store.findHead("m222")).toMatchObject({ match: "m", over: true });
  });

  test("has every acknowledged row after its process was killed", () => {
    const file = newFile();
    const killed = openEngine(file);
    const copy = newFile();
    killed.run([[1, "create", [someName("m"), [someRow(1)], 1]]]);
    for (let n = 1; n < 1100; n++) killed.run([[n, "append", ["m", at(n), [someRow(n + 1)], n]]]);
    for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, copy + suffix);
    killed.close();
    const engine = openEngine(copy);
    onTestFinished(() => engine.close());
    const [reply] = engine.run([[1, "takeOver", ["m", 2000]]]);
    const rows = Array.from({ length: 1100 }, (_, i) => someRow(i + 1));
    expect(reply).toEqual([1, "done", { epoch: 2, rows }]);
    expect(engine.run([[2, "append", ["m", at(1100), ["{}"], 1]]])).toEqual([[2, "done", false]]);
    expect(engine.run([[3, "append", ["m", at(1100, 2), ["{}"], 1]]])).toEqual([[3, "done", true]]);
  });

  test("is backed up also when a transaction is under way as the copy begins", async () => {
    const never = new Int32Array(new SharedArrayBuffer(4));
    const file = newFile();
    const copies: Promise<void>[] = [];
    const slow: PluginType = {
      ...journalPlugin,
      open: (database) =>
        Object.assign(journalPlugin.open(database), {
          beforeCommit: () => {
            if (copies.length === 0) copies.push(engine.backup(file));
            // The copy takes its first step meanwhile, in a thread of SQLite.
            Atomics.wait(never, 0, 0, 20);
          },
        }),
    };
    const engine = openEngine(newFile(), undefined, slow);
    onTestFinished(() => engine.close());
    engine.run([[1, "create", [someName("m"), [someRow(1)], 1]]]);
    await Promise.all(copies);
    const copy = openEngine(file);
    onTestFinished(() => copy.close());
    expect(copy.run([[1, "read", ["m"]]])).toEqual([[1, "done", { epoch: 1, rows: [someRow(1)] }]]);
  });

  test("stores tables of other domains, each change all or nothing", async () => {
    const database = await openDatabase();
    const put = (key: string, value: number) => ({
      sql: "INSERT OR IGNORE INTO things VALUES (?, ?)",
      values: [key, value],
    });
    await database.change({ sql: "CREATE TABLE things (key TEXT UNIQUE, value INTEGER)", values: [] });
    const rename = { sql: "UPDATE things SET key = 'b' WHERE key = ?", values: ["a"] };
    expect(await database.change(put("a", 1), put("c", 3))).toBe(true);
    expect(await database.change(put("a", 2), put("d", 4))).toBe(false);
    expect(await database.change(rename)).toBe(true);
    expect(await database.change(put("g", 7), { ...put("b", 8), required: true })).toBe(false);
    expect(await database.query("SELECT * FROM things WHERE value > ? ORDER BY key", 0)).toEqual([
      { key: "b", value: 1 },
      { key: "c", value: 3 },
    ]);
    const twice = [put("e", 5), { sql: "INSERT INTO things VALUES ('e', 6)", values: [] }];
    const asked = [database.change(...twice), database.change(put("f", 6))];
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(await database.query("SELECT key FROM things WHERE key IN ('e', 'f')")).toEqual([{ key: "f" }]);
  });
});

describe("a database on a full disk", () => {
  test("writes no part of a change, logs that once, and accepts changes when there is space again", async () => {
    const lines: string[] = [];
    const database = await openDatabase(newFile(), lines);
    const store = storeIn(database);
    for (const match of ["m", "other"]) await store.create(someName(match), [someRow(1)]);
    const [{ max_page_count: most } = {}] = await database.query("PRAGMA max_page_count");
    await database.query("PRAGMA max_page_count = 1");
    const long = "x".repeat(100_000);
    const failing = await Promise.allSettled([
      store.append("m", at(1), [someRow(2), long], false),
      store.append("other", at(1), [long], false),
    ]);
    for (const result of failing) {
      expect(result).toMatchObject({ status: "rejected", reason: { body: { code: "unavailable" } } });
      expect(result).toMatchObject({ reason: expect.any(JournalUnavailable) });
    }
    await expect(store.append("m", at(1), [long], false)).rejects.toThrow(JournalUnavailable);
    expect(await store.read("m")).toEqual({ epoch: 1, rows: [someRow(1)] });
    await database.query(`PRAGMA max_page_count = ${Number(most)}`);
    await expect(store.append("m", at(2), [someRow(3)], false)).rejects.toThrow(JournalConflict);
    await store.append("m", at(1), [long], false);
    await store.append("other", at(1), [someRow(2)], false);
    expect((await store.read("m"))?.rows).toEqual([someRow(1), long]);
    const logged = lines.map((line) => JSON.parse(line) as { code?: string; msg: string });
    expect(logged.map(({ code, msg }) => code ?? msg)).toEqual([
      "database-unavailable",
      "database available again",
    ]);
  });
});

describe("a database of another version", () => {
  test("is migrated if it is older: matches of version 1 are as they were written", async () => {
    const file = newFile();
    copyFileSync(fixture(1), file);
    const store = storeIn(await openDatabase(file));
    expect(await store.read("playing")).toEqual({ epoch: 2, rows: [1, 2, 3].map(someRow) });
    expect(await store.findHead("OVER")).toMatchObject({ match: "over", over: true });
    await store.append("playing", at(3, 2), [someRow(4)], false);
  });

  test.each([2, 3])(
    "is migrated from version %i with every row and date, and accepts more",
    async (version) => {
      const file = newFile();
      copyFileSync(fixture(version), file);
      const store = storeIn(await openDatabase(file));
      const long = JSON.stringify({ type: "entry", long: "✿".repeat(3000) });
      const playing = [someRow(1), someRow(2), someRow(3), long, someRow(5), someRow(6)];
      const over = [1, 2, 3, 4].map(someRow);
      expect(await store.read("playing")).toEqual({ epoch: 3, rows: playing });
      expect(await store.read("over")).toEqual({ epoch: 1, rows: over });
      expect(await store.read("young")).toEqual({ epoch: 2, rows: [someRow(1)] });
      expect(await store.findHead("PLAY")).toEqual({ ...someName("playing", "PLAY"), epoch: 3, over: false });
      expect(await store.findHead("OVER")).toEqual({ ...someName("over", "OVER"), epoch: 1, over: true });
      expect(await store.findHead("gone")).toBeNull();
      await expect(store.read("broken")).rejects.toThrow(JournalDamaged);
      if (version === 3) expect(await store.findResult("over")).toBe('{"é":"ñ✿"}');
      await expect(store.append("playing", at(6, 2), [someRow(7)], false)).rejects.toThrow(JournalConflict);
      await store.append("playing", at(6, 3), [someRow(7)], false);
      expect(await store.takeOver("young")).toMatchObject({ epoch: 3 });
    },
  );

  test.each([2, 3])("keeps the dates by which matches of version %i expire", (version) => {
    const file = newFile();
    copyFileSync(fixture(version), file);
    const engine = openEngine(file);
    onTestFinished(() => engine.close());
    const touched = 1_790_000_000_029;
    const retention = { finished: 10, unfinished: 10, results: 10 };
    const deleteAt = (now: number) => engine.run([[1, "deleteExpired", [retention, now]]])[0]?.[2];
    const isStored = (match: string) => engine.run([[1, "findHead", [match]]])[0]?.[2] !== null;
    expect([deleteAt(touched + 10), isStored("over")]).toEqual([expect.any(Number), true]);
    deleteAt(touched + 11);
    expect(["playing", "young", "over", "broken"].map(isStored)).toEqual([false, false, false, false]);
    expect(deleteAt(touched + 11)).toBe(0);
  });

  test("gets every missing migration once", () => {
    const file = newFile();
    copyFileSync(fixture(3), file);
    const migrations = [...MIGRATIONS, "CREATE TABLE later (id INTEGER PRIMARY KEY)"];
    for (let i = 0; i < 2; i++) openFile(file, migrations).close();
    const database = openFile(file, migrations);
    onTestFinished(() => database.close());
    expect(database.prepare("SELECT count(*) AS n FROM later").get()).toEqual({ n: 0 });
    expect(database.prepare("SELECT count(*) AS n FROM heads").get()).toEqual({ n: 4 });
  });

  test.each([1, 2, 3, 4])("keeps its version if a migration fails, here of version %i", (version) => {
    const file = newFile();
    if (version < 4) copyFileSync(fixture(version), file);
    else openFile(file, MIGRATIONS).close();
    const before = contentOf(file);
    expect(() => openFile(file, [...MIGRATIONS, "CREATE TABLE a (b); CREATE TABLE heads (b)"])).toThrow();
    expect(contentOf(file)).toEqual(before);
    openFile(file, MIGRATIONS).close();
  });

  test.each([
    ["database-newer", (file: string) => execute(file, `PRAGMA user_version = ${MIGRATIONS.length + 1}`)],
    ["database-foreign", (file: string) => execute(file, "PRAGMA application_id = 7")],
  ])("or another program refuses the start with %s, and is not changed", async (code, change) => {
    const file = newFile();
    await (await openDatabase(file)).close();
    change(file);
    await expect(openDatabase(file)).rejects.toThrow(
      new RegExp(`^DATA_DIR cannot be used \\(${code}\\): ${file} .*\\.$`),
    );
    expect(readdirSync(join(file, ".."))).toEqual(["flower-war.db"]);
  });
});

test("a database that another server has open refuses the start with database-held", async () => {
  const file = newFile();
  await openDatabase(file);
  await expect(openDatabase(file)).rejects.toThrow(/database-held/);
});

describe("the files of a database", () => {
  const logged = (lines: string[]) => lines.map((line) => JSON.parse(line) as { code?: string; msg: string });

  test("are open to their user alone, also when they were not", async () => {
    const file = newFile();
    await (await openDatabase(file)).close();
    chmodSync(file, 0o644);
    const database = await openDatabase(file);
    await storeIn(database).create(someName("m"), [someRow(1)]);
    const copy = newFile();
    await database.backup(copy);
    for (const path of [file, `${file}-wal`, copy]) expect(statSync(path).mode & 0o777, path).toBe(0o600);
  });

  test.each([
    ["moved away", (file: string) => renameSync(file, `${file}.moved`)],
    ["replaced", (file: string) => replaceByCopy(file)],
  ])(
    "that were %s are noticed before anything is acknowledged, and when they are back",
    async (_, change) => {
      const file = newFile();
      const lines: string[] = [];
      const database = await openDatabase(file, lines);
      const store = storeIn(database);
      await store.create(someName("m"), [someRow(1)]);
      expect(await database.isAvailable()).toBe(true);
      linkSync(file, `${file}.held`);
      change(file);
      await expect(store.append("m", at(1), [someRow(2)], false)).rejects.toThrow(JournalUnavailable);
      await expect(store.read("m")).rejects.toThrow(JournalUnavailable);
      expect(await database.isAvailable()).toBe(false);
      expect(logged(lines)).toMatchObject([
        { code: "database-unavailable", reason: expect.stringContaining("was removed or replaced") },
      ]);
      renameSync(`${file}.held`, file);
      await store.append("m", at(1), [someRow(2)], false);
      expect(await database.isAvailable()).toBe(true);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: [someRow(1), someRow(2)] });
    },
  );

  test("are available again after a failure only when there is room for more than a small write", async () => {
    const file = newFile();
    const database = await openDatabase(file);
    renameSync(file, `${file}.moved`);
    expect(await database.isAvailable()).toBe(false);
    renameSync(`${file}.moved`, file);
    // No file can be written there.
    mkdirSync(`${file}.probe`);
    expect(await database.isAvailable()).toBe(false);
    rmdirSync(`${file}.probe`);
    expect(await database.isAvailable()).toBe(true);
    expect(existsSync(`${file}.probe`)).toBe(false);
  });

  test("that vanish during a commit leave its outcome unknown, not acknowledged", () => {
    const file = newFile();
    const vanishing: PluginType = {
      ...journalPlugin,
      open: (database) => Object.assign(journalPlugin.open(database), { beforeCommit: () => rmSync(file) }),
    };
    const engine = openEngine(file, undefined, vanishing);
    onTestFinished(() => engine.close());
    const replies = engine.run([[1, "create", [someName("m"), [someRow(1)], 1]]]);
    expect(replies).toMatchObject([[1, "unknown", expect.stringContaining("was removed or replaced")]]);
  });

  test.each([
    ["failed to sync", 1034, "unknown"],
    ["was full", 13, "failed"],
  ])("on a disk that %s at a commit have an outcome of their own", (_, errcode, outcome) => {
    const failing: PluginType = {
      ...journalPlugin,
      open(database) {
        const exec = database.exec.bind(database);
        database.exec = (sql) => {
          if (sql === "COMMIT") throw Object.assign(new Error("disk error"), { errcode });
          exec(sql);
        };
        return journalPlugin.open(database);
      },
    };
    const engine = openEngine(newFile(), undefined, failing);
    onTestFinished(() => engine.close());
    const replies = engine.run([[1, "create", [someName("m"), [someRow(1)], 1]]]);
    expect(replies).toEqual([[1, outcome, "disk error"]]);
  });

  test("without the write-ahead log of a server that was killed say so in the log: journal-gaps", async () => {
    const file = newFile();
    const copy = newFile();
    const killed = openEngine(file);
    killed.run([[1, "create", [someName("m"), [someRow(1)], 1]]]);
    copyFileSync(file, copy);
    killed.close();
    const lines: string[] = [];
    const database = await openDatabase(copy, lines);
    expect(await storeIn(database).read("m")).toBeNull();
    expect(logged(lines)).toMatchObject([{ code: "journal-gaps", msg: "write-ahead log missing" }]);
  });

  test("of a server that was stopped, and of a backup, lack no write-ahead log", async () => {
    const file = newFile();
    const copy = newFile();
    const before = await openDatabase(file);
    await before.backup(copy);
    await before.close();
    const lines: string[] = [];
    for (const path of [file, copy]) await openDatabase(path, lines);
    expect(lines).toEqual([]);
  });

  test("have all tables in the main file when they are young, without the write-ahead log", () => {
    const file = newFile();
    const copy = newFile();
    const engine = openEngine(file);
    copyFileSync(file, copy);
    engine.close();
    expect(contentOf(copy).version).toEqual({ user_version: MIGRATIONS.length });
  });
});

describe("a write-ahead log that another program harms", () => {
  /** The first fit into the log. With the others, of 25 pages each, it began again: it does so with 1,000. */
  const cases = LOG_HARMS.flatMap(([harm, act]) => [8, 60].map((count) => ({ harm, act, count })));

  /** Writes facts of a match, harms the log, and returns the engine with what it says about that. */
  function harmLog(count: number, act: (log: string) => void) {
    const file = newFile();
    const events: ThreadEvent[] = [];
    const engine = openEngine(file, (event) => events.push(event));
    onTestFinished(() => engine.close());
    engine.run([[1, "create", [someName("m"), rowsUpTo(1), 1]]]);
    for (let n = 1; n < count; n++) append(engine, n);
    act(`${file}-wal`);
    return { file, engine, events };
  }

  const row = (n: number) => JSON.stringify({ n, text: "x".repeat(100_000) });
  const append = (engine: Engine, n: number) => engine.run([[n, "append", ["m", at(n), [row(n + 1)], n]]]);
  const rowsUpTo = (count: number) => Array.from({ length: count }, (_, i) => row(i + 1));
  const read = (engine: Engine) => engine.run([[1, "read", ["m"]]]);

  /** Opens a copy of the files, as a server that follows one that was killed. */
  function openCopy(file: string): Engine {
    const copy = newFile();
    for (const suffix of ["", "-wal"])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
    const engine = openEngine(copy);
    onTestFinished(() => engine.close());
    return engine;
  }

  test.each(cases)(
    "($harm it after $count facts) is written again, and nothing is lost",
    ({ count, act }) => {
      const { file, engine, events } = harmLog(count, act);
      expect(append(engine, count)).toEqual([[count, "done", true]]);
      expect(events).toEqual([{ event: "log-restored", harm: expect.stringContaining(`${file}-wal was `) }]);
      expect(read(engine)).toEqual([[1, "done", { epoch: 1, rows: rowsUpTo(count + 1) }]]);
      expect(read(openCopy(file))).toEqual([[1, "done", { epoch: 1, rows: rowsUpTo(count + 1) }]]);
      expect(append(engine, count + 1)).toEqual([[count + 1, "done", true]]);
      expect(events).toHaveLength(1);
    },
  );

  test.each(cases)(
    "($harm it after $count facts) is written again by a server that stops",
    ({ count, act }) => {
      const { file, engine } = harmLog(count, act);
      engine.close();
      expect(read(openCopy(file))).toEqual([[1, "done", { epoch: 1, rows: rowsUpTo(count) }]]);
    },
  );

  test.each(cases)(
    "($harm it after $count facts) is written again before a backup",
    async ({ count, act }) => {
      const { engine } = harmLog(count, act);
      const copy = newFile();
      await engine.backup(copy);
      expect(read(openCopy(copy))).toEqual([[1, "done", { epoch: 1, rows: rowsUpTo(count) }]]);
    },
  );

  test.each(LOG_HARMS)(
    "(%s it during a commit) leaves the outcome unknown, and loses nothing of before",
    (_, act) => {
      const file = newFile();
      let isHarmed = false;
      const harming: PluginType = {
        ...journalPlugin,
        open: (database) =>
          Object.assign(journalPlugin.open(database), {
            beforeCommit: () => isHarmed && act(`${file}-wal`),
          }),
      };
      const engine = openEngine(file, undefined, harming);
      onTestFinished(() => engine.close());
      engine.run([[1, "create", [someName("m"), rowsUpTo(5), 1]]]);
      isHarmed = true;
      expect(append(engine, 5)).toMatchObject([[5, "unknown", expect.stringContaining("-wal was ")]]);
      isHarmed = false;
      const [reply = []] = read(engine);
      const { rows } = reply[2] as { readonly rows: readonly string[] };
      expect(rowsUpTo(6).slice(0, rows.length)).toEqual(rows);
      expect(rows.length).toBeGreaterThanOrEqual(5);
      expect(append(engine, rows.length)).toEqual([[rows.length, "done", true]]);
    },
  );

  test("and replaces stays beside it", () => {
    const { file, engine } = harmLog(5, replaceByCopy);
    append(engine, 5);
    const names = readdirSync(dirname(file)).filter((name) => name.includes("-wal.replaced-"));
    expect(names).toHaveLength(1);
  });
});

test("a damaged match is left out when many are found at once", async () => {
  const file = newFile();
  const before = await openDatabase(file);
  for (const match of ["m", "other"]) await storeIn(before).create(someName(match), [someRow(1)]);
  await before.close();
  execute(file, "UPDATE heads SET crc = crc + 1 WHERE match = 'm'");
  const store = storeIn(await openDatabase(file));
  await expect(store.findHead("m")).rejects.toThrow(JournalDamaged);
  expect(await store.findHeads(["m", "other"])).toMatchObject([{ match: "other" }]);
});

test("a recovery brings back a match whose head was lost, under an epoch that no room of before has", async () => {
  const file = newFile();
  const before = await openDatabase(file);
  const created = (match: string) =>
    JSON.stringify({ type: "created", plan: { ...someName(match, match.toUpperCase()), seats: 2 } });
  const ended = JSON.stringify({ type: "ended", by: "s1" });
  for (const match of ["playing", "over"]) {
    await storeIn(before).create(someName(match, match.toUpperCase()), [created(match), someRow(2)]);
  }
  await storeIn(before).append("over", at(2), [ended], true);
  await before.close();
  const pages = new DatabaseSync(file);
  const root = pages.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'heads'").get()?.["rootpage"];
  pages.close();
  const bytes = readFileSync(file);
  bytes.fill(0, (Number(root) - 1) * 4096, Number(root) * 4096);
  writeFileSync(file, bytes);
  const lines: string[] = [];
  const store = storeIn(await openDatabase(file, lines));
  expect(lines.join()).toContain("database-damaged");
  expect(await store.findHead("PLAYING")).toMatchObject({ match: "playing", over: false });
  expect(await store.findHead("OVER")).toMatchObject({ match: "over", over: true });
  await expect(store.append("playing", at(2), [someRow(3)], false)).rejects.toThrow(JournalConflict);
  const taken = await store.takeOver("playing");
  expect(taken?.rows).toEqual([created("playing"), someRow(2)]);
  await store.append("playing", at(2, taken?.epoch), [someRow(3)], false);
});

test("a database of which nothing can be read is renamed, and the server starts with an empty one", async () => {
  const file = newFile();
  writeFileSync(file, "no database ".repeat(1000));
  const lines: string[] = [];
  const store = storeIn(await openDatabase(file, lines));
  await store.create(someName("m"), [someRow(1)]);
  const { code, damaged } = JSON.parse(lines[0] ?? "") as { code: string; damaged: string };
  expect(code).toBe("database-damaged");
  expect(existsSync(damaged)).toBe(true);
});
