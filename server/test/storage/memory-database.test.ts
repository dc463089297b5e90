import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../src/migrations.ts";
import { addChecksum } from "../../src/storage/database/file.ts";
import { MemoryDatabase } from "../../src/storage/memory-database.ts";

const name = { match: "m1", code: "ABCD", game: "flower-war" };
const chat = { sql: "SELECT count(*) AS lines FROM chat" };

test("an emptied database in memory is as a new one", async () => {
  const database = new MemoryDatabase(MIGRATIONS);
  const useIt = async () => [
    await database.request("create", [name, ["created", "begun"], 1]),
    await database.request("append", ["m1", { epoch: 1, n: 2 }, ["entry"], 2]),
    await database.request("read", ["m1"]),
    await database.change({
      sql: "INSERT INTO chat (match, n, sender, request, at, seat, name, text, reaction, hidden) VALUES ('m1', 1, 'a', 'r', 1, '', 'A', 't', '', 0)",
      values: [],
    }),
    await database.query(chat.sql),
  ];
  const first = await useIt();
  expect(first).toEqual([true, true, expect.anything(), true, [{ lines: 1 }]]);
  database.empty();
  expect(await database.query(chat.sql)).toEqual([{ lines: 0 }]);
  expect(await database.request("findHead", ["m1"])).toBeNull();
  expect(await useIt()).toEqual(first);
});

test("a database in memory has the tables that the migrations make, which store no rows", async () => {
  const migrated = new DatabaseSync(":memory:");
  addChecksum(migrated);
  for (const migration of MIGRATIONS) migrated.exec(migration);
  const sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name";
  expect(await new MemoryDatabase(MIGRATIONS).query(sql)).toEqual(migrated.prepare(sql).all());
  for (const { name: table } of migrated.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
    expect(migrated.prepare(`SELECT * FROM "${String(table)}"`).all(), String(table)).toEqual([]);
});

test("a failed transaction changes nothing in a database in memory", async () => {
  const database = new MemoryDatabase(MIGRATIONS);
  const insert = {
    sql: "INSERT INTO results (match, ended, text, crc) VALUES ('m1', 1, 't', 0)",
    values: [],
  };
  await expect(database.change(insert, insert)).rejects.toMatchObject({ outcome: "refused" });
  expect(await database.query("SELECT match FROM results")).toEqual([]);
  expect(await database.change(insert)).toBe(true);
});
