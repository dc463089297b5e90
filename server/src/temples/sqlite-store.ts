import type { BeadName, Judgement, Ledger } from "@flower-war/client-sdk/temple";
import type { Database } from "../database/database.ts";
import type { Row, Statement, Value } from "../database/requests.ts";
import { beadId } from "./bead-id.ts";
import { type Binding, hasEnded } from "./bindings.ts";
import { ShownCodes } from "./codes.ts";
import { ANSWERS_KEPT, MemoryLeases } from "./memory-store.ts";
import type { BindingStore, Credential, CredentialStore, LedgerStore, TempleStore } from "./store.ts";

/**
 * A store in the server's one database. Codes and leases are as short-lived as the process: a temple shows another code,
 * and bridges come again.
 * @param database closed by whoever opened it
 */
export function sqliteStore(database: Database): TempleStore {
  return {
    credentials: new SqliteCredentials(database),
    bindings: new SqliteBindings(database),
    ledgers: new SqliteLedgers(database),
    codes: new ShownCodes(),
    leases: new MemoryLeases(),
    close() {},
  };
}

const statement = (sql: string, ...values: Value[]): Statement => ({ sql, values });

class SqliteCredentials implements CredentialStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add({ templeId, hash, enrolledAt }: Credential): Promise<boolean> {
    const sql = "INSERT OR IGNORE INTO temple_credentials (temple, hash, enrolled_at) VALUES (?, ?, ?)";
    return this.#database.change(statement(sql, templeId, hash, enrolledAt));
  }

  async find(templeId: string): Promise<Credential | null> {
    const [row] = await this.#database.query("SELECT * FROM temple_credentials WHERE temple = ?", templeId);
    return row ? credentialOf(row) : null;
  }

  async list(): Promise<readonly Credential[]> {
    return (await this.#database.query("SELECT * FROM temple_credentials")).map(credentialOf);
  }

  remove(templeId: string): Promise<boolean> {
    return this.#database.change(statement("DELETE FROM temple_credentials WHERE temple = ?", templeId));
  }
}

function credentialOf({ temple, hash, enrolled_at }: Row): Credential {
  return { templeId: String(temple), hash: String(hash), enrolledAt: Number(enrolled_at) };
}

class SqliteBindings implements BindingStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(templeId: string): Promise<Binding | null> {
    const [row] = await this.#database.query("SELECT * FROM temple_bindings WHERE temple = ?", templeId);
    return row ? bindingOf(row) : null;
  }

  async ofMatch(match: string): Promise<readonly Binding[]> {
    const sql = "SELECT * FROM temple_bindings WHERE match = ? ORDER BY temple";
    return (await this.#database.query(sql, match)).map(bindingOf);
  }

  /** Those that have ended come last: the database does no more when its first statement changes nothing. */
  async save(...bindings: Binding[]): Promise<void> {
    const written = bindings.filter((binding) => !hasEnded(binding)).map(writeBinding);
    const ended = bindings.filter(hasEnded).map(({ templeId }) => templeId);
    await this.#database.change(...written, forgetBindings(ended));
  }
}

function writeBinding({ templeId, match, seats }: Binding): Statement {
  const sql = `INSERT INTO temple_bindings (temple, match, seats) VALUES (?, ?, ?)
    ON CONFLICT (temple) DO UPDATE SET match = excluded.match, seats = excluded.seats`;
  return statement(sql, templeId, match, JSON.stringify(seats));
}

function forgetBindings(temples: readonly string[]): Statement {
  const sql = "DELETE FROM temple_bindings WHERE temple IN (SELECT value FROM json_each(?))";
  return statement(sql, JSON.stringify(temples));
}

function bindingOf({ temple, match, seats }: Row): Binding {
  return { templeId: String(temple), match: String(match), seats: JSON.parse(String(seats)) as string[] };
}

class SqliteLedgers implements LedgerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(templeId: string): Promise<Ledger | null> {
    const sql = "SELECT ledger FROM temple_ledgers WHERE temple = ?";
    const [row] = await this.#database.query(sql, templeId);
    return row ? (JSON.parse(String(row["ledger"])) as Ledger) : null;
  }

  async judgement(templeId: string, name: BeadName): Promise<Judgement | null> {
    const sql = "SELECT verdict, reason FROM temple_judgements WHERE bead = ?";
    const [row] = await this.#database.query(sql, beadId(templeId, name));
    if (!row) return null;
    return { name, verdict: row["verdict"] as Judgement["verdict"], reason: String(row["reason"]) };
  }

  async keep(templeId: string, ledger: Ledger, judgements: readonly Judgement[]): Promise<void> {
    const written = statement(
      `INSERT INTO temple_ledgers (temple, ledger) VALUES (?, ?)
        ON CONFLICT (temple) DO UPDATE SET ledger = excluded.ledger`,
      templeId,
      JSON.stringify(ledger),
    );
    const judged = judgements.map(({ name, verdict, reason }) =>
      statement(
        "INSERT OR IGNORE INTO temple_judgements (temple, bead, verdict, reason) VALUES (?, ?, ?, ?)",
        templeId,
        beadId(templeId, name),
        verdict,
        reason,
      ),
    );
    await this.#database.change(written, ...judged, ...(judged.length > 0 ? [forgetOldest(templeId)] : []));
  }
}

function forgetOldest(templeId: string): Statement {
  const oldest = `SELECT id FROM temple_judgements WHERE temple = ? ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const sql = `DELETE FROM temple_judgements WHERE temple = ? AND id <= (${oldest})`;
  return statement(sql, templeId, templeId, ANSWERS_KEPT);
}
