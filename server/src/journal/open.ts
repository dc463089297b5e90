import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { FactJournal } from "./fact-journal.ts";
import type { Journal, Keeping } from "./journal.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { RedisStore } from "./redis-store.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** Where a server keeps things: in Redis, in a database of its own, or nowhere. */
export interface Stores {
  readonly redis: Redis | null;
  readonly database: Database | null;
}

/** @throws `StartError` if a newer version wrote what is in Redis */
export async function openJournal(
  { redis, database }: Stores,
  keeping: Keeping,
  log: Logger,
): Promise<Journal> {
  if (redis) return new FactJournal(await RedisStore.open(redis, keeping), log);
  if (database) return new FactJournal(new SqliteStore(database, keeping), log);
  return new MemoryJournal();
}
