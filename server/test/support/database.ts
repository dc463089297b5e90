import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { MIGRATIONS } from "../../src/migrations.ts";
import type { Database } from "../../src/storage/database/database.ts";
import { openDatabase as open } from "../../src/storage/open.ts";
import { systemTime } from "../../src/time.ts";

/** Creates a folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a database in a thread; it is closed when the test is over. Its log's lines go to `lines`. */
export async function openDatabase(
  file = join(temporaryFolder(), "flower-war.db"),
  lines: string[] = [],
): Promise<Database> {
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const database = await open(file, MIGRATIONS, { time: systemTime, log });
  onTestFinished(() => database.close());
  return database;
}
