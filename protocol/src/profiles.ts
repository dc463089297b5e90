/* Numbers of profiles, histories and leaderboards (docs/ratings.md). */

/** Rated matches of a game after which a player's rating is no longer provisional. */
export const PROVISIONAL_MATCHES = 5;

/** Matches on one page of a history: by default, and at most. */
export const HISTORY_PAGE = { default: 20, max: 50 } as const;

/** Players on one page of a leaderboard. */
export const LEADERBOARD_PAGE = 50;
