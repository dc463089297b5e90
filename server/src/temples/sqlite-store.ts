import { DatabaseSync } from "node:sqlite";
import { ShownCodes } from "./codes.ts";
import { MemoryBindings, MemoryLeases, MemoryLedgers } from "./memory-store.ts";
import type { Credential, CredentialStore, TempleStore } from "./store.ts";

/** The layout of the file, kept in its `user_version`; 0 is a new file. */
const LAYOUT = 1;

/**
 * A store whose credentials live in an SQLite file. Bindings and ledgers last as long as the matches they speak of:
 * these end with the process, so those do too.
 * @param file made if there is none, e.g. `DATA_DIR/temples.db`
 * @throws StoreError if the file cannot be opened or is not one of ours; it is left as it was
 */
export function openStore(file: string): TempleStore {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5000 });
    return storeIn(database);
  } catch (cause) {
    database?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError(`The temples' file ${file} in DATA_DIR cannot be used: ${reason}.`, { cause });
  }
}

/** Why a store's file cannot be used, in one sentence for the operator. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

function storeIn(database: DatabaseSync): TempleStore {
  checkLayout(database);
  const credentials = new SqliteCredentials(database);
  return {
    credentials,
    bindings: new MemoryBindings(),
    ledgers: new MemoryLedgers(),
    codes: new ShownCodes(),
    leases: new MemoryLeases(),
    close: () => database.close(),
  };
}

function checkLayout(database: DatabaseSync): void {
  const layout = first(database, "PRAGMA user_version");
  if (layout === LAYOUT) {
    const check = first(database, "PRAGMA quick_check(1)");
    if (check !== "ok") throw new Error(String(check));
    return;
  }
  if (layout !== 0) throw new Error(`its layout is ${String(layout)}, this version reads ${LAYOUT}`);
  if (first(database, "SELECT count(*) FROM sqlite_schema") !== 0) throw new Error("it holds something else");
  layOut(database);
}

/** The first column of the first row. */
function first(database: DatabaseSync, sql: string): unknown {
  return Object.values(database.prepare(sql).get() ?? {})[0];
}

function layOut(database: DatabaseSync): void {
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS credentials (
      temple_id TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      enrolled_at INTEGER NOT NULL
    ) STRICT;
    PRAGMA user_version = ${LAYOUT};
    COMMIT;
  `);
}

/** Reads and writes on the main thread: a look-up by key takes microseconds, and writes come from an operator's hand. */
class SqliteCredentials implements CredentialStore {
  readonly #insert;
  readonly #select;
  readonly #delete;
  readonly #all;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare("INSERT OR IGNORE INTO credentials VALUES (?, ?, ?)");
    this.#select = database.prepare("SELECT hash, enrolled_at FROM credentials WHERE temple_id = ?");
    this.#all = database.prepare("SELECT * FROM credentials");
    this.#delete = database.prepare("DELETE FROM credentials WHERE temple_id = ?");
  }

  async add({ templeId, hash, enrolledAt }: Credential): Promise<boolean> {
    return this.#insert.run(templeId, hash, enrolledAt).changes === 1;
  }

  async find(templeId: string): Promise<Credential | null> {
    const row = this.#select.get(templeId);
    return row ? { templeId, hash: String(row["hash"]), enrolledAt: Number(row["enrolled_at"]) } : null;
  }

  async list(): Promise<readonly Credential[]> {
    return this.#all.all().map((row) => ({
      templeId: String(row["temple_id"]),
      hash: String(row["hash"]),
      enrolledAt: Number(row["enrolled_at"]),
    }));
  }

  async remove(templeId: string): Promise<boolean> {
    return this.#delete.run(templeId).changes === 1;
  }
}
