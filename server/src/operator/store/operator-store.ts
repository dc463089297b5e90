import type { AuditEntry, OperatorAccount, OperatorRole } from "@flower-war/protocol/operator";
import type { ModerationStore } from "../../moderation/store/moderation-store.ts";
import { type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";

/** An operator's account as it is stored. */
export interface StoredOperator extends Omit<OperatorAccount, "passkeys" | "usedAt"> {
  /** What no two names have in common. */
  readonly look: string;
  /** The hash of the invitation's secret; `null`: there is none. */
  readonly invitation: string | null;
}

/** A way in of an operator. */
export interface OperatorPasskey {
  /** The credential's id, base64url. */
  readonly id: string;
  /** The id of the account. */
  readonly operator: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often it was used, as the authenticator says; 0: it does not count. */
  readonly counter: number;
  readonly createdAt: number;
  readonly usedAt: number;
}

const OPERATORS = new Table<StoredOperator>("operators", {
  id: "operator",
  name: "name",
  look: "look",
  role: "role",
  createdAt: "created_at",
  invitation: "invitation",
  invitedUntil: "invited_until",
  invitedBy: "invited_by",
});

/** Whether an invitation's maker could make it still: those of an account end with it, and while it is no administrator's. */
const INVITER_MAY = `(invited_by IS NULL OR EXISTS (SELECT 1 FROM operators AS inviter
  WHERE inviter.operator = operators.invited_by AND inviter.role = 'administrator'))`;

const PASSKEYS = new Table<OperatorPasskey>("operator_passkeys", {
  id: "passkey",
  operator: "operator",
  publicKey: "public_key",
  counter: "counter",
  createdAt: "created_at",
  usedAt: "used_at",
});

/** The store for operators. Every change is stored together with its entry in the audit log, both or neither. */
export class OperatorStore {
  readonly #database: SqlDatabase;
  readonly #audit: ModerationStore["audit"];

  /** @param audit the log in the same database */
  constructor(database: SqlDatabase, audit: ModerationStore["audit"]) {
    this.#database = database;
    this.#audit = audit;
  }

  /** Adds an operator. Returns `false`, and changes nothing, if one has the name's look. */
  add(operator: StoredOperator, entry: AuditEntry): Promise<boolean> {
    return this.#audit.append(entry, OPERATORS.insert(operator, "ON CONFLICT DO NOTHING"));
  }

  /** Replaces an operator's invitation by one of the entry's account. Returns `false` if there is no such operator. @param invitation hash */
  invite(id: string, invitation: string, until: number, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE operators SET invitation = ?, invited_until = ?, invited_by = ? WHERE operator = ?";
    return this.#audit.append(entry, statement(sql, invitation, until, entry.account, id));
  }

  /**
   * Adds the passkey of an operator, whose invitation is void then. Returns `false`, and changes nothing, if it is already, or the passkey
   * is known.
   * @param invitation hash
   */
  join(passkey: OperatorPasskey, invitation: string, entry: AuditEntry): Promise<boolean> {
    const sql = `UPDATE operators SET invitation = NULL, invited_until = NULL
      WHERE operator = ? AND invitation = ? AND invited_until > ? AND ${INVITER_MAY}`;
    const used = statement(sql, passkey.operator, invitation, passkey.createdAt);
    const added = { ...PASSKEYS.insert(passkey, "ON CONFLICT DO NOTHING"), required: true };
    return this.#audit.append(entry, used, [added]);
  }

  /** Changes an operator's role. Returns `false` if there is no such operator, or they have it. */
  setRole(id: string, role: OperatorRole, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE operators SET role = ? WHERE operator = ? AND role <> ?";
    return this.#audit.append(entry, statement(sql, role, id, role));
  }

  /** Removes an operator with their passkeys. Returns `false` if there is no such operator. */
  remove(id: string, entry: AuditEntry): Promise<boolean> {
    const passkeys = statement("DELETE FROM operator_passkeys WHERE operator = ?", id);
    return this.#audit.append(entry, statement("DELETE FROM operators WHERE operator = ?", id), [passkeys]);
  }

  /** Returns all operators, in the order in which they were invited first. */
  list(): Promise<OperatorAccount[]> {
    const of = "FROM operator_passkeys WHERE operator_passkeys.operator = operators.operator";
    return this.#database.query<OperatorAccount>(`SELECT operator AS id, name, role, created_at AS "createdAt",
      CASE WHEN ${INVITER_MAY} THEN invited_until END AS "invitedUntil", invited_by AS "invitedBy", (SELECT count(*) ${of}) AS passkeys, (SELECT max(used_at) ${of}) AS "usedAt"
      FROM operators ORDER BY created_at, operator`);
  }

  find(id: string): Promise<StoredOperator | null> {
    return this.#findBy("operator = ?", id);
  }

  /** Finds the operator with an invitation that is valid at a time. @param invitation hash */
  findInvited(invitation: string, at: number): Promise<StoredOperator | null> {
    return this.#findBy(`invitation = ? AND invited_until > ? AND ${INVITER_MAY}`, invitation, at);
  }

  /** Whether there is an administrator who can sign in with a passkey. */
  async hasAdministrator(): Promise<boolean> {
    const sql = `SELECT 1 AS found FROM operators WHERE role = 'administrator' AND EXISTS
      (SELECT 1 FROM operator_passkeys WHERE operator_passkeys.operator = operators.operator) LIMIT 1`;
    return (await this.#database.query(sql)).length > 0;
  }

  async findPasskey(id: string): Promise<OperatorPasskey | null> {
    const sql = `SELECT ${PASSKEYS.fields} FROM operator_passkeys WHERE passkey = ?`;
    const [passkey] = await this.#database.query<OperatorPasskey>(sql, id);
    return passkey ?? null;
  }

  /** Returns the ids of an operator's passkeys. */
  async listPasskeys(operator: string): Promise<string[]> {
    const sql = "SELECT passkey AS id FROM operator_passkeys WHERE operator = ? ORDER BY created_at";
    const rows = await this.#database.query<{ readonly id: string }>(sql, operator);
    return rows.map(({ id }) => id);
  }

  /** Notes that an operator signed in with a passkey. Returns `false` if it is not stored as it was read. */
  signIn({ id, counter: read }: OperatorPasskey, counter: number, entry: AuditEntry): Promise<boolean> {
    const sql = "UPDATE operator_passkeys SET counter = ?, used_at = ? WHERE passkey = ? AND counter = ?";
    return this.#audit.append(entry, statement(sql, counter, entry.createdAt, id, read));
  }

  async #findBy(condition: string, ...values: (string | number)[]): Promise<StoredOperator | null> {
    const sql = `SELECT ${OPERATORS.fields} FROM operators WHERE ${condition}`;
    const [operator] = await this.#database.query<StoredOperator>(sql, ...values);
    return operator ?? null;
  }
}
