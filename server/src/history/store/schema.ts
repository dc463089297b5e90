import { inBothDialects } from "../../storage/dialects.ts";

/**
 * The tables of players' matches and ratings. Once released they are never changed: a later change is another migration
 * (../../migrations.ts). Dates are ms since 1970; `ended_at` is `NULL` while a match goes on, and so is `running` when it is over.
 * Ratings and deviations are in thousandths.
 */
export const HISTORY_TABLES = inBothDialects(`
  CREATE TABLE player_matches (
    sqlite: id ROWID,
    player TEXT NOT NULL,
    match TEXT NOT NULL,
    game TEXT NOT NULL,
    preset TEXT NOT NULL,
    private INTEGER NOT NULL,
    seat TEXT NOT NULL,
    began_at BIGINT NOT NULL,
    ended_at BIGINT,
    running TEXT,
    place INTEGER,
    won INTEGER NOT NULL,
    has_left INTEGER NOT NULL,
    rating INTEGER,
    rating_change INTEGER,
    postgres: PRIMARY KEY (player, match)
  );
  sqlite: CREATE UNIQUE INDEX player_matches_by_player ON player_matches (player, match);
  CREATE INDEX player_matches_by_end ON player_matches (player, ended_at, match);
  CREATE INDEX player_matches_running ON player_matches (match) WHERE ended_at IS NULL;
  CREATE INDEX player_matches_rated ON player_matches (player, game, ended_at) WHERE rating IS NOT NULL;
  CREATE TABLE player_games (
    sqlite: id ROWID,
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    matches_left INTEGER NOT NULL,
    rating INTEGER,
    deviation INTEGER,
    rated INTEGER NOT NULL,
    rated_won INTEGER NOT NULL,
    postgres: PRIMARY KEY (player, game)
  );
  sqlite: CREATE UNIQUE INDEX player_games_by_player ON player_games (player, game);
  CREATE INDEX player_games_ranked ON player_games (game, rating) WHERE rated >= 5;
  CREATE TABLE rated_matches (
    match KEY
  );`);

/** Why a match is not rated for a player (`UNRATED`); `NULL`: it is, or it is of a kind that never is. */
export const UNRATED_REASONS = inBothDialects("ALTER TABLE player_matches ADD COLUMN unrated TEXT;");

/** Whether another player who was rated with this one came from the same network; `NULL`: unknown. */
export const SAME_NETWORKS = inBothDialects("ALTER TABLE player_matches ADD COLUMN same_network INTEGER;");

/** Whether more than one person played the match; `NULL`: it goes on, or an older server stored it. */
export const MATCHES_AMONG_PEOPLE = inBothDialects(
  "ALTER TABLE player_matches ADD COLUMN among_people INTEGER;",
);

/**
 * Flags of ratings for operators, and reversed ratings. `players` are ids in their order, with spaces between them. `content` has the
 * former numbers of `player_games`, and `[match, ended_at, rating, rating_change]` of each match.
 */
export const RATING_REVIEWS = inBothDialects(`
  CREATE TABLE rating_flags (
    sqlite: id ROWID,
    match TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    evidence TEXT NOT NULL,
    flagged_at BIGINT NOT NULL,
    settled_at BIGINT,
    postgres: PRIMARY KEY (match, kind, players)
  );
  sqlite: CREATE UNIQUE INDEX rating_flags_by_match ON rating_flags (match, kind, players);
  CREATE INDEX rating_flags_by_date ON rating_flags (flagged_at);
  CREATE TABLE rating_reversals (
    sqlite: id ROWID,
    reversal TEXT NOT NULL,
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    content TEXT NOT NULL,
    operator TEXT NOT NULL,
    reason TEXT NOT NULL,
    reversed_at BIGINT NOT NULL,
    postgres: PRIMARY KEY (player, reversal, game)
  );
  sqlite: CREATE UNIQUE INDEX rating_reversals_by_player ON rating_reversals (player, reversal, game);
  CREATE INDEX player_matches_rated_together ON player_matches (match) WHERE rating IS NOT NULL;`);
