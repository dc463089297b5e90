import type { AccountEvent } from "@flower-war/protocol/players";
import type { Statement } from "../../storage/database/requests.ts";
import { insertInto, type SqlDatabase, statement } from "../../storage/sql-database.ts";
import { lockPlayer } from "./player-store.ts";

export type AccountEventKind = AccountEvent["what"];
export type ProvenAct = NonNullable<AccountEvent["asked"]>;

/** An event that is to be stored. */
export interface NewEvent {
  /** The event's unique name. */
  readonly id: string;
  readonly player: string;
  readonly what: AccountEventKind;
  /** ms since 1970. */
  readonly at: number;
  /** As in `AccountEvent`. */
  readonly device: string;
  /** What was refused; `null`: nothing. */
  readonly asked: ProvenAct | null;
}

/** The most events of one kind that an account has: no kind drives out another. */
export const MOST_EVENTS = 20;
/** ms in which the same refusals are one event. */
const SAME_REFUSAL = 60 * 60 * 1000;
/** The most rows that one call deletes: other requests get the database in between. */
const MAX_DELETED = 100;

/** The store for what happens to accounts. Methods reject as `SqlDatabase` does. */
export class EventStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Adds an event. Nothing is stored for a player who is deleted. */
  async add(event: NewEvent): Promise<void> {
    const { player, what, at, device, asked } = event;
    if (what === "refused") {
      const sql = `UPDATE account_events SET times = times + 1, last_at = ?
        WHERE player = ? AND what = ? AND asked = ? AND device = ? AND first_at > ?`;
      if (await this.#database.change(statement(sql, at, player, what, asked, device, at - SAME_REFUSAL)))
        return;
    }
    await this.#database.change(lockPlayer(player), ...insertEvent(event));
  }

  /** Lists a player's events, the newest first. */
  async list(player: string): Promise<readonly AccountEvent[]> {
    const sql = `SELECT what, last_at AS "at", times, device, asked FROM account_events WHERE player = ?
      ORDER BY last_at DESC, first_at DESC, event`;
    const rows = await this.#database.query<Omit<AccountEvent, "asked"> & Pick<NewEvent, "asked">>(
      sql,
      player,
    );
    return rows.map(({ asked, ...event }) => (asked === null ? event : { ...event, asked }));
  }

  /** Deletes some of the events that happened before a date. Returns whether there were any. */
  deleteOld(before: number): Promise<boolean> {
    const old = "SELECT event FROM account_events WHERE last_at < ? ORDER BY last_at LIMIT ?";
    const sql = `DELETE FROM account_events WHERE event IN (${old})`;
    return this.#database.change(statement(sql, before, MAX_DELETED));
  }
}

/** Returns the statements that store an event, and delete the oldest of its kind beyond `MOST_EVENTS`. */
export function insertEvent({ id, player, what, at, device, asked }: NewEvent): Statement[] {
  const row = { event: id, player, what, asked, device, times: 1, first_at: at, last_at: at };
  const newest = `SELECT event FROM account_events WHERE player = ? AND what = ?
    ORDER BY last_at DESC, event LIMIT ?`;
  const trim = `DELETE FROM account_events WHERE player = ? AND what = ? AND event NOT IN (${newest})`;
  return [insertInto("account_events", row), statement(trim, player, what, player, what, MOST_EVENTS)];
}
