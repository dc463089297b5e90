import type { Random } from "../../src/random.ts";
import type { SqlDatabase } from "../../src/storage/sql-database.ts";
import { MemoryKeys } from "../../src/cluster/expiring-keys.ts";
import { TempleStore } from "../../src/temples/store/temple-store.ts";
import type { Time } from "../../src/time.ts";
import { memoryDatabase } from "./memory-journal.ts";

/** Opens the store for temples as a server that is alone has it, by default in memory. */
export function openTempleStore(
  time: Time,
  random: Random,
  database: SqlDatabase = memoryDatabase(),
): TempleStore {
  return new TempleStore(database, new MemoryKeys(time), random);
}
