import type { ClockRules, SyncedMatch } from "@flower-war/protocol";

/** The clocks of a match's players. Durations are milliseconds, points in time ms since 1970 by the server's clock. */
export interface MatchClock<Seat extends string = string> {
  readonly rules: Readonly<ClockRules>;
  /** By seat; human players only. */
  readonly seats: ReadonlyMap<Seat, SeatClock>;
  /** Milliseconds given back to the players so far because the server was unavailable. */
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
  /** The player is away: the server plays the seat at once, until `match.here()`. */
  readonly away: boolean;
}

/** Reads the clocks from a match's synced state; `null` if the match has none or has not begun. */
export function readClock<Seat extends string>(
  { clocks, clockRules, givenBack }: SyncedMatch,
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
