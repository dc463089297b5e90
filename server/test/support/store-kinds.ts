import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { lacks } from "../../../test/support/programs.ts";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { MemoryDatabase } from "../../src/storage/memory-database.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import type { SqlDatabase } from "../../src/storage/sql-database.ts";
import { openDatabase } from "./database.ts";

/** A kind of store, for a suite that all kinds have in common. */
export interface StoreKind<Store> {
  readonly kind: string;
  /** Opens an empty store. */
  readonly open: () => Promise<Store>;
  /** Whether its database is not installed here. */
  readonly skipped: boolean;
}

/**
 * Returns the kinds of a store, for `describe.each`. A PostgreSQL runs while the calling file's tests do.
 * @param tables that belong to the store
 */
export function storeKinds<Store>(
  inDatabase: (database: SqlDatabase) => Store,
  tables: readonly string[],
): readonly StoreKind<Store>[] {
  const isMissing = lacks("postgres");
  let postgres: PostgresProcess | null = null;
  let shared: PostgresDatabase | null = null;
  beforeAll(async () => {
    if (isMissing) return;
    postgres = await PostgresProcess.start();
    const log = pino({ level: "silent" });
    shared = await PostgresDatabase.open(postgres.url, { migrations: POSTGRES_MIGRATIONS, log });
  });
  afterAll(async () => {
    await shared?.close();
    await postgres?.stop();
  });
  const openShared = async () => {
    if (!shared) throw new Error("PostgreSQL was not started");
    await postgres?.query(`TRUNCATE ${tables.join(", ")}`);
    return inDatabase(shared);
  };
  return [
    { kind: "memory", open: async () => inDatabase(new MemoryDatabase(MIGRATIONS)), skipped: false },
    { kind: "SQLite", open: async () => inDatabase(await openDatabase()), skipped: false },
    { kind: "PostgreSQL", open: openShared, skipped: isMissing },
  ];
}
