import { join } from "node:path";
import { sleep } from "@flower-war/protocol/ports";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { useDataFolder } from "./data-folder.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "./migrations.ts";
import type { Database } from "./storage/database/database.ts";
import { MemoryDatabase } from "./storage/memory-database.ts";
import { type DatabaseThread, openDatabase, type Store } from "./storage/open.ts";
import type { PostgresDatabase } from "./storage/postgres/postgres-database.ts";
import type { UseLock } from "./storage/postgres/use-lock.ts";
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

/** What outlives the process. */
export type DurableStore = Store & {
  /** Whether changes can be made now. */
  isAvailable(): Promise<boolean>;
};

/** Where a server stores its data: in the PostgreSQL of its installation, in a file of its own, or in memory alone. */
export interface OpenStores {
  readonly postgres: PostgresDatabase | null;
  readonly database: Database | null;
  /** The one of these that there is; `null`: nothing outlives the process. */
  readonly durable: DurableStore | null;
  /** The store in use, in memory if need be. */
  readonly used: Store;
  /** Holds PostgreSQL. */
  readonly lock: UseLock | null;
  close(): Promise<void>;
}

/** The options for opening stores. */
interface StorePorts {
  readonly time: ServerTime;
  readonly log: Logger;
  /** The database's thread, if it has been started before. */
  readonly databaseThread: DatabaseThread | undefined;
}

/**
 * Opens PostgreSQL, the server's own database, or one in memory.
 * @throws `StartError`
 */
export async function openStores(
  { databaseUrl, redisUrl, dataDir }: Config,
  { time, log, databaseThread }: StorePorts,
): Promise<OpenStores> {
  const ports = { time, log: log.child({ part: "database" }) };
  if (databaseUrl === null) {
    const none = { postgres: null, database: null, durable: null, lock: null };
    if (dataDir === null) return { ...none, used: new MemoryDatabase(MIGRATIONS), close: async () => {} };
    const release = useDataFolder(dataDir);
    try {
      const database = await openDatabase(join(dataDir, "flower-war.db"), MIGRATIONS, ports, databaseThread);
      const close = () => database.close().finally(release);
      return { ...none, database, durable: database, used: database, close };
    } catch (error) {
      release();
      throw error;
    }
  }
  const { UseLock, PostgresDatabase } = await loadPostgres();
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
  return { postgres, database: null, durable: postgres, used: postgres, lock, close };
}

/** Loads PostgreSQL's client, which a server with SQLite never needs. */
export async function loadPostgres() {
  const [{ UseLock }, { PostgresDatabase }] = await Promise.all([
    import("./storage/postgres/use-lock.ts"),
    import("./storage/postgres/postgres-database.ts"),
  ]);
  return { UseLock, PostgresDatabase };
}
