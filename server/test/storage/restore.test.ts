/** Replacing the database of a running server by a backup. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { systemTime } from "../../src/time.ts";
import { openDatabase, temporaryFolder } from "../support/database.ts";
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
    ["has nothing in it", (file: string) => writeFileSync(file, "")],
    ["has no tables", (file: string) => createWithoutTables(file)],
  ])("from a file that %s is refused, and changes nothing", async (_, write) => {
    const { folder, database, store } = await openWithMatch();
    const file = join(folder, "backup.db");
    write(file);
    await expect(database.restore(file)).rejects.toMatchObject({ outcome: "refused" });
    await store.append("m", { epoch: 1, n: 1 }, [someRow(2)], false);
    expect(await store.read("m")).toEqual({ epoch: 1, rows: [1, 2].map(someRow) });
  });
});

/** Creates a file that SQLite can read, without content. */
function createWithoutTables(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE a (b); DROP TABLE a");
  database.close();
}
