import type { MatchDetails } from "./match-details.ts";
import type { ReadableMatch } from "./match-state.ts";
import type { ClockRules, SeatClock } from "./schemas/clocks.ts";
import { entriesOf } from "./synced.ts";

/** The clocks of a match's players. Durations are milliseconds, points in time ms since 1970 by the server's clock. */
export interface MatchClock<Seat extends string = string> {
  readonly rules: Readonly<ClockRules>;
  /** Clocks by seat; human players only. */
  readonly seats: ReadonlyMap<Seat, SeatClock>;
  /** Milliseconds given back to all players so far because of outages. */
  readonly givenBack: number;
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
