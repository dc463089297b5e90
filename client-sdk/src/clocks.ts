/** How long players may think, and what follows when they do not answer. All times are ms. */
export interface ClockRules {
  /**
   * Time for a turn: from the moment that a seat is awaited until the match waits for it no more or its next turn
   * begins, however many decisions that takes. 1,000 ms to 30 days.
   */
  turn: number;
  /** Time that each player has beyond that, for the whole match. 0 to 30 days. */
  reserve: number;
  /** What each command of the player's own adds to the reserve. 0 to an hour. */
  increment: number;
  /** How long before the end of both the players are warned; 0: not at all. At most `turn`. */
  warning: number;
  /** Turns in a row that were played for a seat, after which its player is away. 1 to 100. */
  awayAfter: number;
  /**
   * What becomes of an away player's seat, until he is back: an easy bot plays it (`bot`), or the game's fallback
   * (`fallback`), at once and without waiting; or it concedes for good (`forfeit`; where a game knows no conceding, as
   * `fallback`).
   */
  away: "bot" | "fallback" | "forfeit";
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Clocks to choose from. */
export const CLOCKS = {
  /** An evening with strangers. */
  quick: {
    turn: 30 * SECOND,
    reserve: 60 * SECOND,
    increment: 2 * SECOND,
    warning: 10 * SECOND,
    awayAfter: 3,
    away: "bot",
  },
  /** An evening among friends: nobody is hurried, and nobody holds up the table. */
  relaxed: {
    turn: 2 * MINUTE,
    reserve: 5 * MINUTE,
    increment: 5 * SECOND,
    warning: 30 * SECOND,
    awayAfter: 3,
    away: "bot",
  },
  /** A match that goes on beside everything else. */
  days: { turn: 3 * DAY, reserve: 0, increment: 0, warning: DAY / 4, awayAfter: 3, away: "bot" },
} as const satisfies Record<string, ClockRules>;

/** A match without clocks waits for ever. */
export const CLOCK_PROFILES = ["none", "quick", "relaxed", "days"] as const;
export type ClockProfile = (typeof CLOCK_PROFILES)[number];

/** The clocks that a host wishes: a profile, and what is to be other than in it. */
export interface ClockWish extends Partial<ClockRules> {
  profile: ClockProfile;
}
