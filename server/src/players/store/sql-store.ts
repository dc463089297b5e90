import type { PlayerKind } from "@flower-war/protocol";
import type { Row, Statement, Value } from "../../storage/database/requests.ts";
import type { SqlDatabase } from "../../storage/sql-database.ts";
import {
  type Challenge,
  MAX_DELETED,
  type Passkey,
  type PlayerStore,
  type StoredPlayer,
} from "./player-store.ts";

/** The tables in which all rows are a player's. */
const TABLES = [
  "passkeys",
  "recovery_codes",
  "passkey_challenges",
  "player_matches",
  "player_games",
  "push_subscriptions",
  "mail_addresses",
  "turn_notices",
];

const statement = (sql: string, ...values: Value[]): Statement => ({ sql, values });

/** Players in the server's database, or in the one that all servers of an installation share. Both have the same tables. */
export class SqlPlayers implements PlayerStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  add({ id, name, kind, createdAt, seenAt, generation }: StoredPlayer): Promise<boolean> {
    const sql = `INSERT INTO players (player, name, kind, created_at, seen_at, generation) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`;
    return this.#change(sql, id, name, kind, createdAt, seenAt, generation);
  }

  async find(id: string): Promise<StoredPlayer | null> {
    const [row] = await this.#database.query("SELECT * FROM players WHERE player = ?", id);
    return row ? playerOf(row) : null;
  }

  rename(id: string, name: string): Promise<boolean> {
    return this.#change("UPDATE players SET name = ? WHERE player = ?", name, id);
  }

  async markSeen(id: string, at: number): Promise<void> {
    await this.#change("UPDATE players SET seen_at = ? WHERE player = ?", at, id);
  }

  endGeneration(id: string, read: number): Promise<boolean> {
    const sql = "UPDATE players SET generation = ? WHERE player = ? AND generation = ?";
    return this.#change(sql, read + 1, id, read);
  }

  delete(id: string): Promise<boolean> {
    return this.#delete(statement("DELETE FROM players WHERE player = ?", id), id);
  }

  async deleteUnseenGuests(before: number): Promise<boolean> {
    const isUnseen = "kind IN ('guest', 'bot') AND seen_at < ?";
    const sql = `SELECT player FROM players WHERE ${isUnseen} ORDER BY seen_at LIMIT ?`;
    const unseen = (await this.#database.query(sql, before, MAX_DELETED)).map(({ player }) => String(player));
    for (const player of unseen) {
      await this.#delete(
        statement(`DELETE FROM players WHERE player = ? AND ${isUnseen}`, player, before),
        player,
      );
    }
    return unseen.length > 0;
  }

  addPasskey(passkey: Passkey, codes: readonly string[] | null): Promise<boolean> {
    const { id, player, publicKey, counter, createdAt, usedAt } = passkey;
    const update = "UPDATE players SET kind = 'account' WHERE player = ? AND kind = ?";
    const insert = `INSERT INTO passkeys (passkey, player, public_key, counter, created_at, used_at)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
    return this.#database.change(
      statement(update, player, codes === null ? "account" : "guest"),
      { ...statement(insert, id, player, publicKey, counter, createdAt, usedAt), required: true },
      ...(codes ?? []).map((code) => insertCode(player, code)),
    );
  }

  async findPasskey(id: string): Promise<Passkey | null> {
    const [row] = await this.#database.query("SELECT * FROM passkeys WHERE passkey = ?", id);
    return row ? passkeyOf(row) : null;
  }

  async listPasskeys(player: string): Promise<readonly Passkey[]> {
    const sql = "SELECT * FROM passkeys WHERE player = ? ORDER BY created_at, passkey";
    return (await this.#database.query(sql, player)).map(passkeyOf);
  }

  usePasskey({ id, counter: read }: Passkey, counter: number, at: number): Promise<boolean> {
    const sql = "UPDATE passkeys SET counter = ?, used_at = ? WHERE passkey = ? AND counter = ?";
    return this.#change(sql, counter, at, id, read);
  }

  deletePasskey(player: string, id: string): Promise<boolean> {
    const others = "SELECT 1 FROM passkeys AS others WHERE others.player = ? AND others.passkey <> ?";
    const sql = `DELETE FROM passkeys WHERE player = ? AND passkey = ? AND EXISTS (${others})`;
    return this.#database.change(lockPlayer(player), {
      ...statement(sql, player, id, player, id),
      required: true,
    });
  }

  async replaceCodes(player: string, codes: readonly string[]): Promise<void> {
    await this.#database.change(
      lockPlayer(player),
      statement("DELETE FROM recovery_codes WHERE player = ?", player),
      ...codes.map((code) => insertCode(player, code)),
    );
  }

  async countCodes(player: string): Promise<number> {
    const sql = "SELECT count(*) AS count FROM recovery_codes WHERE player = ?";
    return Number((await this.#database.query(sql, player))[0]?.["count"] ?? 0);
  }

  async takeCode(code: string): Promise<string | null> {
    const sql = "SELECT player FROM recovery_codes WHERE code = ?";
    const [row] = await this.#database.query(sql, code);
    const isTaken = row && (await this.#change("DELETE FROM recovery_codes WHERE code = ?", code));
    return isTaken ? String(row["player"]) : null;
  }

  async addChallenge({ challenge, player, expiresAt }: Challenge): Promise<void> {
    const sql = "INSERT INTO passkey_challenges (challenge, player, expires_at) VALUES (?, ?, ?)";
    await this.#change(sql, challenge, player, expiresAt);
  }

  takeChallenge(challenge: string, player: string, now: number): Promise<boolean> {
    const sql = "DELETE FROM passkey_challenges WHERE challenge = ? AND player = ? AND expires_at > ?";
    return this.#change(sql, challenge, player, now);
  }

  deleteExpiredChallenges(now: number): Promise<boolean> {
    return this.#change("DELETE FROM passkey_challenges WHERE expires_at <= ?", now);
  }

  /** Deletes a player and all that is theirs, or nothing if the statement does not delete the player. */
  #delete(deletion: Statement, player: string): Promise<boolean> {
    return this.#database.change(
      deletion,
      ...TABLES.map((table) => statement(`DELETE FROM ${table} WHERE player = ?`, player)),
    );
  }

  #change(sql: string, ...values: Value[]): Promise<boolean> {
    return this.#database.change({ sql, values });
  }
}

function playerOf({ player, name, kind, created_at, seen_at, generation }: Row): StoredPlayer {
  return {
    id: String(player),
    name: String(name),
    kind: kind as PlayerKind,
    createdAt: Number(created_at),
    seenAt: Number(seen_at),
    generation: Number(generation),
  };
}

/**
 * Lets PostgreSQL do one change of a player at a time, as SQLite does all. As the first statement of a change it lets nothing be done for
 * a player who is deleted.
 */
export function lockPlayer(player: string): Statement {
  return statement("UPDATE players SET kind = kind WHERE player = ?", player);
}

function insertCode(player: string, code: string): Statement {
  return statement("INSERT INTO recovery_codes (code, player) VALUES (?, ?)", code, player);
}

function passkeyOf({ passkey, player, public_key, counter, created_at, used_at }: Row): Passkey {
  return {
    id: String(passkey),
    player: String(player),
    publicKey: String(public_key),
    counter: Number(counter),
    createdAt: Number(created_at),
    usedAt: Number(used_at),
  };
}
