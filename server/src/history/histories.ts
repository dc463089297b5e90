import type { Ports } from "../ports.ts";
import type { Journal, StoredResult } from "../storage/journal/journal.ts";
import { watchDelayOf } from "../storage/journal/record.ts";
import { deleteExpired } from "../storage/retention.ts";
import { type Cancel, type ServerTime, workOff } from "../time.ts";
import { CIRCLE_PERIOD, findCircle } from "./circles.ts";
import { type PlayedResult, playersOf, settle } from "./settlement.ts";
import {
  type BegunMatch,
  type Finishes,
  type HistoryStore,
  isFinisher,
  type RunningMatch,
  type SettledPlayer,
  type Settlement,
} from "./store/history-store.ts";
import type { RatingReviews } from "./store/rating-reviews.ts";

/** Matches that one step of a check looks at. */
const CHECKED_AT_ONCE = 100;

/** Attempts to settle a match while others settle matches of the same players; the check tries again later. */
const ATTEMPTS = 10;

/** Turns in which a player gives commands themselves for a match to be rated for them, unless the game says how many. */
const RATED_TURNS = 6;

/** A match that has begun, with its players. */
export interface BegunForPlayers extends BegunMatch, RunningMatch {
  /** The players who handed their seats over: it is no match of theirs. Missing: none. */
  readonly handers?: readonly string[];
}

export interface HistoriesPorts extends Pick<Ports, "log"> {
  readonly time: ServerTime;
  readonly store: HistoryStore;
  readonly reviews: RatingReviews;
  readonly games: ReadonlyMap<string, { readonly ratedTurns?: number }>;
  readonly journal: Pick<Journal, "findHeads" | "findResult">;
  /** ms for which flags of ratings are kept. */
  readonly reportRetention: number;
}

/**
 * Keeps the histories and ratings of players in step with the matches that they play. No match waits for this: what could not be stored is
 * stored later, from what the journal holds of the match, also by another server or after a restart, and once (docs/ratings.md).
 */
export class Histories {
  readonly #ports: HistoriesPorts;
  /** Matches whose beginning could not be stored yet. */
  readonly #unstored = new Map<string, BegunForPlayers>();
  /** The match after which the check goes on. */
  #checked = "";
  #endCheck: Cancel = () => {};
  #endRetention: Cancel = () => {};

  constructor(ports: HistoriesPorts) {
    this.#ports = ports;
  }

  /** Settles matches that were not settled at their end: now, and then periodically. */
  start(): void {
    const { time, reviews, reportRetention } = this.#ports;
    this.#endCheck = workOff(time, () => this.#check(), 0);
    this.#endRetention = deleteExpired(
      () => reviews.deleteExpired(time.now() - reportRetention),
      this.#ports,
    );
  }

  close(): void {
    this.#endCheck();
    this.#endRetention();
  }

  /** Notes the players of a match that has begun; called again when they change. */
  begin(match: BegunForPlayers): void {
    this.#unstored.set(match.match, match);
    void this.#begin(match);
  }

  /**
   * Settles a match that is over. If that fails, the check does it.
   * @param late ms after which all are told its end: until then histories do not tell it either. Default 0
   */
  end(match: string, late = 0): void {
    this.#unstored.delete(match);
    if (late > 0) this.#ports.time.after(late, () => this.#end(match), { background: true });
    else this.#end(match);
  }

  #end(match: string): void {
    this.#settle(match).catch((err: unknown) =>
      this.#ports.log.warn({ err, match }, "match not settled yet"),
    );
  }

  /** As `HistoryStore.readFinishes`. */
  readFinishes(player: string): Promise<Finishes> {
    return this.#ports.store.readFinishes(player);
  }

  /** Whether an account may sit down where only finishers may. */
  async isFinisher(player: string): Promise<boolean> {
    return isFinisher(await this.readFinishes(player));
  }

  async #begin(match: BegunForPlayers): Promise<void> {
    const { invitation, seats, handers = [], ...begun } = match;
    try {
      for (const { player, seat } of seats) {
        if (player !== null) await this.#ports.store.begin(begun, { invitation, seats }, player, seat);
      }
      for (const player of handers) await this.#ports.store.leaveOut(match.match, player);
      if (this.#unstored.get(match.match) === match) this.#unstored.delete(match.match);
    } catch (err) {
      this.#ports.log.warn({ err, match: match.match }, "match not in histories yet");
    }
  }

  #check(): Promise<boolean> {
    return this.#checkSome().catch((err: unknown) => {
      this.#ports.log.warn({ err }, "matches not checked");
      return false;
    });
  }

  /** Looks at some of the matches that go on by the histories. Returns whether there are more. */
  async #checkSome(): Promise<boolean> {
    const { store, journal } = this.#ports;
    for (const match of this.#unstored.values()) await this.#begin(match);
    const matches = await store.listRunning(this.#checked, CHECKED_AT_ONCE);
    this.#checked = matches.length < CHECKED_AT_ONCE ? "" : (matches.at(-1) ?? "");
    const heads = new Map((await journal.findHeads(matches)).map((head) => [head.match, head]));
    for (const match of matches) {
      const isOver = heads.get(match)?.over ?? true;
      if (isOver) await this.#settle(match);
    }
    return this.#checked !== "";
  }

  /** Looks for a closed circle around who gained most. */
  async #findCircle({ match, game, endedAt, players }: Settlement): Promise<void> {
    const { reviews } = this.#ports;
    const change = ({ result }: SettledPlayer) => result.rating?.change ?? 0;
    const [first] = players.toSorted((a, b) => change(b) - change(a));
    if (!first || change(first) <= 0) return;
    const read = (player: string) => reviews.listTogether(player, game, endedAt - CIRCLE_PERIOD);
    const circle = await findCircle(first.player, read);
    await reviews.add({ match, game, endedAt }, circle ? [circle] : []);
  }

  #leastTurns(game: string): number {
    return this.#ports.games.get(game)?.ratedTurns ?? RATED_TURNS;
  }

  /** Stores what a finished match means for its players, once. */
  async #settle(match: string): Promise<void> {
    const { store, journal, time } = this.#ports;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const stored = await journal.findResult(match);
      if (!hasHistory(stored)) return store.drop(match);
      if (stored.result.endedAt + watchDelayOf(stored) > time.steady.now()) return;
      for (const player of stored.history.handed ?? []) await store.leaveOut(match, player);
      const running = await store.listPlayers(match);
      const players = playersOf(stored, running);
      if (players.length === 0) return;
      const unsettled = await store.readUnsettled(match, stored.game, players, stored.result.endedAt);
      if (unsettled.players.length === 0) return;
      const { settlement, rates } = settle(stored, running, unsettled, this.#leastTurns(stored.game));
      if (await store.settle(settlement, rates)) return this.#findCircle(settlement);
    }
    throw new Error("others settle matches of the same players");
  }
}

/** Whether a result was stored for histories; older servers stored none. */
function hasHistory(stored: StoredResult | null): stored is PlayedResult {
  return stored?.history !== undefined;
}
