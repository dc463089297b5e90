import { NOTICE_LIMITS } from "@flower-war/protocol/players";
import type { Language } from "@flower-war/rules/texts";
import { lockPlayer } from "../../players/store/player-store.ts";
import type { Value } from "../../storage/database/requests.ts";
import { insertInto, type SqlDatabase, statement, Table } from "../../storage/sql-database.ts";

/** A browser that shows notices. Dates here are ms since 1970. */
export interface PushSubscription {
  /** The subscription's unique name here. */
  readonly id: string;
  readonly player: string;
  /** Where the push service takes messages for it. Unique: it is that of the player who added it last. */
  readonly endpoint: string;
  /** The browser's public key and secret for the messages' encryption, base64url. */
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
  readonly createdAt: number;
}

/** Where a player gets e-mails. */
export interface MailAddress {
  readonly player: string;
  readonly address: string;
  readonly language: Language;
  readonly createdAt: number;
  /** `null`: not yet. */
  readonly confirmedAt: number | null;
}

/** A seat whose player a match waits for while they are away. */
export interface AwaitedSeat {
  readonly seat: string;
  /** The id of its player. */
  readonly player: string;
  /** How many turns the seat has had, this one included, and holidays: it is told once of each. */
  readonly turn: number;
}

/** A notice that is to be sent. */
export interface DueNotice extends AwaitedSeat {
  readonly match: string;
  readonly game: string;
  readonly dueAt: number;
  /** How often it was tried before. */
  readonly attempts: number;
}

const PUSHES = new Table<PushSubscription>("push_subscriptions", {
  id: "subscription",
  player: "player",
  endpoint: "endpoint",
  p256dh: "p256dh",
  auth: "auth",
  language: "language",
  createdAt: "created_at",
});
const MAILS = new Table<MailAddress>("mail_addresses", {
  player: "player",
  address: "address",
  language: "language",
  createdAt: "created_at",
  confirmedAt: "confirmed_at",
});

/** The most rows that one call deletes: other requests get the database in between. */
const MAX_DELETED = 100;

/** The store for notices: where they go, and which are due. Methods reject as `SqlDatabase` does. */
export class NoticeStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Adds a subscription in place of earlier ones of its endpoint. Returns `false` if its player is deleted. */
  addPush(push: PushSubscription): Promise<boolean> {
    const { player, endpoint } = push;
    const newest = `SELECT subscription FROM push_subscriptions WHERE player = ?
      ORDER BY created_at DESC, subscription LIMIT ?`;
    const trim = `DELETE FROM push_subscriptions WHERE player = ? AND subscription NOT IN (${newest})`;
    return this.#database.change(
      lockPlayer(player),
      statement("DELETE FROM push_subscriptions WHERE endpoint = ?", endpoint),
      PUSHES.insert(push),
      statement(trim, player, player, NOTICE_LIMITS.pushes),
    );
  }

  /** Lists a player's subscriptions in the order in which they were added. */
  listPushes(player: string): Promise<readonly PushSubscription[]> {
    const sql = `SELECT ${PUSHES.fields} FROM push_subscriptions WHERE player = ?
      ORDER BY created_at, subscription`;
    return this.#database.query<PushSubscription>(sql, player);
  }

  /** Returns `false` if the player has no such subscription. */
  deletePush(player: string, id: string): Promise<boolean> {
    return this.#change("DELETE FROM push_subscriptions WHERE player = ? AND subscription = ?", player, id);
  }

  /** Stores a player's address in place of another one. Returns `false` if the player is deleted. */
  setMail(mail: MailAddress): Promise<boolean> {
    return this.#database.change(
      lockPlayer(mail.player),
      statement("DELETE FROM mail_addresses WHERE player = ?", mail.player),
      MAILS.insert(mail),
    );
  }

  async findMail(player: string): Promise<MailAddress | null> {
    const sql = `SELECT ${MAILS.fields} FROM mail_addresses WHERE player = ?`;
    const [mail] = await this.#database.query<MailAddress>(sql, player);
    return mail ?? null;
  }

  /** Notes that a player confirmed an address. Returns `false` if it is not theirs any more. */
  confirmMail(player: string, address: string, at: number): Promise<boolean> {
    const sql = "UPDATE mail_addresses SET confirmed_at = ? WHERE player = ? AND address = ?";
    return this.#change(sql, at, player, address);
  }

  /** Forgets a player's address. Returns `false` if there is none, or another one. @param address `null`: whatever it is */
  deleteMail(player: string, address: string | null): Promise<boolean> {
    if (address === null) return this.#change("DELETE FROM mail_addresses WHERE player = ?", player);
    return this.#change("DELETE FROM mail_addresses WHERE player = ? AND address = ?", player, address);
  }

  /** Deletes some of the addresses that were not confirmed since a date. Returns whether there were any. */
  deleteUnconfirmed(before: number): Promise<boolean> {
    const old = "SELECT player FROM mail_addresses WHERE confirmed_at IS NULL AND created_at < ? LIMIT ?";
    const sql = `DELETE FROM mail_addresses WHERE player IN (${old}) AND confirmed_at IS NULL`;
    return this.#change(sql, before, MAX_DELETED);
  }

  /**
   * Notes for whom a match waits while they are away. A turn whose notice was sent, or is due already, stays as it is; what was
   * due for other seats is not any more. Nothing is noted for a player who is deleted.
   */
  async noteAwaited(match: string, game: string, awaited: readonly AwaitedSeat[], at: number): Promise<void> {
    const others = awaited.length === 0 ? "" : ` AND seat NOT IN (${awaited.map(() => "?").join(", ")})`;
    const forget = `DELETE FROM turn_notices WHERE match = ? AND due_at IS NOT NULL${others}`;
    await this.#change(forget, match, ...awaited.map(({ seat }) => seat));
    const unlessNoted = `ON CONFLICT (match, seat) DO UPDATE SET player = excluded.player, turn = excluded.turn,
        noted_at = excluded.noted_at, due_at = excluded.due_at, attempts = 0
      WHERE turn_notices.turn <> excluded.turn OR turn_notices.player <> excluded.player`;
    const dates = { noted_at: at, due_at: at + NOTICE_LIMITS.notice, attempts: 0 };
    for (const { seat, player, turn } of awaited) {
      const note = insertInto("turn_notices", { match, game, seat, player, turn, ...dates }, unlessNoted);
      await this.#database.change(lockPlayer(player), note);
    }
  }

  /** Forgets the notices of a match, which is over. */
  async forgetMatch(match: string): Promise<void> {
    await this.#change("DELETE FROM turn_notices WHERE match = ?", match);
  }

  /** Lists notices that are due, the longest due first. */
  listDue(now: number, limit: number): Promise<readonly DueNotice[]> {
    const sql = `SELECT match, game, seat, player, turn, due_at AS "dueAt", attempts
      FROM turn_notices WHERE due_at <= ? ORDER BY due_at LIMIT ?`;
    return this.#database.query<DueNotice>(sql, now, limit);
  }

  /** Takes a notice that is due, before it is sent. Returns `false` if another server was faster, or it is not due any more. */
  take({ match, seat, player, turn, dueAt }: DueNotice): Promise<boolean> {
    const sql = `UPDATE turn_notices SET due_at = NULL, attempts = attempts + 1
      WHERE match = ? AND seat = ? AND player = ? AND turn = ? AND due_at = ?`;
    return this.#change(sql, match, seat, player, turn, dueAt);
  }

  /** Makes a notice due again that was taken and could not be sent. */
  async retry({ match, seat, player, turn }: DueNotice, at: number): Promise<void> {
    const sql = `UPDATE turn_notices SET due_at = ?
      WHERE match = ? AND seat = ? AND player = ? AND turn = ? AND due_at IS NULL`;
    await this.#change(sql, at, match, seat, player, turn);
  }

  /** Deletes some of the notices that were noted before a date. Returns whether there were any. */
  deleteOld(before: number): Promise<boolean> {
    const old = "SELECT match FROM turn_notices WHERE noted_at < ? LIMIT ?";
    const sql = `DELETE FROM turn_notices WHERE match IN (${old}) AND noted_at < ?`;
    return this.#change(sql, before, MAX_DELETED, before);
  }

  #change(sql: string, ...values: Value[]): Promise<boolean> {
    return this.#database.change({ sql, values });
  }
}
