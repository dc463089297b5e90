import type { GameName, PlayerKind, PlayerMatchSeat } from "@flower-war/protocol";

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
  /** The player's totals in the game, as read; `null`: none yet. */
  readonly before: StoredGame | null;
  /** With this match; `null`: it does not count. */
  readonly after: StoredGame | null;
}

/** The effect of a finished match on its players. */
export interface Settlement extends BegunMatch {
  readonly endedAt: number;
  readonly players: readonly SettledPlayer[];
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
  }[];
}

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

/**
 * Stores which matches players have played, and how well they play. Durable; one suite tests all stores
 * (server/test/history/store.test.ts). What it has of a player is deleted with them, and nothing is added for one who is gone.
 */
export interface HistoryStore {
  /** Notes that a player plays a match that has begun. Over again it changes what is told of the match, unless it is over. */
  begin(match: BegunMatch, running: RunningMatch, player: string, seat: string): Promise<void>;
  /** Returns the ids of matches that go on by all that is stored here, in their order, after one. */
  listRunning(after: string, limit: number): Promise<string[]>;
  /** Returns who plays a match that goes on by all that is stored here, and where. */
  listPlayers(match: string): Promise<{ readonly player: string; readonly seat: string }[]>;
  /** Forgets a match that goes on by all that is stored here: it has no result. */
  drop(match: string): Promise<void>;
  /** Reads what settling a match needs. */
  readUnsettled(match: string, game: GameName, players: readonly string[]): Promise<Unsettled>;
  /**
   * Stores what a match means for its players, all or nothing. Returns `false` if something is no longer as it was read: another server
   * settles the match or another one of these players, or one of them was deleted.
   * @param rates whether the match is rated: it is at most once
   */
  settle(settlement: Settlement, rates: boolean): Promise<boolean>;
  /** Returns what a player did in each game. */
  listGames(player: string): Promise<(StoredGame & { readonly game: GameName })[]>;
  /** Returns a player's rating after their latest rated matches of a game, the oldest first. */
  listRatings(player: string, game: GameName, limit: number): Promise<{ at: number; value: number }[]>;
  /**
   * Returns matches of a player that are over, the newest first.
   * @param before `null`: from the newest on
   * @param withPrivate whether private ones are among them
   */
  listOver(
    player: string,
    before: HistoryPosition | null,
    limit: number,
    withPrivate: boolean,
  ): Promise<StoredPlayerMatch[]>;
  /** Returns matches of a player that go on, the latest begun first. */
  listOwnRunning(player: string, limit: number): Promise<StoredPlayerMatch[]>;
  /** Counts the ranked players of a game, or those who are ahead of a rating. @param value in points */
  countRanked(game: GameName, value?: number): Promise<number>;
  /** Returns ranked players of a game, the best first. */
  listRanked(game: GameName, offset: number, limit: number): Promise<RankedPlayer[]>;
}

/** The totals of a player who has not played a game yet. */
export const NO_GAME: StoredGame = {
  version: 0,
  played: 0,
  won: 0,
  left: 0,
  rating: null,
  rated: 0,
  ratedWon: 0,
};
