import type { PlayerKind } from "@flower-war/protocol";
import type { Row, Value } from "../../storage/database/requests.ts";
import type { SqlDatabase } from "../../storage/sql-database.ts";
import { MAX_DELETED, type PlayerStore, type StoredPlayer } from "./player-store.ts";

/** Players in the server's database, or in the one that all servers of an installation share. Both have the same tables. */
export class SqlPlayers implements PlayerStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  add({ id, name, kind, createdAt, seenAt }: StoredPlayer): Promise<boolean> {
    const sql = `INSERT INTO players (player, name, kind, created_at, seen_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`;
    return this.#change(sql, id, name, kind, createdAt, seenAt);
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

  delete(id: string): Promise<boolean> {
    return this.#change("DELETE FROM players WHERE player = ?", id);
  }

  deleteUnseenGuests(before: number): Promise<boolean> {
    const unseen = "SELECT player FROM players WHERE kind = 'guest' AND seen_at < ? ORDER BY seen_at LIMIT ?";
    return this.#change(`DELETE FROM players WHERE player IN (${unseen})`, before, MAX_DELETED);
  }

  #change(sql: string, ...values: Value[]): Promise<boolean> {
    return this.#database.change({ sql, values });
  }
}

function playerOf({ player, name, kind, created_at, seen_at }: Row): StoredPlayer {
  return {
    id: String(player),
    name: String(name),
    kind: kind as PlayerKind,
    createdAt: Number(created_at),
    seenAt: Number(seen_at),
  };
}
