import type { MutedPlayers, MuteRequest } from "@flower-war/protocol/players";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { required, type SqlDatabase, statement } from "../../storage/sql-database.ts";
import { lockPlayer } from "./player-store.ts";

type MutedPlayer = MutedPlayers["players"][number];

/** An entry as it is stored. */
type StoredMute = Omit<MutedPlayer, "blocked"> & { readonly blocked: number };

/** The store for the players whom accounts mute and block. Methods reject as `SqlDatabase` does. */
export class MuteStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Lists whom a player mutes and blocks, the latest first. */
  async list(player: string): Promise<MutedPlayers["players"]> {
    const sql = `SELECT target AS id, players.name, blocked, muted_at AS at FROM player_mutes
      JOIN players ON players.player = target WHERE player_mutes.player = ? ORDER BY muted_at DESC, target`;
    const rows = await this.#database.query<StoredMute>(sql, player);
    return rows.map((row) => ({ ...row, blocked: row.blocked === 1 }));
  }

  /**
   * Mutes or blocks players; those who do not exist are left out. Returns `false`, and changes nothing, if they would be more than
   * `SERVER_LIMITS.mutes`.
   * @param at ms since 1970
   */
  put(player: string, muted: readonly MuteRequest["players"][number][], at: number): Promise<boolean> {
    const put = `INSERT INTO player_mutes (player, target, blocked, muted_at)
      SELECT ?, player, CAST(? AS INTEGER), CAST(? AS BIGINT) FROM players WHERE player = ? AND player <> ?
      ON CONFLICT (player, target) DO UPDATE SET blocked = excluded.blocked`;
    const few = `UPDATE players SET name = name WHERE player = ?
      AND (SELECT COUNT(*) FROM player_mutes AS m WHERE m.player = players.player) <= ?`;
    return this.#database.change(
      lockPlayer(player),
      ...muted.map(({ id, blocked }) => statement(put, player, Number(blocked), at, id, player)),
      required(few, player, SERVER_LIMITS.mutes.players),
    );
  }

  /** Deletes an entry. Returns whether there was one. */
  delete(player: string, target: string): Promise<boolean> {
    return this.#database.change(
      statement("DELETE FROM player_mutes WHERE player = ? AND target = ?", player, target),
    );
  }

  /**
   * Returns the ids of all whom a player blocks, and of those who block them.
   * @param blockers so many of those who block them at most, the latest
   */
  async listApart(
    player: string,
    blockers: number = SERVER_LIMITS.mutes.blockers,
  ): Promise<ReadonlySet<string>> {
    const sql = `SELECT target AS id FROM player_mutes WHERE player = ? AND blocked = 1
      UNION SELECT id FROM (
        SELECT player AS id FROM player_mutes WHERE target = ? AND blocked = 1 ORDER BY muted_at DESC, player LIMIT ?
      ) AS blockers`;
    const rows = await this.#database.query<{ id: string }>(sql, player, player, blockers);
    return new Set(rows.map(({ id }) => id));
  }
}
