import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTempFolder } from "../../../test/support/temp-folder.ts";
import { LOG_HARMS } from "../../../test/support/faults/log-harms.ts";
import { MIGRATIONS } from "../../src/migrations.ts";
import { openFile, readValue } from "../../src/storage/database/file.ts";
import { LogCopy } from "../../src/storage/database/log-copy.ts";
import { markRunning } from "../../src/storage/database/running.ts";

describe("a harm between the first commit after an opening and its copy", () => {
  test.each(LOG_HARMS)("is found, and the commit is not lost unnoticed: %s", (_, harm) => {
    const file = join(makeTempFolder(), "flower-war.db");
    const database = openFile(file, MIGRATIONS);
    markRunning(database);
    const log = new LogCopy(file);
    try {
      expect(log.findHarm()).toBeNull();
      database.exec("CREATE TABLE first (x)");
      harm(`${file}-wal`);
      // The commit is told to have failed.
      expect(log.update()).toMatch(/was (removed or replaced|truncated or overwritten)/);
      log.restore(0);
    } finally {
      log.close();
      database.close();
    }
    const again = openFile(file, MIGRATIONS);
    expect(readValue(again, "PRAGMA integrity_check")).toBe("ok");
    again.close();
  });
});
