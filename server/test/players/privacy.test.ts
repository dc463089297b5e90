/** docs/privacy.md says of every column of the database whether it is personal. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openDatabase } from "../support/database.ts";

const PAGE = new URL("../../../docs/privacy.md", import.meta.url);

test("the privacy page lists every table with its columns, each once", async () => {
  const database = await openDatabase();
  const columns = await database.query(
    `SELECT tables.name AS "table", columns.name AS "column"
      FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
  );
  const stored = columns.map(({ table, column }) => `${String(table)}.${String(column)}`);
  expect(listed().toSorted()).toEqual(stored.toSorted());
});

/** The columns of the page's last table. */
function listed(): string[] {
  const section = readFileSync(PAGE, "utf8").split("## Every column")[1] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => {
    const [table, ...columns] = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    return columns.map((column) => `${table}.${column}`);
  });
}
