import { join } from "node:path";
import { sleep } from "@flower-war/protocol/ports";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "./migrations.ts";
import { openDatabase, type Stores } from "./storage/open.ts";
import { PostgresDatabase } from "./storage/postgres/postgres-database.ts";
import { UseLock } from "./storage/postgres/use-lock.ts";
import type { ServerTime } from "./time.ts";

/** ms that PostgreSQL may take to end the connections of a server that stops. */
const DISCONNECT_TIMEOUT = 2_000;

/** Resolves with the reason if what a server stores in cannot be used any more. */
export async function brokenBy({ database, lock }: OpenStores): Promise<string> {
  const crashed = database?.crashed.then(
    () => "The database's thread has ended: nothing can be stored any more.",
  );
  return Promise.race([crashed, lock?.taken].map((reason) => reason ?? new Promise<never>(() => {})));
}

/** What a server stores in, and what holds it for this server. */
export interface OpenStores extends Stores {
  readonly lock: UseLock | null;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL or the server's own database; neither: nothing is stored.
 * @throws `StartError`
 */
export async function openStores(
  { databaseUrl, redisUrl, dataDir }: Config,
  time: ServerTime,
  log: Logger,
): Promise<OpenStores> {
  const ports = { time, log: log.child({ part: "database" }) };
  if (databaseUrl === null) {
    const file = dataDir === null ? null : join(dataDir, "flower-war.db");
    const database = file === null ? null : await openDatabase(file, MIGRATIONS, ports);
    return { postgres: null, database, lock: null, close: async () => database?.close() };
  }
  const lock = await UseLock.acquire(databaseUrl, { ...ports, shared: redisUrl !== null });
  const options = { migrations: POSTGRES_MIGRATIONS, log: ports.log };
  const postgres = await PostgresDatabase.open(databaseUrl, options).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const disconnect = async () => {
    await postgres.close();
    await lock.release();
  };
  // A PostgreSQL that does not answer keeps no server from stopping.
  const close = () => Promise.race([disconnect(), sleep(time, DISCONNECT_TIMEOUT)]);
  return { postgres, database: null, lock, close };
}
