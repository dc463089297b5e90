import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { Statement } from "../../storage/database/requests.ts";
import { required, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";
import { lockPlayer } from "./player-store.ts";

/** A sign-in of a player: all tokens that one device got by it. */
export interface StoredSession {
  /** No secret: tokens name it, and are signed. */
  readonly id: string;
  readonly player: string;
  /** As in `PlayerSession` of the protocol. */
  readonly device: string;
  /** ms since 1970. */
  readonly createdAt: number;
  /** When a token of it was last used, to the hour: ms since 1970. */
  readonly seenAt: number;
}

/** The most rows that one call deletes: other requests get the database in between. */
const MAX_DELETED = 100;

const SESSIONS = new Table<StoredSession>("player_sessions", {
  id: "session",
  player: "player",
  device: "device",
  createdAt: "created_at",
  seenAt: "seen_at",
});

/** The store for where players are signed in. Methods reject as `SqlDatabase` does. */
export class SessionStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Adds a session. Returns `false`, and changes nothing, if its player is deleted. */
  add(session: StoredSession): Promise<boolean> {
    return this.#database.change(lockPlayer(session.player), ...insertSession(session));
  }

  /** Lists a player's sessions, the one last seen first. */
  list(player: string): Promise<readonly StoredSession[]> {
    const sql = `SELECT ${SESSIONS.fields} FROM player_sessions WHERE player = ? ORDER BY seen_at DESC, created_at DESC, session`;
    return this.#database.query<StoredSession>(sql, player);
  }

  /** Ends a session. Returns `false`, and changes nothing, if the player has none of this id. @param more what is changed with it */
  end(player: string, id: string, more: readonly Statement[]): Promise<boolean> {
    const sql = "DELETE FROM player_sessions WHERE player = ? AND session = ?";
    return this.#database.change(required(sql, player, id), ...more);
  }

  /** Deletes some of the sessions that were last seen before a date. Returns whether there were any. */
  deleteUnseen(before: number): Promise<boolean> {
    const unseen = "SELECT session FROM player_sessions WHERE seen_at < ? ORDER BY seen_at LIMIT ?";
    return this.#database.change(
      statement(`DELETE FROM player_sessions WHERE session IN (${unseen})`, before, MAX_DELETED),
    );
  }
}

/** Returns the statements that store a session, and end its player's longest unseen ones beyond `SERVER_LIMITS.sessions`. */
export function insertSession(session: StoredSession): Statement[] {
  const { id, player } = session;
  const newest = `SELECT session FROM player_sessions WHERE player = ? AND session <> ?
    ORDER BY seen_at DESC, created_at DESC, session LIMIT ?`;
  const trim = `DELETE FROM player_sessions WHERE player = ? AND session <> ? AND session NOT IN (${newest})`;
  return [SESSIONS.insert(session), statement(trim, player, id, player, id, SERVER_LIMITS.sessions - 1)];
}

/** Returns the statement that ends all sessions of a player. */
export const endAllSessions = (player: string): Statement =>
  statement("DELETE FROM player_sessions WHERE player = ?", player);
