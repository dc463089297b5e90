import type { GameName } from "@flower-war/protocol";
import {
  type PlayerKind,
  type PlayerMatchSeat,
  PROVISIONAL_MATCHES,
  type Unrated,
} from "@flower-war/protocol/players";
import { lockPlayer } from "../../players/store/player-store.ts";
import type { Row, Statement, Value } from "../../storage/database/requests.ts";
import { insertInto, required, type SqlDatabase, statement } from "../../storage/sql-database.ts";
import { insertFlags, type NewFlag } from "./flags.ts";

/** A match that has begun. */
export interface BegunMatch {
  readonly match: string;
  readonly game: GameName;
  /** The name of the game's preset that has its options; `""`: none has. */
  readonly preset: string;
  readonly private: boolean;
  /** ms since 1970. */
  readonly beganAt: number;
}

/** A running match, as histories show it. */
export interface RunningMatch {
  /** The invitation; `null`: the match is public, or of an older server. */
  readonly invitation: string | null;
  /** In turn order. */
  readonly seats: readonly PlayerMatchSeat[];
}

/** How a match went for one of its players. */
export interface PlayerResult {
  readonly seat: string;
  /** 1 is the best; `null`: the match was aborted, or they had lost their seat before its end. */
  readonly place: number | null;
  readonly won: boolean;
  readonly left: boolean;
  /** The player's shown rating after the match, and by how much it rose; `null`: the match is not rated for them. */
  readonly rating: { readonly value: number; readonly change: number } | null;
  /** Why it is not rated for them; `null`: it is, or it is of a kind that never is. */
  readonly unrated: Unrated | null;
}

/** A match in a player's history. */
export type StoredPlayerMatch = BegunMatch &
  PlayerResult &
  (
    | { readonly endedAt: number; readonly running: null }
    | { readonly endedAt: null; readonly running: RunningMatch }
  );

/** A player's rating in one game, in points. */
export interface StoredRating {
  readonly value: number;
  /** How uncertain the value is. */
  readonly deviation: number;
}

/** A player's totals in one game. */
export interface StoredGame {
  /** Raised by each change. */
  readonly version: number;
  readonly played: number;
  readonly won: number;
  readonly left: number;
  /** `null`: they have no rated match. */
  readonly rating: StoredRating | null;
  /** Rated matches, and those of them that were won. */
  readonly rated: number;
  readonly ratedWon: number;
}

/** The effect of a finished match on one of its players. */
export interface SettledPlayer {
  readonly player: string;
  /** As it was read. */
  readonly kind: PlayerKind;
  readonly result: PlayerResult;
  /** Whether another player who was rated with them came from their network. */
  readonly sameNetwork: boolean;
  /** Whether it says if the player finishes their matches: others played it too, who are known and came from elsewhere. */
  readonly amongPeople: boolean;
  /** The player's totals in the game, as read; `null`: none yet. */
  readonly before: StoredGame | null;
  /** With this match; `null`: it does not count. */
  readonly after: StoredGame | null;
}

/** The effect of a finished match on its players. */
export interface Settlement extends BegunMatch {
  readonly endedAt: number;
  readonly players: readonly SettledPlayer[];
  /** What operators should know of it. */
  readonly flags: readonly NewFlag[];
}

/** The stored data of players of a match that is being settled. */
export interface Unsettled {
  /** Whether the match has been rated. */
  readonly isRated: boolean;
  /** The players who exist, and whose history does not have the match as over. */
  readonly players: readonly {
    readonly player: string;
    readonly kind: PlayerKind;
    readonly game: StoredGame | null;
    /** Their rated matches of the game with others of these: all while their rating is provisional, else those of `PAIR_PERIOD`. */
    readonly met: readonly Meeting[];
    /** While their rating is provisional, how many of their rated matches of the game were with others from their network; else 0. */
    readonly near: number;
  }[];
}

/** A rated match with another player. */
export interface Meeting {
  readonly opponent: string;
  /** When it ended, ms since 1970. */
  readonly at: number;
}

/** How many of so many matches a player finished. */
export interface Finishes {
  readonly finished: number;
  readonly of: number;
}

/** Whether an account may sit down where only finishers may: it finished 4 of 5 of its latest matches, or is new. */
export const isFinisher = ({ finished, of }: Finishes): boolean => of < NEW_UNTIL || finished * 5 >= of * 4;

/** A place in a history: that of a match in it. */
export interface HistoryPosition {
  /** When the match ended, ms since 1970. */
  readonly at: number;
  readonly match: string;
}

/** A player on a leaderboard. */
export interface RankedPlayer {
  readonly player: string;
  readonly name: string;
  /** In points. */
  readonly value: number;
  readonly rated: number;
  readonly ratedWon: number;
}

/** The totals of a player before their first match of a game. */
export const NO_GAME: StoredGame = {
  version: 0,
  played: 0,
  won: 0,
  left: 0,
  rating: null,
  rated: 0,
  ratedWon: 0,
};

/** Whether a row of `player_games` is ranked. Written out, so that both databases use its index. */
const RANKED = `game = ? AND rated >= ${PROVISIONAL_MATCHES}`;

/** ms in which rated matches of the same players count less and less (docs/ratings.md). */
export const PAIR_PERIOD = 7 * 24 * 60 * 60 * 1000;

/** How many of a player's matches say whether they finish them. */
const LATEST = 20;

/** Matches that an account has finished or left until it is no longer new. */
const NEW_UNTIL = 5;

/** Ratings are stored in thousandths: whole numbers, which both databases hold alike. */
const PARTS = 1000;

/**
 * Stores which matches players have played, and how well they play. What it has of a player is deleted with them, and nothing is added
 * for one who is gone.
 */
export class HistoryStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Notes that a player plays a match that has begun. A repeated call updates the match's data, unless it is over. */
  async begin(begun: BegunMatch, running: RunningMatch, player: string, seat: string): Promise<void> {
    const told = { running: JSON.stringify(running), won: 0, has_left: 0 };
    const unlessOver = `ON CONFLICT (player, match) DO UPDATE SET running = excluded.running
      WHERE player_matches.ended_at IS NULL`;
    await this.#database.change(
      lockPlayer(player),
      insertInto("player_matches", { player, seat, ...columnsOf(begun), ...told }, unlessOver),
    );
  }

  /** Returns the ids of matches that go on by all that is stored here, in their order, after one. */
  async listRunning(after: string, limit: number): Promise<string[]> {
    const sql = `SELECT DISTINCT match FROM player_matches WHERE ended_at IS NULL AND match > ?
      ORDER BY match LIMIT ?`;
    const rows = await this.#database.query<{ match: string }>(sql, after, limit);
    return rows.map(({ match }) => match);
  }

  /** Returns the players, by all stored rows, of matches that are not over, with the matches. */
  listPlayers(match: string): Promise<{ player: string; seat: string }[]> {
    const sql =
      "SELECT player, seat FROM player_matches WHERE match = ? AND ended_at IS NULL ORDER BY player";
    return this.#database.query<{ player: string; seat: string }>(sql, match);
  }

  /** Forgets a match that goes on for one player. */
  async leaveOut(match: string, player: string): Promise<void> {
    const sql = "DELETE FROM player_matches WHERE match = ? AND player = ? AND ended_at IS NULL";
    await this.#database.change(statement(sql, match, player));
  }

  /** Forgets a match that goes on by all that is stored here: it has no result. */
  async drop(match: string): Promise<void> {
    const sql = "DELETE FROM player_matches WHERE match = ? AND ended_at IS NULL";
    await this.#database.change(statement(sql, match));
  }

  /** Reads what settling a match needs. @param endedAt when it ended, ms since 1970 */
  async readUnsettled(
    match: string,
    game: GameName,
    players: readonly string[],
    endedAt: number,
  ): Promise<Unsettled> {
    const among = `player IN (${players.map(() => "?").join(", ")})`;
    const over = `SELECT player FROM player_matches WHERE match = ? AND ended_at IS NOT NULL AND ${among}`;
    const known = `SELECT player, kind FROM players WHERE ${among} AND player NOT IN (${over}) ORDER BY player`;
    const [marks, rows, games] = await Promise.all([
      this.#database.query("SELECT match FROM rated_matches WHERE match = ?", match),
      this.#database.query<{ player: string; kind: PlayerKind }>(known, ...players, match, ...players),
      this.#database.query<GameRow>(
        `SELECT * FROM player_games WHERE game = ? AND ${among}`,
        game,
        ...players,
      ),
    ]);
    const byPlayer = new Map(games.map((row) => [row.player, gameOf(row)]));
    const read = rows.map(async (row) => {
      const own = byPlayer.get(row.player) ?? null;
      const since = (own?.rated ?? 0) < PROVISIONAL_MATCHES ? 0 : endedAt - PAIR_PERIOD;
      if (own === null) return { ...row, game: own, met: [], near: 0 };
      const met = await this.#listMet(row.player, game, players, since);
      return { ...row, game: own, met, near: since === 0 ? await this.#countNear(row.player, game) : 0 };
    });
    return { isRated: marks.length > 0, players: await Promise.all(read) };
  }

  /** Returns the rated matches of a player with others since a date. */
  #listMet(player: string, game: GameName, others: readonly string[], since: number): Promise<Meeting[]> {
    const sql = `SELECT others.player AS opponent, others.ended_at AS at
      FROM player_matches AS own JOIN player_matches AS others ON others.match = own.match
      WHERE own.player = ? AND own.game = ? AND own.rating IS NOT NULL AND own.ended_at >= ?
        AND others.player IN (${others.map(() => "?").join(", ")}) AND others.player <> own.player
        AND others.rating IS NOT NULL`;
    return this.#database.query<Meeting>(sql, player, game, since, ...others);
  }

  async #countNear(player: string, game: GameName): Promise<number> {
    const sql = `SELECT count(*) AS count FROM player_matches
      WHERE player = ? AND game = ? AND rating IS NOT NULL AND same_network = 1`;
    const [row] = await this.#database.query<{ count: number }>(sql, player, game);
    return row?.count ?? 0;
  }

  /**
   * Stores what a match means for its players, all or nothing. Returns `false` if something is no longer as it was read: another server
   * settles the match or another one of these players, or one of them was deleted.
   * @param rates whether the match is rated: it is at most once
   */
  settle(settlement: Settlement, rates: boolean): Promise<boolean> {
    const { match, game } = settlement;
    // In one order, so that two servers that settle matches of the same players wait for each other instead of both.
    const players = settlement.players.toSorted((a, b) => (a.player < b.player ? -1 : 1));
    const mark = required("INSERT INTO rated_matches (match) VALUES (?) ON CONFLICT DO NOTHING", match);
    return this.#database.change(
      ...players.map(({ player, kind }) =>
        required("UPDATE players SET kind = kind WHERE player = ? AND kind = ?", player, kind),
      ),
      ...(rates ? [mark] : []),
      ...players.flatMap((settled) => [endMatch(settlement, settled), ...changeGame(game, settled)]),
      ...insertFlags(settlement, settlement.flags),
    );
  }

  /** Returns what a player did in each game. */
  async listGames(player: string): Promise<(StoredGame & { game: GameName })[]> {
    const sql = "SELECT * FROM player_games WHERE player = ?";
    const rows = await this.#database.query<GameRow>(sql, player);
    return rows.map((row) => ({ ...gameOf(row), game: row.game }));
  }

  /** Returns the ratings of these players in a game; players without one are missing. */
  async readRatings(players: readonly string[], game: GameName): Promise<ReadonlyMap<string, number>> {
    const sql = `SELECT player, rating FROM player_games
      WHERE game = ? AND rating IS NOT NULL AND player IN (${players.map(() => "?").join(", ")})`;
    const rows = await this.#database.query<{ player: string; rating: number }>(sql, game, ...players);
    return new Map(rows.map(({ player, rating }) => [player, rating / PARTS] as const));
  }

  /**
   * Returns how many of a player's latest matches they finished: of those that count for their reputation (docs/ratings.md). Older servers did
   * not store whether a match was one among people: none of theirs counts.
   */
  async readFinishes(player: string): Promise<Finishes> {
    const sql = `SELECT has_left AS "hasLeft" FROM player_matches
      WHERE player = ? AND ended_at IS NOT NULL AND private = 0 AND (place IS NOT NULL OR has_left = 1)
        AND among_people = 1
      ORDER BY ended_at DESC, match DESC LIMIT ?`;
    const rows = await this.#database.query<{ hasLeft: number }>(sql, player, LATEST);
    return { finished: rows.filter(({ hasLeft }) => hasLeft === 0).length, of: rows.length };
  }

  /** Whether a player stayed to the end of a match. */
  async hasFinished(player: string): Promise<boolean> {
    const sql = "SELECT 1 FROM player_games WHERE player = ? AND played > matches_left LIMIT 1";
    return (await this.#database.query(sql, player)).length > 0;
  }

  /** Returns a player's rating after their latest rated matches of a game, the oldest first. */
  async listRatings(player: string, game: GameName, limit: number): Promise<{ at: number; value: number }[]> {
    const sql = `SELECT ended_at AS at, rating AS value FROM player_matches
      WHERE player = ? AND game = ? AND rating IS NOT NULL ORDER BY ended_at DESC LIMIT ?`;
    return (await this.#database.query<{ at: number; value: number }>(sql, player, game, limit)).toReversed();
  }

  /**
   * Returns matches of a player that are over, the newest first.
   * @param before `null`: from the newest on
   * @param withPrivate whether private ones are among them
   */
  async listOver(
    player: string,
    before: HistoryPosition | null,
    limit: number,
    withPrivate: boolean,
  ): Promise<StoredPlayerMatch[]> {
    const conditions = ["player = ?", "ended_at IS NOT NULL"];
    const values: Value[] = [player];
    if (before !== null) {
      conditions.push("(ended_at < ? OR (ended_at = ? AND match < ?))");
      values.push(before.at, before.at, before.match);
    }
    if (!withPrivate) conditions.push("private = 0");
    const sql = `SELECT * FROM player_matches WHERE ${conditions.join(" AND ")}
      ORDER BY ended_at DESC, match DESC LIMIT ?`;
    return (await this.#database.query(sql, ...values, limit)).map(matchOf);
  }

  /** Returns matches of a player that go on, the latest begun first. */
  async listOwnRunning(player: string, limit: number): Promise<StoredPlayerMatch[]> {
    const sql = `SELECT * FROM player_matches WHERE player = ? AND ended_at IS NULL
      ORDER BY began_at DESC, match LIMIT ?`;
    return (await this.#database.query(sql, player, limit)).map(matchOf);
  }

  /** Returns the change of points by a finished match for each player for whom it is settled; `null` where it is not rated. */
  async readRatingChanges(
    match: string,
    players: readonly string[],
  ): Promise<ReadonlyMap<string, number | null>> {
    if (players.length === 0) return new Map();
    const sql = `SELECT player, rating_change AS change FROM player_matches
      WHERE match = ? AND player IN (${players.map(() => "?").join(", ")}) AND ended_at IS NOT NULL`;
    const rows = await this.#database.query<{ player: string; change: number | null }>(
      sql,
      match,
      ...players,
    );
    return new Map(rows.map(({ player, change }) => [player, change] as const));
  }

  /** Counts the ranked players of a game, or those who are ahead of a rating. @param value in points */
  async countRanked(game: GameName, value?: number): Promise<number> {
    const count = `SELECT count(*) AS count FROM player_games WHERE ${RANKED}`;
    const [row] = await (value === undefined
      ? this.#database.query<{ count: number }>(count, game)
      : this.#database.query<{ count: number }>(`${count} AND rating > ?`, game, partsOf(value)));
    return row?.count ?? 0;
  }

  /** Returns ranked players of a game, the best first. */
  async listRanked(game: GameName, offset: number, limit: number): Promise<RankedPlayer[]> {
    const sql = `SELECT players.player, players.name, rating AS value, rated, rated_won AS "ratedWon"
      FROM player_games JOIN players ON players.player = player_games.player
      WHERE ${RANKED} ORDER BY rating DESC, players.player LIMIT ? OFFSET ?`;
    const rows = await this.#database.query<RankedPlayer>(sql, game, limit, offset);
    return rows.map((row) => ({ ...row, value: row.value / PARTS }));
  }
}

function endMatch(match: Settlement, { player, result, sameNetwork, amongPeople }: SettledPlayer): Statement {
  const { seat, place, won, left, rating, unrated } = result;
  const row = { player, seat, ...columnsOf(match), ended_at: match.endedAt, place };
  const ended = { won: Number(won), has_left: Number(left) };
  const rated = { rating: rating?.value ?? null, rating_change: rating?.change ?? null, unrated };
  const met = { same_network: Number(sameNetwork), among_people: Number(amongPeople) };
  const unlessOver = `ON CONFLICT (player, match) DO UPDATE SET seat = excluded.seat, ended_at = excluded.ended_at, running = NULL,
      place = excluded.place, won = excluded.won, has_left = excluded.has_left,
      rating = excluded.rating, rating_change = excluded.rating_change, unrated = excluded.unrated,
      same_network = excluded.same_network, among_people = excluded.among_people
    WHERE player_matches.ended_at IS NULL`;
  return {
    ...insertInto("player_matches", { ...row, ...ended, ...rated, ...met }, unlessOver),
    required: true,
  };
}

function columnsOf({ match, game, preset, private: isPrivate, beganAt }: BegunMatch) {
  return { match, game, preset, private: Number(isPrivate), began_at: beganAt };
}

function changeGame(game: GameName, { player, before, after }: SettledPlayer): Statement[] {
  if (after === null) return [];
  const { version, played, won, left, rating, rated, ratedWon } = after;
  const totals = { version, played, won, matches_left: left, rated, rated_won: ratedWon };
  const points = {
    rating: rating && partsOf(rating.value),
    deviation: rating && partsOf(rating.deviation),
  };
  const row = { player, game, ...totals, ...points };
  if (before === null) {
    return [{ ...insertInto("player_games", row, "ON CONFLICT DO NOTHING"), required: true }];
  }
  const set = Object.keys(row).map((column) => `${column} = ?`);
  const update = `UPDATE player_games SET ${set.join(", ")} WHERE player = ? AND game = ? AND version = ?`;
  return [required(update, ...Object.values(row), player, game, before.version)];
}

export function partsOf(points: number): number {
  return Math.round(points * PARTS);
}

/** A row of `player_games`. */
export type GameRow = Readonly<
  Record<"version" | "played" | "won" | "matches_left" | "rated" | "rated_won", number>
> &
  Readonly<Record<"rating" | "deviation", number | null>> & {
    readonly player: string;
    readonly game: GameName;
  };

/** Reads a row of `player_games`. */
export function gameOf(row: GameRow): StoredGame {
  const { version, played, won, matches_left: left, rating, deviation, rated, rated_won: ratedWon } = row;
  const points =
    rating === null || deviation === null ? null : { value: rating / PARTS, deviation: deviation / PARTS };
  return { version, played, won, left, rating: points, rated, ratedWon };
}

function matchOf(row: Row): StoredPlayerMatch {
  const { place, rating, rating_change, unrated, ended_at, running } = row;
  const match = {
    match: String(row["match"]),
    game: row["game"] as GameName,
    preset: String(row["preset"]),
    private: Number(row["private"]) === 1,
    beganAt: Number(row["began_at"]),
    seat: String(row["seat"]),
    place: place === null ? null : Number(place),
    won: Number(row["won"]) === 1,
    left: Number(row["has_left"]) === 1,
    rating: rating === null ? null : { value: Number(rating), change: Number(rating_change) },
    unrated: unrated as Unrated | null,
  };
  if (ended_at !== null) return { ...match, endedAt: Number(ended_at), running: null };
  return { ...match, endedAt: null, running: JSON.parse(String(running)) as RunningMatch };
}
