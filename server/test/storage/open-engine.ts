import { MIGRATIONS } from "../../src/migrations.ts";
import { Engine } from "../../src/storage/database/engine.ts";
import type { ThreadEvent } from "../../src/storage/database/requests.ts";
import { journalPlugin } from "../../src/storage/journal/sqlite-log.ts";
import { systemTime } from "../../src/time.ts";

/** Opens a database in the thread of the test; the test closes it. */
export function openEngine(
  file: string,
  emit: (event: ThreadEvent) => void = () => undefined,
  plugin = journalPlugin,
): Engine {
  return new Engine(file, { migrations: MIGRATIONS, plugin, time: systemTime }, emit);
}
