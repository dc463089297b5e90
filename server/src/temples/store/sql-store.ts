import { type BeadName, type Judgement, type Ledger, SLOTS, type Slot } from "@flower-war/protocol/temple";
import type { Row, Statement, Value } from "../../storage/database/requests.ts";
import type { SqlDatabase } from "../../storage/sql-database.ts";
import { type Binding, hasEnded } from "../bindings.ts";
import {
  type BindingChange,
  BindingConflict,
  type BindingStore,
  type CodeStore,
  type Credential,
  type CredentialStore,
  type FormerMatch,
  formatBeadId,
  type LeaseStore,
  type LedgerChange,
  LedgerConflict,
  type LedgerStore,
  MAX_FORMER_MATCHES,
  MAX_JUDGEMENTS,
  NO_LEDGER,
  type StoredLedger,
  type TempleStore,
  type TransientStores,
} from "./temple-store.ts";

/** A store in the server's database, or in the one that all servers of an installation share. Both have the same tables. */
export class SqlTempleStore implements TempleStore {
  readonly credentials: CredentialStore;
  readonly bindings: BindingStore;
  readonly ledgers: LedgerStore;
  readonly codes: CodeStore;
  readonly leases: LeaseStore;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase, { codes, leases }: TransientStores) {
    this.credentials = new SqlCredentials(database);
    this.bindings = new SqlBindings(database);
    this.ledgers = new SqlLedgers(database);
    this.codes = codes;
    this.leases = leases;
  }
}

const statement = (sql: string, ...values: Value[]): Statement => ({ sql, values });

class SqlCredentials implements CredentialStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  add({ templeId, hash, enrolledAt }: Credential): Promise<boolean> {
    const sql =
      "INSERT INTO temple_credentials (temple, hash, enrolled_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
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

class SqlBindings implements BindingStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async find(templeId: string): Promise<Binding | null> {
    const [row] = await this.#database.query("SELECT * FROM temple_bindings WHERE temple = ?", templeId);
    return row ? bindingOf(row) : null;
  }

  async list(): Promise<readonly Binding[]> {
    return (await this.#database.query("SELECT * FROM temple_bindings")).map(bindingOf);
  }

  async findByMatch(match: string): Promise<readonly Binding[]> {
    const sql = "SELECT * FROM temple_bindings WHERE match = ? ORDER BY temple";
    return (await this.#database.query(sql, match)).map(bindingOf);
  }

  async findFormer(templeId: string): Promise<readonly FormerMatch[]> {
    const sql = "SELECT id, slot, match FROM temple_former_matches WHERE temple = ? ORDER BY id";
    const rows = await this.#database.query(sql, templeId);
    return rows.map(({ id, slot, match }) => ({
      id: Number(id),
      slot: slot as Slot,
      match: String(match),
    }));
  }

  async save(...changes: BindingChange[]): Promise<void> {
    await this.#change(...changes.flatMap(replaceBinding));
  }

  async saveWithLedger(
    { templeId, version, ledger }: LedgerChange,
    ...changes: BindingChange[]
  ): Promise<void> {
    const replace: Statement = { ...replaceLedger(templeId, version, ledger), required: true };
    await this.#change(replace, ...changes.flatMap(replaceBinding));
  }

  async #change(...statements: Statement[]): Promise<void> {
    if (!(await this.#database.change(...statements))) throw new BindingConflict();
  }
}

/** Replaces a binding if it is as it was read. The match of one that has ended is a former one. */
function replaceBinding({ before, after }: BindingChange): Statement[] {
  if (before === null) {
    const insert =
      "INSERT INTO temple_bindings (temple, match, seats) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    return [required(insert, ...valuesOf(after))];
  }
  const read = "WHERE temple = ? AND match = ? AND seats = ?";
  if (hasEnded(after)) {
    return [
      required(`DELETE FROM temple_bindings ${read}`, ...valuesOf(before)),
      ...SLOTS.map((slot) => addFormer(before, slot)),
      deleteOldestFormer(before.templeId),
    ];
  }
  const [, ...replaced] = valuesOf(after);
  const update = "UPDATE temple_bindings SET match = ?, seats = ?";
  return [required(`${update} ${read}`, ...replaced, ...valuesOf(before))];
}

function addFormer({ templeId, match }: Binding, slot: Slot): Statement {
  const sql = "INSERT INTO temple_former_matches (temple, slot, match) VALUES (?, ?, ?)";
  return statement(sql, templeId, slot, match);
}

function deleteOldestFormer(templeId: string): Statement {
  const oldest = "SELECT id FROM temple_former_matches WHERE temple = ? ORDER BY id DESC LIMIT 1 OFFSET ?";
  const sql = `DELETE FROM temple_former_matches WHERE temple = ? AND id <= (${oldest})`;
  return statement(sql, templeId, templeId, MAX_FORMER_MATCHES * SLOTS.length);
}

function required(sql: string, ...values: Value[]): Statement {
  return { sql, values, required: true };
}

function valuesOf({ templeId, match, seats }: Binding): [string, string, string] {
  return [templeId, match, JSON.stringify(seats)];
}

function bindingOf({ temple, match, seats }: Row): Binding {
  return { templeId: String(temple), match: String(match), seats: JSON.parse(String(seats)) as string[] };
}

class SqlLedgers implements LedgerStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async find(templeId: string): Promise<StoredLedger> {
    const sql = "SELECT ledger, version FROM temple_ledgers WHERE temple = ?";
    const [row] = await this.#database.query(sql, templeId);
    if (!row) return NO_LEDGER;
    return { ledger: JSON.parse(String(row["ledger"])) as Ledger, version: Number(row["version"]) };
  }

  async findJudgement(templeId: string, name: BeadName): Promise<Judgement | null> {
    const sql = "SELECT verdict, reason FROM temple_judgements WHERE bead = ?";
    const [row] = await this.#database.query(sql, formatBeadId(templeId, name));
    if (!row) return null;
    return { name, verdict: row["verdict"] as Judgement["verdict"], reason: String(row["reason"]) };
  }

  async save(
    templeId: string,
    version: number,
    ledger: Ledger,
    judgements: readonly Judgement[],
    asked: readonly FormerMatch[] = [],
  ): Promise<number> {
    const inserts = judgements.map(({ name, verdict, reason }) =>
      statement(
        `INSERT INTO temple_judgements (temple, bead, verdict, reason) VALUES (?, ?, ?, ?)
          ON CONFLICT (bead) DO NOTHING`,
        templeId,
        formatBeadId(templeId, name),
        verdict,
        reason,
      ),
    );
    const deletes = inserts.length > 0 ? [deleteOldestJudgements(templeId)] : [];
    const answered = asked.map(({ id }) => statement("DELETE FROM temple_former_matches WHERE id = ?", id));
    const replace = replaceLedger(templeId, version, ledger);
    // If it changes nothing, the database skips the others.
    if (!(await this.#database.change(replace, ...inserts, ...deletes, ...answered)))
      throw new LedgerConflict(templeId);
    return version + 1;
  }
}

function replaceLedger(templeId: string, version: number, ledger: Ledger): Statement {
  if (version === 0) {
    const sql =
      "INSERT INTO temple_ledgers (temple, ledger, version) VALUES (?, ?, 1) ON CONFLICT DO NOTHING";
    return statement(sql, templeId, JSON.stringify(ledger));
  }
  const sql = "UPDATE temple_ledgers SET ledger = ?, version = version + 1 WHERE temple = ? AND version = ?";
  return statement(sql, JSON.stringify(ledger), templeId, version);
}

function deleteOldestJudgements(templeId: string): Statement {
  const oldest = `SELECT id FROM temple_judgements WHERE temple = ? ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const sql = `DELETE FROM temple_judgements WHERE temple = ? AND id <= (${oldest})`;
  return statement(sql, templeId, templeId, MAX_JUDGEMENTS);
}
