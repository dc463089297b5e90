import { pino } from "pino";
import { MIGRATIONS } from "../../src/migrations.ts";
import { Journal, type RetentionPeriods } from "../../src/storage/journal/journal.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { MemoryDatabase } from "../../src/storage/memory-database.ts";
import type { Time } from "../../src/time.ts";

export const FOREVER: RetentionPeriods = {
  finished: Number.POSITIVE_INFINITY,
  unfinished: Number.POSITIVE_INFINITY,
  results: Number.POSITIVE_INFINITY,
};

/** Opens a database in memory, with all tables. */
export const memoryDatabase = (): MemoryDatabase => new MemoryDatabase(MIGRATIONS);

/** A journal in memory, which outlives its server. */
export class MemoryJournal extends Journal {
  constructor(time: Time) {
    super(new SqliteStore(memoryDatabase(), FOREVER, time), time, pino({ level: "silent" }));
  }
}
