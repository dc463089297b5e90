import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { Database } from "../../src/database/database.ts";

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database in a thread, closed when the test is over. Its log's lines go to `lines`. */
export async function openDatabase(
  file = join(temporaryFolder(), "flower-war.db"),
  lines: string[] = [],
): Promise<Database> {
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const database = await Database.open(file, log);
  onTestFinished(() => database.close());
  return database;
}
