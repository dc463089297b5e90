import { z } from "zod";
import { CLOCK_PROFILES } from "../vocabulary.ts";
import { moment, ms, named } from "./basics.ts";

/* How long players may think. */

const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;

const AWAY = z
  .enum(["bot", "fallback", "forfeit"])
  .describe(
    "Who plays an away player's seat until they are back, at once: an easy bot, the game's fallback; or the seat concedes (`forfeit`; in a game without conceding, as `fallback`).",
  );

export const ClockRules = named("ClockRules", "How long players may think. All times are in ms.", {
  turn: ms(
    "For a turn: from when a seat is awaited until it is not, or until its next turn begins, however many decisions that takes.",
  ),
  reserve: ms("Each player's time beyond that, for the whole match."),
  increment: ms("What each of the player's own commands adds to the reserve."),
  warning: ms("How long before the end of both players are warned; 0: never."),
  awayAfter: z.int().describe("Turns in a row played for a seat after which its player counts as away."),
  away: AWAY,
});
export type ClockRules = z.infer<typeof ClockRules>;

/** The clocks of a new match: a profile, and the values that differ from it. */
export const ClockSettings = z
  .strictObject({
    profile: z
      .enum(CLOCK_PROFILES)
      .describe("`none`: the match waits without limit, and takes no other field."),
    turn: z.int().min(1000).max(MONTH).optional().describe("ms for a turn."),
    reserve: z.int().min(0).max(MONTH).optional().describe("ms beyond that, for the whole match."),
    increment: z.int().min(0).max(HOUR).optional().describe("ms that each command adds to the reserve."),
    warning: z.int().min(0).max(MONTH).optional().describe("ms before the end of both; at most `turn`."),
    awayAfter: z.int().min(1).max(100).optional().describe("Missed turns after which a player is away."),
    away: AWAY.optional(),
  })
  .meta({ id: "ClockSettings" });
export type ClockSettings = z.input<typeof ClockSettings>;

export const SeatClock = named("SeatClock", "The clock of one player.", {
  reserve: ms("What was left of the reserve when the turn began."),
  turnEnds: moment("When the turn's own time ends; `null`: the seat is not awaited.").nullable(),
  deadline: moment("When the server plays for the seat; `null`: its clock does not run.").nullable(),
  away: z.boolean().describe("The server plays the seat at once, until the request `here`."),
  stopped: ms(
    "What is left of turn and reserve while the clock stands still because of an outage, until its player is back.",
  ).exactOptional(),
});
export type SeatClock = Readonly<z.infer<typeof SeatClock>>;

/** The players' clocks, as `MatchClock` has them. */
export const PlainClocks = named("Clocks", "The players' clocks.", {
  rules: ClockRules,
  givenBack: ms("Given back to all players so far because of outages."),
  seats: z.record(z.string(), SeatClock).describe("By seat; those of people."),
});
export type PlainClocks = z.infer<typeof PlainClocks>;
