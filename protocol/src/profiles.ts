import type { GameName } from "./games/game-map.ts";
import type { PlayerKind } from "./http.ts";
import type { SeatKind } from "./seat-kinds.ts";

/* What is public of players: profiles, histories and leaderboards (docs/ratings.md). Dates are ms since 1970. */

/** Rated matches of a game after which a player's rating is no longer provisional. */
export const PROVISIONAL_MATCHES = 5;

/** Matches on one page of a history: by default, and at most. */
export const HISTORY_PAGE = { default: 20, max: 50 } as const;

/** Players on one page of a leaderboard. */
export const LEADERBOARD_PAGE = 50;

/** A player's public profile. */
export interface Profile {
  id: string;
  /** Their name now; in matches they keep the one that they had. */
  name: string;
  kind: PlayerKind;
  /** When they became a player. */
  since: number;
  /** Their games, in the order of the server's. Only those of which they have finished a match, or left one. */
  games: PlayedGame[];
  /** All games together. */
  reputation: Reputation;
}

/** How many matches a player has played to the end, and how many they have left. */
export interface Reputation {
  finished: number;
  /** Those that they conceded while others played on, were removed from, or were away from at the end. */
  left: number;
}

/** What a player did in one game. */
export interface PlayedGame {
  game: GameName;
  /** Matches that are over, whether finished or left. */
  played: number;
  won: number;
  /** `null`: they have no rated match. */
  rating: Rating | null;
  /** The rating after each of their latest rated matches, at most 50, the oldest first. */
  curve: RatingPoint[];
}

/** How well a player plays a game. */
export interface Rating {
  /** It begins at 1200. */
  value: number;
  /** Whether they have fewer than `PROVISIONAL_MATCHES` rated matches. */
  provisional: boolean;
  /** How many rated matches they have. */
  matches: number;
  /** Their place on the leaderboard, from 1; `null`: they have none while the rating is provisional. */
  rank: number | null;
}

export interface RatingPoint {
  /** When the match ended. */
  at: number;
  value: number;
}

/** Which part of a history. Over `GET` in the query. */
export interface HistoryRequest {
  /** `next` of the page before; missing: the newest. */
  before?: string;
  /** How many matches at most: 1 to 50. Default 20. */
  limit?: number;
}

/** Matches of a player that are over, the newest first. */
export interface MatchHistory<Match = PlayerMatch> {
  matches: Match[];
  /** `before` of the next page; `null`: there is none. */
  next: string | null;
}

/** The player's own matches, private ones too. */
export interface MyMatches<Match = PlayerMatch> extends MatchHistory<Match> {
  /** Those that go on, the latest begun first, at most 50; with `before` none. */
  running: Match[];
}

/** A match of a player, as their history tells of it. */
export interface PlayerMatch {
  /** The match's id. */
  match: string;
  game: GameName;
  /** The name of the game's preset that has its options; `""`: it has others. */
  preset: string;
  private: boolean;
  /** Of a private match, in the player's own list: what leads to it in place of its id. Else `null`. */
  invitation: string | null;
  beganAt: number;
  /** `null`: it goes on. */
  endedAt: number | null;
  /** The player's seat. */
  seat: string;
  /** In turn order. Empty: the server does not store them any more. */
  seats: PlayerMatchSeat[];
  /** As in the match's result; `null`: it goes on, or the server does not store it any more. */
  outcome: object | null;
  /** The player's place, 1 is the best; `null`: it goes on, was aborted, or they did not play to its end. */
  place: number | null;
  won: boolean;
  /** Whether the player left it, as `Reputation.left` says. */
  left: boolean;
  /** By how much the player's rating rose; `null`: the match is not rated. */
  ratingChange: number | null;
}

export interface PlayerMatchSeat {
  seat: string;
  kind: Exclude<SeatKind, "open">;
  name: string;
  /** The id of their player; `null`: unknown. The id of a player who was deleted since leads nowhere. */
  player: string | null;
}

/** Which page of a game's leaderboard. Over `GET` in the query. */
export interface LeaderboardRequest {
  game: GameName;
  /** From 1; default 1. One beyond the last is the last. */
  page?: number;
}

/** The accounts whose rating in a game is not provisional, the best first. */
export interface Leaderboard {
  entries: LeaderboardEntry[];
  /** Players on all pages. */
  total: number;
  /** Which page this is: 1 to `pages`. */
  page: number;
  /** At least 1. */
  pages: number;
}

export interface LeaderboardEntry {
  /** From 1. Players with equal ratings share a rank. */
  rank: number;
  /** The player's id. */
  id: string;
  name: string;
  rating: number;
  /** Rated matches of this game. */
  matches: number;
  /** Those of them that they won. */
  won: number;
}
