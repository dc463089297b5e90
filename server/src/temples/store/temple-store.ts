import {
  type BeadName,
  type Judgement,
  type Ledger,
  MAX_NEW_ORDINALS,
  SLOTS,
  type Slot,
} from "@flower-war/protocol/temple";
import type { ExpiringKeys } from "../../cluster/expiring-keys.ts";
import type { Random } from "../../random.ts";
import { RefusalError, refusalBody } from "../../refusal.ts";
import type { Row, Statement } from "../../storage/database/requests.ts";
import { insertInto, required, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";
import { type Binding, hasEnded } from "../bindings.ts";
import { PairingCodes } from "./codes.ts";
import { BridgeLeases } from "./leases.ts";

export interface Credential {
  readonly templeId: string;
  /** SHA-256 of the secret, 64 hex digits. */
  readonly hash: string;
  /** When the temple was enrolled, ms since 1970. */
  readonly enrolledAt: number;
}

const CREDENTIALS = new Table<Credential>("temple_credentials", {
  templeId: "temple",
  hash: "hash",
  enrolledAt: "enrolled_at",
});

export interface BindingChange {
  /** As it was read; `null`: the temple was not bound. */
  readonly before: Binding | null;
  readonly after: Binding;
}

/**
 * A match that a temple has left, and one of the temple's slots: since then no bead of this slot got a verdict, so that the next one may
 * be one that this match accepted and whose answer was lost (J-0). There can be no other: beads of a slot are judged in their order.
 */
export interface FormerMatch {
  /** Rises with each one that is stored. */
  readonly id: number;
  readonly slot: Slot;
  /** The match's id. */
  readonly match: string;
}

/** The most former matches stored per temple and slot. */
const MAX_FORMER_MATCHES = 8;

/** A ledger that follows from the stored one of this version. */
export interface LedgerChange {
  readonly templeId: string;
  readonly version: number;
  readonly ledger: Ledger;
}

/** Another process changed a binding since it was read. To clients it is `unavailable`: a repeated request reads it again. */
export class BindingConflict extends RefusalError {
  constructor() {
    super(refusalBody("unavailable"));
  }
}

/** A ledger and its version, from 1 and raised each time that it is stored. */
export interface StoredLedger {
  readonly ledger: Ledger | null;
  readonly version: number;
}

/** The stored state of a temple without a ledger. */
const NO_LEDGER: StoredLedger = { ledger: null, version: 0 };

/** Another process stored a newer ledger: read that, and decide again. */
export class LedgerConflict extends Error {
  constructor(templeId: string) {
    super(`the ledger of temple ${templeId} was changed meanwhile`);
  }
}

/**
 * The most judgements stored per temple. A bridge asks again only for beads whose verdict it never got, the newest ones:
 * one message reports at most 48 (C-8).
 */
const MAX_JUDGEMENTS = 1024;

/**
 * Returns a bead's name (C-1) as one string, like `templo-1:9f3c21aa:0:h9`. It is also the id of the command that the bead
 * means; no player's command can have such an id, for theirs have one colon (`<seat>:<id>`).
 */
export function formatBeadId(templeId: string, { epoch, generation, slot, n }: BeadName): string {
  return `${templeId}:${epoch}:${generation}:${slot}${n}`;
}

/** Reads a name that `formatBeadId` wrote. */
function parseBeadId(templeId: string, id: string): BeadName {
  const [epoch = "", generation = "", bead = ""] = id.slice(templeId.length + 1).split(":");
  return {
    epoch,
    generation: Number(generation),
    slot: bead.startsWith("h") ? "h" : "t",
    n: Number(bead.slice(1)),
  };
}

/** What is stored together with a ledger. */
export interface Judged {
  readonly judgements: readonly Judgement[];
  /** The former matches that were asked for the beads of these judgements: they are removed. Default: none. */
  readonly asked?: readonly FormerMatch[];
  /** Beads whose acks the temple has by now (C-11); absent: the bridge never says so, and new verdicts count as told. */
  readonly told?: readonly BeadName[] | undefined;
}

/** The store for temples. */
export class TempleStore {
  readonly credentials: CredentialStore;
  readonly bindings: BindingStore;
  readonly ledgers: LedgerStore;
  readonly codes: PairingCodes;
  readonly leases: BridgeLeases;

  /**
   * @param database the caller closes it
   * @param keys hold what need not outlive a restart: after it temples show other codes, and bridges reconnect
   */
  constructor(database: SqlDatabase, keys: ExpiringKeys, random: Random) {
    this.credentials = new CredentialStore(database);
    this.bindings = new BindingStore(database);
    this.ledgers = new LedgerStore(database);
    this.codes = new PairingCodes(keys, random);
    this.leases = new BridgeLeases(keys);
  }
}

/** One secret per temple, stored as a hash (temple protocol A-1). Durable. */
export class CredentialStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Adds a temple. Returns `false`, and changes nothing, if the id is enrolled already. */
  add(credential: Credential): Promise<boolean> {
    return this.#database.change(CREDENTIALS.insert(credential, "ON CONFLICT DO NOTHING"));
  }

  async find(templeId: string): Promise<Credential | null> {
    const sql = `SELECT ${CREDENTIALS.fields} FROM temple_credentials WHERE temple = ?`;
    const [credential] = await this.#database.query<Credential>(sql, templeId);
    return credential ?? null;
  }

  /** Lists the credentials of all temples, in any order. */
  list(): Promise<readonly Credential[]> {
    return this.#database.query<Credential>(`SELECT ${CREDENTIALS.fields} FROM temple_credentials`);
  }

  /** Removes a temple's credential and no other. Returns `false` if there was none. */
  remove(templeId: string): Promise<boolean> {
    return this.#database.change(statement("DELETE FROM temple_credentials WHERE temple = ?", templeId));
  }
}

/** Which match each temple takes part in (P-5). Durable. */
export class BindingStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async find(templeId: string): Promise<Binding | null> {
    const [row] = await this.#database.query("SELECT * FROM temple_bindings WHERE temple = ?", templeId);
    return row ? bindingOf(row) : null;
  }

  /** Lists the bindings of all temples, in any order. */
  async list(): Promise<readonly Binding[]> {
    return (await this.#database.query("SELECT * FROM temple_bindings")).map(bindingOf);
  }

  /** Finds the bindings of all temples of a match, ordered by temple. */
  async findByMatch(match: string): Promise<readonly Binding[]> {
    const sql = "SELECT * FROM temple_bindings WHERE match = ? ORDER BY temple";
    return (await this.#database.query(sql, match)).map(bindingOf);
  }

  /** Finds the matches that a temple has left, oldest first (`FormerMatch`). */
  findFormer(templeId: string): Promise<readonly FormerMatch[]> {
    const sql = "SELECT id, slot, match FROM temple_former_matches WHERE temple = ? ORDER BY id";
    return this.#database.query<FormerMatch>(sql, templeId);
  }

  /**
   * Replaces the bindings of one or two temples, both or neither. One that has ended is removed, and its match is a former one.
   * @throws `BindingConflict` if what is stored is not what each replaces
   */
  async save(...changes: BindingChange[]): Promise<void> {
    await this.#change(...changes.flatMap(replaceBinding));
  }

  /**
   * As `save`, with a ledger, all or nothing.
   * @throws `BindingConflict` also if the stored ledger has another version
   */
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
    const [temple, match, seats] = valuesOf(after);
    const insert = insertInto("temple_bindings", { temple, match, seats }, "ON CONFLICT DO NOTHING");
    return [{ ...insert, required: true }];
  }
  const read = "WHERE temple = ? AND match = ? AND seats = ?";
  if (hasEnded(after)) {
    return [
      required(`DELETE FROM temple_bindings ${read}`, ...valuesOf(before)),
      ...SLOTS.map((slot) =>
        insertInto("temple_former_matches", { temple: before.templeId, slot, match: before.match }),
      ),
      deleteOldestFormer(before.templeId),
    ];
  }
  const [, ...replaced] = valuesOf(after);
  const update = "UPDATE temple_bindings SET match = ?, seats = ?";
  return [required(`${update} ${read}`, ...replaced, ...valuesOf(before))];
}

function deleteOldestFormer(templeId: string): Statement {
  const oldest = "SELECT id FROM temple_former_matches WHERE temple = ? ORDER BY id DESC LIMIT 1 OFFSET ?";
  const sql = `DELETE FROM temple_former_matches WHERE temple = ? AND id <= (${oldest})`;
  return statement(sql, templeId, templeId, MAX_FORMER_MATCHES * SLOTS.length);
}

function valuesOf({ templeId, match, seats }: Binding): [string, string, string] {
  return [templeId, match, JSON.stringify(seats)];
}

function bindingOf({ temple, match, seats }: Row): Binding {
  return { templeId: String(temple), match: String(match), seats: JSON.parse(String(seats)) as string[] };
}

/** The store for the counts and verdicts of temples (C-1, C-2). Durable. */
export class LedgerStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async find(templeId: string): Promise<StoredLedger> {
    const sql = "SELECT ledger, version FROM temple_ledgers WHERE temple = ?";
    const [row] = await this.#database.query<{ ledger: string; version: number }>(sql, templeId);
    return row ? { ...row, ledger: JSON.parse(row.ledger) as Ledger } : NO_LEDGER;
  }

  /** Finds the first judgement of a bead by its name (J-0), if it is among the last `MAX_JUDGEMENTS` of its temple. */
  async findJudgement(templeId: string, name: BeadName): Promise<Judgement | null> {
    const sql = "SELECT verdict, reason FROM temple_judgements WHERE bead = ?";
    const judged = formatBeadId(templeId, name);
    const [row] = await this.#database.query<Omit<Judgement, "name">>(sql, judged);
    return row ? { name, ...row } : null;
  }

  /** Finds the newest judgements whose acks the temple may not have (C-11), oldest first, at most `MAX_NEW_ORDINALS`. */
  async findUntold(templeId: string): Promise<readonly Judgement[]> {
    const sql =
      "SELECT bead, verdict, reason FROM temple_judgements WHERE temple = ? AND told = 0 ORDER BY id DESC LIMIT ?";
    const rows = await this.#database.query<{ bead: string } & Omit<Judgement, "name">>(
      sql,
      templeId,
      MAX_NEW_ORDINALS,
    );
    return rows
      .map(({ bead, verdict, reason }) => ({ name: parseBeadId(templeId, bead), verdict, reason }))
      .toReversed();
  }

  /**
   * Stores the ledger with new judgements, all or nothing.
   * @param version of the stored ledger from which this one follows
   * @returns the version of this one
   * @throws `LedgerConflict` if the stored one has another version
   */
  async save(
    templeId: string,
    version: number,
    ledger: Ledger,
    { judgements, asked = [], told }: Judged,
  ): Promise<number> {
    const isTold = told === undefined ? 1 : 0;
    const inserts = judgements.map(({ name, verdict, reason }) =>
      insertInto(
        "temple_judgements",
        { temple: templeId, bead: formatBeadId(templeId, name), verdict, reason, told: isTold },
        "ON CONFLICT (bead) DO NOTHING",
      ),
    );
    const marks = (told ?? []).map((name) =>
      statement("UPDATE temple_judgements SET told = 1 WHERE bead = ?", formatBeadId(templeId, name)),
    );
    const deletes = inserts.length > 0 ? [deleteOldestJudgements(templeId)] : [];
    const answered = asked.map(({ id }) => statement("DELETE FROM temple_former_matches WHERE id = ?", id));
    const replace = replaceLedger(templeId, version, ledger);
    // If it changes nothing, the database skips the others.
    if (!(await this.#database.change(replace, ...inserts, ...deletes, ...answered, ...marks)))
      throw new LedgerConflict(templeId);
    return version + 1;
  }
}

function replaceLedger(templeId: string, version: number, ledger: Ledger): Statement {
  const text = JSON.stringify(ledger);
  if (version === 0) {
    const first = { temple: templeId, ledger: text, version: 1 };
    return insertInto("temple_ledgers", first, "ON CONFLICT DO NOTHING");
  }
  const sql = "UPDATE temple_ledgers SET ledger = ?, version = version + 1 WHERE temple = ? AND version = ?";
  return statement(sql, text, templeId, version);
}

function deleteOldestJudgements(templeId: string): Statement {
  const oldest = `SELECT id FROM temple_judgements WHERE temple = ? ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const sql = `DELETE FROM temple_judgements WHERE temple = ? AND id <= (${oldest})`;
  return statement(sql, templeId, templeId, MAX_JUDGEMENTS);
}
