import { copyFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../src/database/database.ts";
import { Engine } from "../src/database/engine.ts";
import { openFile } from "../src/database/open.ts";
import { MIGRATIONS } from "../src/database/schema.ts";
import { JournalConflict, JournalDamaged, JournalUnavailable } from "../src/journal/journal.ts";
import { SqliteStore } from "../src/journal/sqlite-store.ts";
import { openDatabase, temporaryFolder } from "./support/database.ts";
import { someName, someRow } from "./support/journal-suite.ts";

const KEEPING = { finished: Number.MAX_SAFE_INTEGER, unfinished: Number.MAX_SAFE_INTEGER };
const FIXTURE = join(import.meta.dirname, "fixtures", "version-1.db");

const newFile = () => join(temporaryFolder(), "flower-war.db");
const storeIn = (database: Database) => new SqliteStore(database, KEEPING);
const at = (n: number, epoch = 1) => ({ epoch, n });

/** Runs SQL on a file that nobody has open. */
function doctor(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe("a database", () => {
  test("holds after it was closed what was in it, and goes on from there", async () => {
    const file = newFile();
    const before = await openDatabase(file);
    await storeIn(before).create(someName("m"), [someRow(1)]);
    await storeIn(before).append("m", at(1), [someRow(2)], false);
    await before.close();
    const store = storeIn(await openDatabase(file));
    await store.append("m", at(2), [someRow(3)], true);
    expect(await store.read("m")).toEqual({ epoch: 1, rows: [1, 2, 3].map(someRow) });
    expect(await store.headOf("m222")).toMatchObject({ match: "m", over: true });
  });

  test("holds what was acknowledged when its process was killed", () => {
    const file = newFile();
    const killed = new Engine(file, () => undefined);
    const copy = newFile();
    killed.run([[1, "create", [someName("m"), [someRow(1)], 1]]]);
    for (let n = 1; n < 1100; n++) killed.run([[n, "append", ["m", at(n), [someRow(n + 1)], false, n]]]);
    for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, copy + suffix);
    killed.close();
    const engine = new Engine(copy, () => undefined);
    onTestFinished(() => engine.close());
    const [reply] = engine.run([[1, "takeOver", ["m", 2000]]]);
    const rows = Array.from({ length: 1100 }, (_, i) => someRow(i + 1));
    expect(reply).toEqual([1, "done", { epoch: 2, rows }]);
    expect(engine.run([[2, "append", ["m", at(1100), ["{}"], false, 1]]])).toEqual([[2, "done", false]]);
    expect(engine.run([[3, "append", ["m", at(1100, 2), ["{}"], false, 1]]])).toEqual([[3, "done", true]]);
  });

  test("has never more than 2,000 rows of a few matches to read again after a kill", () => {
    const file = newFile();
    const engine = new Engine(file, () => undefined);
    onTestFinished(() => engine.close());
    const rows = Array.from({ length: 100 }, (_, i) => someRow(i));
    engine.run([[0, "create", [someName("m"), [someRow(0)], 1]]]);
    const unmarked: number[] = [];
    for (let i = 0; i < 50; i++) {
      engine.run([[i, "append", ["m", at(1 + i * rows.length), rows, false, i]]]);
      const sql = "SELECT max(id) - (SELECT marked FROM marks) AS rows FROM log";
      const [[, , found] = []] = engine.run([[i, "query", [{ sql, values: [] }]]]);
      expect(found).toEqual([{ rows: expect.any(Number) }]);
      unmarked.push(...(found as { rows: number }[]).map(({ rows: behind }) => behind));
    }
    expect(Math.max(...unmarked)).toBeGreaterThan(1000);
    expect(Math.max(...unmarked)).toBeLessThan(2000);
  });

  test("keeps other tables beside the journal's, each change all or nothing", async () => {
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

describe("a database whose disk is full", () => {
  test("takes nothing, not even half, says so once, and goes on when there is room", async () => {
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
      expect(result).toMatchObject({ status: "rejected", reason: { fault: { code: "unavailable" } } });
      expect(result).toMatchObject({ reason: expect.any(JournalUnavailable) });
    }
    await expect(store.append("m", at(1), [long], false)).rejects.toThrow(JournalUnavailable);
    expect(await store.read("m")).toEqual({ epoch: 1, rows: [someRow(1)] });
    await database.query(`PRAGMA max_page_count = ${Number(most)}`);
    await expect(store.append("m", at(2), [someRow(3)], false)).rejects.toThrow(JournalConflict);
    await store.append("m", at(1), [long], false);
    await store.append("other", at(1), [someRow(2)], false);
    expect((await store.read("m"))?.rows).toEqual([someRow(1), long]);
    const said = lines.map((line) => JSON.parse(line) as { code?: string; msg: string });
    expect(said.map(({ code, msg }) => code ?? msg)).toEqual([
      "database-unavailable",
      "the database works again",
    ]);
  });
});

describe("a database of another version", () => {
  test("is brought up if it is older: version 1 reads as it was written", async () => {
    const file = newFile();
    copyFileSync(FIXTURE, file);
    const store = storeIn(await openDatabase(file));
    expect(await store.read("playing")).toEqual({ epoch: 2, rows: [1, 2, 3].map(someRow) });
    expect(await store.headOf("OVER")).toMatchObject({ match: "over", over: true });
    await store.append("playing", at(3, 2), [someRow(4)], false);
  });

  test("gets every migration that it lacks, once", () => {
    const file = newFile();
    copyFileSync(FIXTURE, file);
    const migrations = [...MIGRATIONS, "CREATE TABLE later (id INTEGER PRIMARY KEY)"];
    for (let i = 0; i < 2; i++) openFile(file, migrations).close();
    const database = openFile(file, migrations);
    onTestFinished(() => database.close());
    expect(database.prepare("SELECT count(*) AS n FROM later").get()).toEqual({ n: 0 });
    expect(database.prepare("SELECT count(*) AS n FROM matches").get()).toEqual({ n: 2 });
  });

  test("keeps its version if a migration fails", () => {
    const file = newFile();
    copyFileSync(FIXTURE, file);
    expect(() => openFile(file, [...MIGRATIONS, "CREATE TABLE a (b); CREATE TABLE matches (b)"])).toThrow();
    const database = openFile(file);
    onTestFinished(() => database.close());
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'a'").get()).toBeUndefined();
  });

  test.each([
    ["database-newer", (file: string) => doctor(file, `PRAGMA user_version = ${MIGRATIONS.length + 1}`)],
    ["database-foreign", (file: string) => doctor(file, "PRAGMA application_id = 7")],
  ])("or of somebody else refuses the start: %s, and is left as it was", async (code, change) => {
    const file = newFile();
    await (await openDatabase(file)).close();
    change(file);
    await expect(openDatabase(file)).rejects.toThrow(
      new RegExp(`^DATA_DIR cannot be used \\(${code}\\): ${file} .*\\.$`),
    );
    expect(readdirSync(join(file, ".."))).toEqual(["flower-war.db"]);
  });
});

test("a database that another server has open refuses the start: database-held", async () => {
  const file = newFile();
  await openDatabase(file);
  await expect(openDatabase(file)).rejects.toThrow(/database-held/);
});

describe("a damaged database", () => {
  test("tells of many matches at once without the damaged one", async () => {
    const file = newFile();
    const before = await openDatabase(file);
    for (const match of ["m", "other"]) await storeIn(before).create(someName(match), [someRow(1)]);
    await before.close();
    doctor(file, "UPDATE matches SET crc = crc + 1 WHERE match = 'm'");
    const store = storeIn(await openDatabase(file));
    await expect(store.headOf("m")).rejects.toThrow(JournalDamaged);
    expect(await store.headsOf(["m", "other"])).toMatchObject([{ match: "other" }]);
  });

  test("that is none at all is put aside, and the start goes on", async () => {
    const file = newFile();
    writeFileSync(file, "no database ".repeat(1000));
    const lines: string[] = [];
    const store = storeIn(await openDatabase(file, lines));
    await store.create(someName("m"), [someRow(1)]);
    const { code, damaged } = JSON.parse(lines[0] ?? "") as { code: string; damaged: string };
    expect(code).toBe("database-damaged");
    expect(existsSync(damaged)).toBe(true);
  });
});
