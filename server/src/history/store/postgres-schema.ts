/** The tables of players' matches and ratings in PostgreSQL, with the columns of those in SQLite. As there. */
export const POSTGRES_HISTORY_TABLES = `
  CREATE TABLE player_matches (
    player text NOT NULL,
    match text NOT NULL,
    game text NOT NULL,
    preset text NOT NULL,
    private integer NOT NULL,
    seat text NOT NULL,
    began_at bigint NOT NULL,
    ended_at bigint,
    running text,
    place integer,
    won integer NOT NULL,
    has_left integer NOT NULL,
    rating integer,
    rating_change integer,
    PRIMARY KEY (player, match)
  );
  CREATE INDEX player_matches_by_end ON player_matches (player, ended_at, match);
  CREATE INDEX player_matches_running ON player_matches (match) WHERE ended_at IS NULL;
  CREATE INDEX player_matches_rated ON player_matches (player, game, ended_at) WHERE rating IS NOT NULL;
  CREATE TABLE player_games (
    player text NOT NULL,
    game text NOT NULL,
    version integer NOT NULL,
    played integer NOT NULL,
    won integer NOT NULL,
    matches_left integer NOT NULL,
    rating integer,
    deviation integer,
    rated integer NOT NULL,
    rated_won integer NOT NULL,
    PRIMARY KEY (player, game)
  );
  CREATE INDEX player_games_ranked ON player_games (game, rating) WHERE rated >= 5;
  CREATE TABLE rated_matches (
    match text PRIMARY KEY
  );`;
