import { type GameName, type PlayerKind, PROVISIONAL_MATCHES } from "@flower-war/protocol";
import type { Row, Statement, Value } from "../../storage/database/requests.ts";
import type { SqlDatabase } from "../../storage/sql-database.ts";
import type {
  BegunMatch,
  HistoryPosition,
  HistoryStore,
  RankedPlayer,
  RunningMatch,
  SettledPlayer,
  Settlement,
  StoredGame,
  StoredPlayerMatch,
  Unsettled,
} from "./history-store.ts";

const statement = (sql: string, ...values: Value[]): Statement => ({ sql, values });
const required = (sql: string, ...values: Value[]): Statement => ({ sql, values, required: true });

/** Whether a row of `player_games` is ranked. Written out, so that both databases use its index. */
const RANKED = `game = ? AND rated >= ${PROVISIONAL_MATCHES}`;

/** Ratings are stored in thousandths: whole numbers, which both databases hold alike. */
const PARTS = 1000;

/** Histories in the server's database, or in the one that all servers of an installation share. Both have the same tables. */
export class SqlHistory implements HistoryStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async begin(begun: BegunMatch, running: RunningMatch, player: string, seat: string): Promise<void> {
    const { match, game, preset, beganAt } = begun;
    const sql = `INSERT INTO player_matches
        (player, match, game, preset, private, seat, began_at, running, won, has_left)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
      ON CONFLICT (player, match) DO UPDATE SET running = excluded.running WHERE player_matches.ended_at IS NULL`;
    const [isPrivate, told] = [Number(begun.private), JSON.stringify(running)];
    await this.#database.change(
      lockPlayer(player),
      statement(sql, player, match, game, preset, isPrivate, seat, beganAt, told),
    );
  }

  async listRunning(after: string, limit: number): Promise<string[]> {
    const sql = `SELECT DISTINCT match FROM player_matches WHERE ended_at IS NULL AND match > ?
      ORDER BY match LIMIT ?`;
    return (await this.#database.query(sql, after, limit)).map(({ match }) => String(match));
  }

  async listPlayers(match: string): Promise<{ player: string; seat: string }[]> {
    const sql =
      "SELECT player, seat FROM player_matches WHERE match = ? AND ended_at IS NULL ORDER BY player";
    const rows = await this.#database.query(sql, match);
    return rows.map(({ player, seat }) => ({ player: String(player), seat: String(seat) }));
  }

  async drop(match: string): Promise<void> {
    const sql = "DELETE FROM player_matches WHERE match = ? AND ended_at IS NULL";
    await this.#database.change(statement(sql, match));
  }

  async readUnsettled(match: string, game: GameName, players: readonly string[]): Promise<Unsettled> {
    const among = `player IN (${players.map(() => "?").join(", ")})`;
    const over = `SELECT player FROM player_matches WHERE match = ? AND ended_at IS NOT NULL AND ${among}`;
    const known = `SELECT player, kind FROM players WHERE ${among} AND player NOT IN (${over}) ORDER BY player`;
    const [marks, rows, games] = await Promise.all([
      this.#database.query("SELECT match FROM rated_matches WHERE match = ?", match),
      this.#database.query(known, ...players, match, ...players),
      this.#database.query(`SELECT * FROM player_games WHERE game = ? AND ${among}`, game, ...players),
    ]);
    const byPlayer = new Map(games.map((row) => [row["player"], gameOf(row)]));
    return {
      isRated: marks.length > 0,
      players: rows.map(({ player, kind }) => ({
        player: String(player),
        kind: kind as PlayerKind,
        game: byPlayer.get(String(player)) ?? null,
      })),
    };
  }

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
    );
  }

  async listGames(player: string): Promise<(StoredGame & { game: GameName })[]> {
    const rows = await this.#database.query("SELECT * FROM player_games WHERE player = ?", player);
    return rows.map((row) => ({ ...gameOf(row), game: row["game"] as GameName }));
  }

  async listRatings(player: string, game: GameName, limit: number): Promise<{ at: number; value: number }[]> {
    const sql = `SELECT ended_at, rating FROM player_matches
      WHERE player = ? AND game = ? AND rating IS NOT NULL ORDER BY ended_at DESC LIMIT ?`;
    const rows = await this.#database.query(sql, player, game, limit);
    return rows.map(({ ended_at, rating }) => ({ at: Number(ended_at), value: Number(rating) })).toReversed();
  }

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

  async listOwnRunning(player: string, limit: number): Promise<StoredPlayerMatch[]> {
    const sql = `SELECT * FROM player_matches WHERE player = ? AND ended_at IS NULL
      ORDER BY began_at DESC, match LIMIT ?`;
    return (await this.#database.query(sql, player, limit)).map(matchOf);
  }

  async countRanked(game: GameName, value?: number): Promise<number> {
    const count = `SELECT count(*) AS count FROM player_games WHERE ${RANKED}`;
    const [row] = await (value === undefined
      ? this.#database.query(count, game)
      : this.#database.query(`${count} AND rating > ?`, game, partsOf(value)));
    return Number(row?.["count"] ?? 0);
  }

  async listRanked(game: GameName, offset: number, limit: number): Promise<RankedPlayer[]> {
    const sql = `SELECT players.player, players.name, rating, rated, rated_won
      FROM player_games JOIN players ON players.player = player_games.player
      WHERE ${RANKED} ORDER BY rating DESC, players.player LIMIT ? OFFSET ?`;
    const rows = await this.#database.query(sql, game, limit, offset);
    return rows.map(({ player, name, rating, rated, rated_won }) => ({
      player: String(player),
      name: String(name),
      value: Number(rating) / PARTS,
      rated: Number(rated),
      ratedWon: Number(rated_won),
    }));
  }
}

/** Does nothing for a player who is gone, and lets PostgreSQL delete the player before or after the change. */
function lockPlayer(player: string): Statement {
  return required("UPDATE players SET kind = kind WHERE player = ?", player);
}

function endMatch(match: Settlement, { player, result }: SettledPlayer): Statement {
  const { seat, place, won, left, rating } = result;
  const sql = `INSERT INTO player_matches
      (player, match, game, preset, private, seat, began_at, ended_at, place, won, has_left, rating, rating_change)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (player, match) DO UPDATE SET seat = excluded.seat, ended_at = excluded.ended_at, running = NULL,
      place = excluded.place, won = excluded.won, has_left = excluded.has_left,
      rating = excluded.rating, rating_change = excluded.rating_change
    WHERE player_matches.ended_at IS NULL`;
  const facts = [match.match, match.game, match.preset, Number(match.private), seat, match.beganAt] as const;
  const rated = [rating?.value ?? null, rating?.change ?? null] as const;
  return required(sql, player, ...facts, match.endedAt, place, Number(won), Number(left), ...rated);
}

function changeGame(game: GameName, { player, before, after }: SettledPlayer): Statement[] {
  if (after === null) return [];
  const { version, played, won, left, rating, rated, ratedWon } = after;
  const points = rating ? [partsOf(rating.value), partsOf(rating.deviation)] : [null, null];
  const values = [version, played, won, left, ...points, rated, ratedWon];
  if (before === null) {
    const insert = `INSERT INTO player_games
        (player, game, version, played, won, matches_left, rating, deviation, rated, rated_won)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
    return [required(insert, player, game, ...values)];
  }
  const update = `UPDATE player_games SET version = ?, played = ?, won = ?, matches_left = ?, rating = ?,
      deviation = ?, rated = ?, rated_won = ?
    WHERE player = ? AND game = ? AND version = ?`;
  return [required(update, ...values, player, game, before.version)];
}

function partsOf(points: number): number {
  return Math.round(points * PARTS);
}

function gameOf(row: Row): StoredGame {
  const { version, played, won, matches_left, rating, deviation, rated, rated_won } = row;
  return {
    version: Number(version),
    played: Number(played),
    won: Number(won),
    left: Number(matches_left),
    rating: rating === null ? null : { value: Number(rating) / PARTS, deviation: Number(deviation) / PARTS },
    rated: Number(rated),
    ratedWon: Number(rated_won),
  };
}

function matchOf(row: Row): StoredPlayerMatch {
  const { place, rating, rating_change, ended_at, running } = row;
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
  };
  if (ended_at !== null) return { ...match, endedAt: Number(ended_at), running: null };
  return { ...match, endedAt: null, running: JSON.parse(String(running)) as RunningMatch };
}
