import type { ClockRules, MatchState } from "./protocol.ts";

/** The clocks of a match's players. All times are ms, points in time ms since 1970 by the server's clock. */
export interface MatchClock<Seat extends string = string> {
  readonly rules: Readonly<ClockRules>;
  /** By seat, of people. */
  readonly seats: ReadonlyMap<Seat, SeatClock>;
  /** Given back so far because the server was away. */
  readonly givenBack: number;
}

export interface SeatClock {
  /** Left beyond the turn's own time, when that began. */
  readonly reserve: number;
  /** When this turn's own time is over and the reserve runs; `null`: the seat is not awaited. */
  readonly turnEnds: number | null;
  /** When somebody will play for the seat; `null`: its clock does not run. */
  readonly deadline: number | null;
  /** Its player is away: the seat is played at once, until `match.here()`. */
  readonly away: boolean;
}

/** What the synced state says of the clocks; `null`: the match has none, or has not begun. */
export function readClock<Seat extends string>(
  { clocks, clockRules, givenBack }: MatchState,
  isSeat: (name: string) => name is Seat,
): MatchClock<Seat> | null {
  if (clocks.size === 0 || clockRules === "") return null;
  const rules: ClockRules = JSON.parse(clockRules);
  const seats = new Map<Seat, SeatClock>();
  clocks.forEach((clock, seat) => {
    if (!isSeat(seat)) return;
    const turnEnds = clock.turnEnds === 0 ? null : clock.turnEnds;
    const deadline = turnEnds === null || clock.away ? null : turnEnds + clock.reserve;
    seats.set(seat, { reserve: clock.reserve, turnEnds, deadline, away: clock.away });
  });
  return { rules, seats, givenBack };
}
