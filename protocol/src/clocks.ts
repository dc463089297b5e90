/** How long players may think, and what follows when they do not answer. All times are in ms. */
export interface ClockRules {
  /**
   * Time for a turn: from when a seat is awaited until it is not, or until its next turn begins, however many decisions
   * that takes. 1,000 ms to 30 days.
   */
  turn: number;
  /** Each player's time beyond that, for the whole match. 0 to 30 days. */
  reserve: number;
  /** The time that each of the player's own commands adds to the reserve. 0 to an hour. */
  increment: number;
  /** How long before the end of both the players are warned; 0: never. At most `turn`. */
  warning: number;
  /** Turns in a row played for a seat after which its player counts as away. 1 to 100. */
  awayAfter: number;
  /**
   * The way an away player's seat is played until they are back, at once and without waiting: an easy bot (`bot`), the game's
   * fallback (`fallback`); or the seat concedes (`forfeit`; in a game without conceding, as `fallback`).
   */
  away: "bot" | "fallback" | "forfeit";
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Clocks by profile. */
export const CLOCKS = {
  /** For an evening with strangers. */
  quick: {
    turn: 30 * SECOND,
    reserve: 60 * SECOND,
    increment: 2 * SECOND,
    warning: 10 * SECOND,
    awayAfter: 3,
    away: "bot",
  },
  /** For an evening among friends. */
  relaxed: {
    turn: 2 * MINUTE,
    reserve: 5 * MINUTE,
    increment: 5 * SECOND,
    warning: 30 * SECOND,
    awayAfter: 3,
    away: "bot",
  },
  /** For a match played a turn at a time, over weeks. */
  days: { turn: 3 * DAY, reserve: 0, increment: 0, warning: DAY / 4, awayAfter: 3, away: "bot" },
} as const satisfies Record<string, ClockRules>;

/** `none`: the match waits without limit. */
export const CLOCK_PROFILES = ["none", "quick", "relaxed", "days"] as const;
export type ClockProfile = (typeof CLOCK_PROFILES)[number];

/** Returns how fast a match is played, as the profile that comes near: by the time for a turn. `null`: no clocks. */
export function speedOf(clock: Pick<ClockRules, "turn"> | null): ClockProfile {
  if (clock === null) return "none";
  if (clock.turn < MINUTE) return "quick";
  return clock.turn < 60 * MINUTE ? "relaxed" : "days";
}

/** The clocks of a new match: a profile, and the values that differ from it. */
export interface ClockSettings extends Partial<ClockRules> {
  profile: ClockProfile;
}
