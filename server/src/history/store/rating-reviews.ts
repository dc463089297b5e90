import type { GameName } from "@flower-war/protocol";
import type { RatingFlag, SuspectedGroup } from "@flower-war/protocol/operator";
import { PROVISIONAL_MATCHES } from "@flower-war/protocol/players";
import type { Statement } from "../../storage/database/requests.ts";
import { insertInto, required, type SqlDatabase, statement } from "../../storage/sql-database.ts";
import { NEW_RATING } from "../ratings.ts";
import { type FlaggedMatch, insertFlags, type NewFlag } from "./flags.ts";
import { type GameRow, gameOf, partsOf } from "./history-store.ts";

/** A rated match of a player, with one of those who were rated with them. */
export interface RatedTogether {
  readonly match: string;
  /** By how much the player's rating rose. */
  readonly change: number;
  readonly opponent: string;
}

/** What reversing ratings changes. */
export interface ReadReversal {
  readonly matches: number;
  /** Run in one change; `false`: something is no longer as it was read. */
  readonly statements: readonly [Statement, ...Statement[]];
}

/** Who reverses ratings, when, and why. */
interface ReversedBy {
  readonly id: string;
  readonly operator: string;
  readonly reason: string;
  readonly createdAt: number;
}

/** Flags that are listed at once. */
const MOST_FLAGS = 1000;
/** The most flags that one call of `deleteExpired` deletes. */
const MAX_DELETED = 100;

/** Stores what operators should know of ratings, and reverses ratings. */
export class RatingReviews {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Stores flags. */
  async add(match: FlaggedMatch, flags: readonly NewFlag[]): Promise<void> {
    if (flags.length > 0) await this.#database.change(...insertFlags(match, flags));
  }

  /** Returns a player's rated matches of a game since a date, once for each of those who were rated with them. */
  listTogether(player: string, game: GameName, since: number): Promise<RatedTogether[]> {
    const sql = `SELECT own.match AS match, own.rating_change AS change, others.player AS opponent
      FROM player_matches AS own JOIN player_matches AS others ON others.match = own.match
      WHERE own.player = ? AND own.game = ? AND own.rating IS NOT NULL AND own.ended_at >= ?
        AND others.rating IS NOT NULL AND others.player <> own.player`;
    return this.#database.query<RatedTogether>(sql, player, game, since);
  }

  /** Returns the groups of accounts with flags that are not settled, the latest flagged first. */
  async list(): Promise<SuspectedGroup[]> {
    const sql = `SELECT players, kind, game, match, evidence, flagged_at AS at FROM rating_flags
      WHERE settled_at IS NULL ORDER BY flagged_at DESC, match, kind LIMIT ?`;
    const rows = await this.#database.query<
      Omit<RatingFlag, "evidence"> & { players: string; evidence: string }
    >(sql, MOST_FLAGS);
    const groups = [...Map.groupBy(rows, ({ players }) => players)];
    return Promise.all(
      groups.map(async ([players, flags]) => ({
        players: await this.#describe(players.split(" ")),
        flags: flags.map(({ kind, game, match, at, evidence }) => ({
          kind,
          game,
          match,
          at,
          evidence: JSON.parse(evidence) as RatingFlag["evidence"],
        })),
      })),
    );
  }

  /** Returns the statement that settles the flags of exactly these accounts. @param at ms since 1970 */
  settleFlags(players: readonly string[], at: number): Statement {
    const sql = "UPDATE rating_flags SET settled_at = ? WHERE settled_at IS NULL AND players = ?";
    return statement(sql, at, players.toSorted().join(" "));
  }

  /** Deletes some flags that are older than a date. Returns whether there were any. */
  deleteExpired(before: number): Promise<boolean> {
    const old = "SELECT match FROM rating_flags WHERE flagged_at < ? ORDER BY flagged_at LIMIT ?";
    const sql = `DELETE FROM rating_flags WHERE flagged_at < ? AND match IN (${old})`;
    return this.#database.change(statement(sql, before, before, MAX_DELETED));
  }

  /**
   * Reads what reversing the ratings of all matches changes in which these accounts alone were rated; `null`: there is no such match.
   * Values fall by the changes, counts by the matches, and deviations grow back by the share of matches that are no longer rated.
   */
  async readReversal(players: readonly string[], by: ReversedBy): Promise<ReadReversal | null> {
    const among = `IN (${players.map(() => "?").join(", ")})`;
    const sql = `SELECT player, match, game, ended_at AS "endedAt", rating, rating_change AS change, won FROM player_matches AS own
      WHERE player ${among} AND rating IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM player_matches AS others
        WHERE others.match = own.match AND others.rating IS NOT NULL AND NOT others.player ${among})
      ORDER BY player, ended_at`;
    const rows = await this.#database.query<ReversedMatch>(sql, ...players, ...players);
    if (rows.length === 0) return null;
    const games = await this.#database.query<GameRow>(
      `SELECT * FROM player_games WHERE player ${among} ORDER BY player, game`,
      ...players,
    );
    const statements = games.flatMap((game) => {
      const own = rows.filter((row) => row.player === game.player && row.game === game.game);
      return own.length === 0 ? [] : reverseGame(game, own, by);
    });
    const matches = [...new Set(rows.map(({ match }) => match))];
    const settled = `UPDATE rating_flags SET settled_at = ? WHERE settled_at IS NULL
      AND match IN (${matches.map(() => "?").join(", ")})`;
    const [first, ...more] = statements;
    if (!first) return null;
    return {
      matches: matches.length,
      statements: [first, ...more, statement(settled, by.createdAt, ...matches)],
    };
  }

  async #describe(players: readonly string[]): Promise<SuspectedGroup["players"]> {
    const among = `player IN (${players.map(() => "?").join(", ")})`;
    const [names, games] = await Promise.all([
      this.#database.query<{ player: string; name: string }>(
        `SELECT player, name FROM players WHERE ${among}`,
        ...players,
      ),
      this.#database.query<GameRow>(`SELECT * FROM player_games WHERE ${among} ORDER BY game`, ...players),
    ]);
    return players.map((id) => ({
      id,
      name: names.find(({ player }) => player === id)?.name ?? null,
      ratings: games
        .filter(({ player }) => player === id)
        .flatMap((row) => {
          const { rating, rated } = gameOf(row);
          if (rating === null) return [];
          const provisional = rated < PROVISIONAL_MATCHES;
          return [{ game: row.game, value: Math.round(rating.value), matches: rated, provisional }];
        }),
    }));
  }
}

/** A player's match whose rating is reversed. */
interface ReversedMatch {
  readonly player: string;
  readonly match: string;
  readonly game: GameName;
  readonly endedAt: number;
  readonly rating: number;
  readonly change: number;
  readonly won: number;
}

/** Returns the statements that reverse matches of a player's game. The first is required to find the game as it was read. */
function reverseGame(row: GameRow, reversed: readonly ReversedMatch[], by: ReversedBy): Statement[] {
  const { player, game, version, rating, deviation, rated, rated_won: ratedWon } = row;
  const left = Math.max(0, rated - reversed.length);
  const change = reversed.reduce((sum, each) => sum + each.change, 0);
  const won = reversed.reduce((sum, each) => sum + each.won, 0);
  const after =
    left === 0 || rating === null || deviation === null
      ? { rating: null, deviation: null }
      : { rating: rating - partsOf(change), deviation: growBack(deviation, left / rated) };
  const former = { rating, deviation, rated, ratedWon };
  const matches = reversed.map(({ match, endedAt, rating: value, change: rise }) => [
    match,
    endedAt,
    value,
    rise,
  ]);
  const marks = reversed.map(() => "?").join(", ");
  return [
    required(
      `UPDATE player_games SET version = version + 1, rating = ?, deviation = ?, rated = ?, rated_won = ?
        WHERE player = ? AND game = ? AND version = ?`,
      after.rating,
      after.deviation,
      left,
      Math.max(0, ratedWon - won),
      player,
      game,
      version,
    ),
    insertInto("rating_reversals", {
      reversal: by.id,
      player,
      game,
      content: JSON.stringify({ former, matches }),
      operator: by.operator,
      reason: by.reason,
      reversed_at: by.createdAt,
    }),
    statement(
      `UPDATE player_matches SET unrated = 'reversed' WHERE player = ? AND match IN (${marks})`,
      player,
      ...reversed.map(({ match }) => match),
    ),
    // The curve goes on without them.
    statement(
      `UPDATE player_matches SET rating = rating - coalesce((
          SELECT sum(earlier.rating_change) FROM player_matches AS earlier
          WHERE earlier.player = ? AND earlier.game = ? AND earlier.unrated = 'reversed'
            AND earlier.rating IS NOT NULL AND earlier.ended_at <= player_matches.ended_at), 0)
        WHERE player = ? AND game = ? AND rating IS NOT NULL`,
      player,
      game,
      player,
      game,
    ),
    statement(
      `UPDATE player_matches SET rating = NULL, rating_change = NULL
        WHERE player = ? AND game = ? AND unrated = 'reversed' AND rating IS NOT NULL`,
      player,
      game,
    ),
  ];
}

/** Returns a deviation as it is when only a share of the matches tells of the player. @param share 0 to 1 */
function growBack(parts: number, share: number): number {
  const [certain, fresh] = [parts ** -2, partsOf(NEW_RATING.deviation) ** -2];
  return Math.round((fresh + Math.max(0, certain - fresh) * share) ** -0.5);
}
