import type { PlayerKind } from "@flower-war/protocol/players";
import type { Statement, Value } from "../../storage/database/requests.ts";
import { insertInto, required, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";

/** A stored player. */
export interface StoredPlayer {
  /** 12 letters and digits; no secret. */
  readonly id: string;
  /** The name as others see it. */
  readonly name: string;
  readonly kind: PlayerKind;
  /** ms since 1970. */
  readonly createdAt: number;
  /** When the player last asked for something, to the hour: ms since 1970. */
  readonly seenAt: number;
  /** How often the player signed out everywhere: tokens of earlier generations are invalid. */
  readonly generation: number;
}

/** A player, and where they are signed in. */
export interface PlayerInSession extends StoredPlayer {
  /** When a token without a session was last used, to the hour: ms since 1970; `null`: not since all such tokens ended. */
  readonly olderSeenAt: number | null;
  /** As `StoredSession.seenAt`; `null`: the player has no such session. */
  readonly sessionSeenAt: number | null;
}

/** A passkey of an account (WebAuthn). The private key is the player's alone. */
export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string;
  /** The id of the player. */
  readonly player: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often it was used, as the authenticator says; 0: it does not count. */
  readonly counter: number;
  /** ms since 1970. */
  readonly createdAt: number;
  /** ms since 1970. */
  readonly usedAt: number;
  /** When it is removed: ms since 1970; `null`: it stays. */
  readonly removedAt: number | null;
  /** On which it was added, as in `AccountEvent`. */
  readonly device: string;
}

/** A challenge that a browser has to sign. Good for one answer. */
export interface Challenge {
  /** Base64url. */
  readonly challenge: string;
  /** The id of the player who adds a passkey; `""`: a player signs in. */
  readonly player: string;
  /** ms since 1970. */
  readonly expiresAt: number;
}

/** The most guests that one call of `deleteUnseenGuests` deletes: other requests get the store in between. */
export const MAX_DELETED = 100;

const PLAYERS = new Table<StoredPlayer>("players", {
  id: "player",
  name: "name",
  kind: "kind",
  createdAt: "created_at",
  seenAt: "seen_at",
  generation: "generation",
});
/** The fields of a `StoredPlayer` in `SELECT`. */
export const PLAYER_FIELDS = PLAYERS.fields;

const PASSKEYS = new Table<Passkey>("passkeys", {
  id: "passkey",
  player: "player",
  publicKey: "public_key",
  counter: "counter",
  createdAt: "created_at",
  usedAt: "used_at",
  removedAt: "removed_at",
  device: "device",
});

/** The tables in which all rows are a player's. */
const TABLES = [
  "passkeys",
  "recovery_codes",
  "passkey_challenges",
  "account_events",
  "player_sessions",
  "personal_tokens",
  "player_mutes",
  "player_matches",
  "player_games",
  "rating_reversals",
  "push_subscriptions",
  "mail_addresses",
  "turn_notices",
];

/**
 * What is deleted of a player in studies: theirs, and in others all but the moves of branches. Those are read again. The studies come first: so
 * no change of another player comes in between, who locks them in this order too.
 */
const STUDIES = [
  "UPDATE studies SET changes = changes WHERE player = ?",
  "UPDATE studies SET changes = changes + 1 WHERE study IN (SELECT study FROM study_items WHERE player = ?)",
  "DELETE FROM study_items WHERE study IN (SELECT study FROM studies WHERE player = ?)",
  "DELETE FROM study_records WHERE study IN (SELECT study FROM studies WHERE player = ?)",
  "DELETE FROM studies WHERE player = ?",
  "DELETE FROM study_items WHERE player = ? AND kind <> 'branch'",
  "UPDATE study_items SET player = '', name = '' WHERE player = ?",
];

/** Returns the statement that adds a player. */
export const insertPlayer = (player: StoredPlayer): Statement => PLAYERS.insert(player);

/** The passkeys of a player besides one. */
const OTHERS = "SELECT 1 FROM passkeys AS others WHERE others.player = ? AND others.passkey <> ?";

/** The store for players. */
export class PlayerStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Adds a player. Returns `false`, and changes nothing, if the id is in use. @param more what is stored with them, as their session */
  add(player: StoredPlayer, more: readonly Statement[] = []): Promise<boolean> {
    return this.#database.change(PLAYERS.insert(player, "ON CONFLICT DO NOTHING"), ...more);
  }

  async find(id: string): Promise<StoredPlayer | null> {
    const sql = `SELECT ${PLAYERS.fields} FROM players WHERE player = ?`;
    const [player] = await this.#database.query<StoredPlayer>(sql, id);
    return player ?? null;
  }

  /** Returns those of these players who were deleted, or never were. */
  async findMissing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const missing = new Set(ids);
    if (missing.size === 0) return missing;
    const among = `player IN (${ids.map(() => "?").join(", ")})`;
    const sql = `SELECT player FROM players WHERE ${among}`;
    for (const { player } of await this.#database.query<{ player: string }>(sql, ...ids))
      missing.delete(player);
    return missing;
  }

  /** Returns `false` if there is no such player. */
  rename(id: string, name: string): Promise<boolean> {
    return this.#change("UPDATE players SET name = ? WHERE player = ?", name, id);
  }

  /** Finds a player, and when one of their sessions was last seen; `null`: they have no such session. */
  async findWithSession(id: string, session: string): Promise<PlayerInSession | null> {
    const seen =
      "SELECT s.seen_at FROM player_sessions AS s WHERE s.session = ? AND s.player = players.player";
    const sql = `SELECT ${PLAYERS.fields}, older_seen_at AS "olderSeenAt", (${seen}) AS "sessionSeenAt"
      FROM players WHERE player = ?`;
    const [player] = await this.#database.query<PlayerInSession>(sql, session, id);
    return player ?? null;
  }

  /** Notes when a player was seen last, by a session or by a token without (`null`). One who is gone stays so. */
  async markSeen(id: string, session: string | null, at: number): Promise<void> {
    const by =
      session === null
        ? statement("UPDATE players SET older_seen_at = ? WHERE player = ?", at, id)
        : statement(
            "UPDATE player_sessions SET seen_at = ? WHERE session = ? AND player = ?",
            at,
            session,
            id,
          );
    await this.#database.change(statement("UPDATE players SET seen_at = ? WHERE player = ?", at, id), by);
  }

  /**
   * Begins a generation of tokens after the one that was read: those without a session are invalid. Returns `false`, and changes nothing,
   * if that has happened, or there is no such player.
   * @param more what is changed with it
   */
  endGeneration(id: string, read: number, more: readonly Statement[] = []): Promise<boolean> {
    const sql = "UPDATE players SET generation = ?, older_seen_at = NULL WHERE player = ? AND generation = ?";
    return this.#database.change(statement(sql, read + 1, id, read), ...more);
  }

  /** Deletes a player and all that belongs to them. Returns `false` if there was none. */
  delete(id: string): Promise<boolean> {
    return this.#delete(statement("DELETE FROM players WHERE player = ?", id), id);
  }

  /** Deletes some of the guests and bot accounts that were last seen before a date, the longest unseen first. Returns whether there were any. */
  async deleteUnseenGuests(before: number): Promise<boolean> {
    const isUnseen = "kind IN ('guest', 'bot') AND seen_at < ?";
    const sql = `SELECT player FROM players WHERE ${isUnseen} ORDER BY seen_at LIMIT ?`;
    const unseen = await this.#database.query<{ player: string }>(sql, before, MAX_DELETED);
    for (const { player } of unseen) {
      await this.#delete(
        statement(`DELETE FROM players WHERE player = ? AND ${isUnseen}`, player, before),
        player,
      );
    }
    return unseen.length > 0;
  }

  /**
   * Adds a passkey. With `codes` the player is a guest and becomes an account with these recovery codes. Returns `false`, and changes
   * nothing, if the passkey is known or the guest is an account already.
   * @param codes hashes of the recovery codes; `null`: the player is an account
   * @param more what is stored with it, as the event of it
   */
  addPasskey(
    passkey: Passkey,
    codes: readonly string[] | null,
    more: readonly Statement[] = [],
  ): Promise<boolean> {
    const { player } = passkey;
    const update = "UPDATE players SET kind = 'account' WHERE player = ? AND kind = ?";
    return this.#database.change(
      statement(update, player, codes === null ? "account" : "guest"),
      { ...PASSKEYS.insert(passkey, "ON CONFLICT DO NOTHING"), required: true },
      ...(codes ?? []).map((code) => insertCode(player, code)),
      ...more,
    );
  }

  async findPasskey(id: string): Promise<Passkey | null> {
    const sql = `SELECT ${PASSKEYS.fields} FROM passkeys WHERE passkey = ?`;
    const [passkey] = await this.#database.query<Passkey>(sql, id);
    return passkey ?? null;
  }

  /** Lists a player's passkeys in the order in which they were added. */
  listPasskeys(player: string): Promise<readonly Passkey[]> {
    const sql = `SELECT ${PASSKEYS.fields} FROM passkeys WHERE player = ? ORDER BY created_at, passkey`;
    return this.#database.query<Passkey>(sql, player);
  }

  /** Notes that a passkey was used. Returns `false` if it is not stored as it was read. */
  usePasskey({ id, counter: read }: Passkey, counter: number, at: number): Promise<boolean> {
    const sql = "UPDATE passkeys SET counter = ?, used_at = ? WHERE passkey = ? AND counter = ?";
    return this.#change(sql, counter, at, id, read);
  }

  /**
   * Deletes a passkey if its player has another one that was added by a date. Returns whether it did.
   * @param by ms since 1970
   * @param more as for `addPasskey`
   */
  deletePasskey(
    player: string,
    id: string,
    by = Number.MAX_SAFE_INTEGER,
    more: readonly Statement[] = [],
  ): Promise<boolean> {
    const sql = `DELETE FROM passkeys WHERE player = ? AND passkey = ? AND EXISTS (${OTHERS} AND others.created_at <= ?)`;
    return this.#database.change(lockPlayer(player), required(sql, player, id, player, id, by), ...more);
  }

  /** Lets a passkey be removed later, unless that is so or it is its player's last. Returns whether it did. @param more as for `addPasskey` */
  delayRemoval(player: string, id: string, at: number, more: readonly Statement[]): Promise<boolean> {
    const sql = `UPDATE passkeys SET removed_at = ?
      WHERE player = ? AND passkey = ? AND removed_at IS NULL AND EXISTS (${OTHERS})`;
    return this.#database.change(lockPlayer(player), required(sql, at, player, id, player, id), ...more);
  }

  /** Keeps a passkey whose removal waits. Returns `false` if there is none. @param more as for `addPasskey` */
  keepPasskey(player: string, id: string, more: readonly Statement[] = []): Promise<boolean> {
    const sql =
      "UPDATE passkeys SET removed_at = NULL WHERE player = ? AND passkey = ? AND removed_at IS NOT NULL";
    return this.#database.change(statement(sql, player, id), ...more);
  }

  /** Lists some of the passkeys whose removal has waited until now. */
  listDueRemovals(now: number): Promise<readonly Passkey[]> {
    const sql = `SELECT ${PASSKEYS.fields} FROM passkeys WHERE removed_at <= ? ORDER BY removed_at LIMIT ?`;
    return this.#database.query<Passkey>(sql, now, MAX_DELETED);
  }

  /** Replaces a player's recovery codes. @param codes hashes @param more as for `addPasskey` */
  async replaceCodes(
    player: string,
    codes: readonly string[],
    more: readonly Statement[] = [],
  ): Promise<void> {
    await this.#database.change(
      lockPlayer(player),
      statement("DELETE FROM recovery_codes WHERE player = ?", player),
      ...codes.map((code) => insertCode(player, code)),
      ...more,
    );
  }

  async countCodes(player: string): Promise<number> {
    const sql = "SELECT count(*) AS count FROM recovery_codes WHERE player = ?";
    const [row] = await this.#database.query<{ count: number }>(sql, player);
    return row?.count ?? 0;
  }

  /**
   * Deletes a recovery code, and returns its player; `null`: it is unknown.
   * @param code its hash
   * @param owner whose it has to be; `null`: anyone's
   */
  async takeCode(code: string, owner: string | null): Promise<string | null> {
    const sql = "SELECT player FROM recovery_codes WHERE code = ?";
    const [row] = await this.#database.query<{ player: string }>(sql, code);
    if (owner !== null && row?.player !== owner) return null;
    const isTaken = row && (await this.#change("DELETE FROM recovery_codes WHERE code = ?", code));
    return isTaken ? row.player : null;
  }

  async addChallenge({ challenge, player, expiresAt }: Challenge): Promise<void> {
    await this.#database.change(
      insertInto("passkey_challenges", { challenge, player, expires_at: expiresAt }),
    );
  }

  /** Deletes a challenge. Returns whether it was stored for this player and has not expired. */
  takeChallenge(challenge: string, player: string, now: number): Promise<boolean> {
    const sql = "DELETE FROM passkey_challenges WHERE challenge = ? AND player = ? AND expires_at > ?";
    return this.#change(sql, challenge, player, now);
  }

  /** Deletes challenges that have expired. Returns whether there were any. */
  deleteExpiredChallenges(now: number): Promise<boolean> {
    return this.#change("DELETE FROM passkey_challenges WHERE expires_at <= ?", now);
  }

  /** Deletes a player and all that is theirs, or nothing if the statement does not delete the player. */
  #delete(deletion: Statement, player: string): Promise<boolean> {
    return this.#database.change(
      deletion,
      ...TABLES.map((table) => statement(`DELETE FROM ${table} WHERE player = ?`, player)),
      statement("DELETE FROM player_mutes WHERE target = ?", player),
      ...STUDIES.map((sql) => statement(sql, player)),
    );
  }

  #change(sql: string, ...values: Value[]): Promise<boolean> {
    return this.#database.change({ sql, values });
  }
}

/**
 * Lets PostgreSQL do one change of a player at a time, as SQLite does all. As the first statement of a change it lets nothing be done for
 * a player who is deleted.
 */
export function lockPlayer(player: string): Statement {
  return statement("UPDATE players SET kind = kind WHERE player = ?", player);
}

function insertCode(player: string, code: string): Statement {
  return insertInto("recovery_codes", { code, player });
}
