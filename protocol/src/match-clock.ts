import type { ClockRules } from "./clocks.ts";
import type { MatchDetails } from "./match-details.ts";
import type { ReadableMatch } from "./match-state.ts";
import { entriesOf } from "./synced.ts";

/** The clocks of a match's players. Durations are milliseconds, points in time ms since 1970 by the server's clock. */
export interface MatchClock<Seat extends string = string> {
  readonly rules: Readonly<ClockRules>;
  /** Clocks by seat; human players only. */
  readonly seats: ReadonlyMap<Seat, SeatClock>;
  /** Milliseconds given back to all players so far because of outages. */
  readonly givenBack: number;
}

/** The clock of one player. */
export interface SeatClock {
  /** Milliseconds of reserve that were left when the current turn began. */
  readonly reserve: number;
  /** When the turn's own time ends and the reserve starts to run; `null` if the match does not wait for this seat. */
  readonly turnEnds: number | null;
  /** When the server plays for the seat; `null` if its clock does not run. */
  readonly deadline: number | null;
  /** The player is away: the server plays the seat at once, until the request `here`. */
  readonly away: boolean;
  /**
   * Milliseconds that are left of turn and reserve while the clock stands still because of an outage, until its player is back; missing: it
   * does not. Its `deadline` is `null` meanwhile.
   */
  readonly stopped?: number;
}

/** Reads the clocks from a match's synced state and details; `null` if the match has none or has not begun. */
export function readClock<Seat extends string>(
  { clocks, clockRules = "", givenBack = 0 }: Pick<ReadableMatch, "clocks" | "clockRules" | "givenBack">,
  stopped: MatchDetails["stopped"],
  isSeat: (name: string) => name is Seat,
): MatchClock<Seat> | null {
  if (clocks === undefined || clocks.size === 0 || clockRules === "") return null;
  const rules: ClockRules = JSON.parse(clockRules);
  const seats = new Map<Seat, SeatClock>();
  for (const [seat, { reserve = 0, turnEnds: ends = 0, away = false }] of entriesOf(clocks)) {
    if (!isSeat(seat)) continue;
    const turnEnds = ends === 0 ? null : ends;
    const end = turnEnds === null || away ? null : turnEnds + reserve;
    const since = stopped?.[seat];
    const shown = { reserve, turnEnds, away };
    if (end === null || since === undefined) seats.set(seat, { ...shown, deadline: end });
    else seats.set(seat, { ...shown, deadline: null, stopped: Math.max(0, end - since) });
  }
  return { rules, seats, givenBack };
}
