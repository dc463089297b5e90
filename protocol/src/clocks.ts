import type { ClockRules } from "./schemas/clocks.ts";
import type { ClockProfile } from "./vocabulary.ts";

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

/** Returns how fast a match is played, as the profile that comes near: by the time for a turn. `null`: no clocks. */
export function speedOf(clock: Pick<ClockRules, "turn"> | null): ClockProfile {
  if (clock === null) return "none";
  if (clock.turn < MINUTE) return "quick";
  return clock.turn < 60 * MINUTE ? "relaxed" : "days";
}
