import type { Scope } from "@flower-war/protocol/players";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { Statement } from "../../storage/database/requests.ts";
import { required, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";
import { lockPlayer, PLAYER_FIELDS, type StoredPlayer } from "./player-store.ts";

/** A token that a player made for a program. */
export interface StoredPersonalToken {
  /** 12 letters and digits; no secret. */
  readonly id: string;
  /** The hash of its secret (`hashSecret`). */
  readonly secret: string;
  /** The id of the player who made it. */
  readonly player: string;
  /** The id of the player as whom it acts: the same, or a bot account. */
  readonly actsAs: string;
  readonly name: string;
  /** With spaces between them. */
  readonly scopes: string;
  /** ms since 1970. */
  readonly createdAt: number;
  /** To the hour, ms since 1970; `null`: it was not used yet. */
  readonly usedAt: number | null;
}

const TOKENS = new Table<StoredPersonalToken>("personal_tokens", {
  id: "token",
  secret: "secret",
  player: "player",
  actsAs: "acts_as",
  name: "name",
  scopes: "scopes",
  createdAt: "created_at",
  usedAt: "used_at",
});

/** The store for personal tokens. Methods reject as `SqlDatabase` does. */
export class PersonalTokenStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /**
   * Adds a token. Returns `false`, and changes nothing, if its player is deleted, or has as many as they can have.
   * @param more what is stored with it, as the bot account as which it acts
   */
  add(token: StoredPersonalToken, more: readonly Statement[]): Promise<boolean> {
    const { player } = token;
    const few = `UPDATE players SET name = name WHERE player = ?
      AND (SELECT COUNT(*) FROM personal_tokens AS t WHERE t.player = players.player) < ?`;
    return this.#database.change(
      lockPlayer(player),
      statement(
        `DELETE FROM personal_tokens WHERE player = ? AND acts_as NOT IN (SELECT player FROM players)`,
        player,
      ),
      required(few, player, SERVER_LIMITS.personalTokens),
      TOKENS.insert(token),
      ...more,
    );
  }

  /** Lists a player's tokens, the newest first; not those whose bot account is deleted. */
  list(player: string): Promise<readonly StoredPersonalToken[]> {
    const sql = `SELECT ${TOKENS.fields} FROM personal_tokens WHERE player = ? AND acts_as IN (SELECT player FROM players)
      ORDER BY created_at DESC, token`;
    return this.#database.query<StoredPersonalToken>(sql, player);
  }

  /** Finds a token, and the player as whom it acts; `null`: there is none. */
  async find(id: string): Promise<{ token: StoredPersonalToken; player: StoredPlayer } | null> {
    const [token] = await this.#database.query<StoredPersonalToken>(
      `SELECT ${TOKENS.fields} FROM personal_tokens WHERE token = ?`,
      id,
    );
    if (token === undefined) return null;
    const [player] = await this.#database.query<StoredPlayer>(
      `SELECT ${PLAYER_FIELDS} FROM players WHERE player = ?`,
      token.actsAs,
    );
    return player === undefined ? null : { token, player };
  }

  /** Notes when a token was used, which is when both its players were seen. One that is gone stays so. */
  async markUsed({ id, player, actsAs }: StoredPersonalToken, at: number): Promise<void> {
    await this.#database.change(
      statement("UPDATE personal_tokens SET used_at = ? WHERE token = ?", at, id),
      statement("UPDATE players SET seen_at = ? WHERE player IN (?, ?)", at, player, actsAs),
    );
  }

  /** Deletes a token. Returns `false`, and changes nothing, if the player has none of this id. @param more what is changed with it */
  delete(player: string, id: string, more: readonly Statement[]): Promise<boolean> {
    return this.#database.change(
      required("DELETE FROM personal_tokens WHERE player = ? AND token = ?", player, id),
      ...more,
    );
  }
}

/** Returns the statement that deletes all personal tokens of a player. */
export const deletePersonalTokens = (player: string): Statement =>
  statement("DELETE FROM personal_tokens WHERE player = ?", player);

/** Returns the scopes of a stored token. */
export const scopesOf = ({ scopes }: Pick<StoredPersonalToken, "scopes">): readonly Scope[] =>
  scopes.split(" ") as Scope[];
