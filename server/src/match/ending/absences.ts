import { LIMITS } from "@flower-war/protocol";
import type { SeatTable } from "../seats/seat-table.ts";
import type { MatchClocks } from "../timing/match-clocks.ts";

/**
 * Which players have been away for so long that the others need not wait for them. In a match with clocks the clocks say so; else it is
 * who was not there for `LIMITS.claim`, counted from when this process opened the match.
 */
export class Absences {
  readonly #seats: Pick<SeatTable, "away">;
  readonly #clocks: Pick<MatchClocks, "current" | "isAway">;
  /** Since when each player is not there, ms since 1970. */
  readonly #since = new Map<string, number>();

  constructor(seats: Pick<SeatTable, "away">, clocks: Pick<MatchClocks, "current" | "isAway">) {
    this.#seats = seats;
    this.#clocks = clocks;
  }

  /** Notes who is there. Call it after every change. @param now ms since 1970 */
  note(now: number): void {
    const { away } = this.#seats;
    for (const seat of this.#since.keys()) if (!away.includes(seat)) this.#since.delete(seat);
    for (const seat of away) if (!this.#since.has(seat)) this.#since.set(seat, now);
  }

  /** Returns from when on a player counts as away, ms since 1970: with clocks 0, if at all. `null`: they are there. */
  awayFrom(seat: string): number | null {
    if (this.#clocks.current !== null) return this.#clocks.isAway(seat) ? 0 : null;
    const since = this.#since.get(seat);
    return since === undefined ? null : since + LIMITS.claim;
  }

  /** Whether the clocks say that a player is away; without clocks no player is. */
  isAwayByClock(seat: string): boolean {
    return this.#clocks.isAway(seat);
  }

  /** Whether a player counts as away. @param now ms since 1970 */
  isAway(seat: string, now: number): boolean {
    const from = this.awayFrom(seat);
    return from !== null && from <= now;
  }
}
