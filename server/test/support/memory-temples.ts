import type { Random } from "../../src/random.ts";
import type { SqlDatabase } from "../../src/storage/sql-database.ts";
import { MemoryCodes } from "../../src/temples/store/codes.ts";
import { MemoryLeases } from "../../src/temples/store/leases.ts";
import { TempleStore } from "../../src/temples/store/temple-store.ts";
import type { Time } from "../../src/time.ts";
import { memoryDatabase } from "./memory-journal.ts";

/** Opens the store for temples as a server that is alone has it, by default in memory. */
export function openTempleStore(
  time: Time,
  random: Random,
  database: SqlDatabase = memoryDatabase(),
): TempleStore {
  const [codes, leases] = [new MemoryCodes(time, random), new MemoryLeases(time)];
  return new TempleStore(database, { codes, leases });
}
