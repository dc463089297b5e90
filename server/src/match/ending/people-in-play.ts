import { LIMITS } from "@flower-war/protocol";
import { RefusalError, refusalBody, refuse } from "../../refusal.ts";
import type { Match } from "../match.ts";
import type { SeatClaim } from "../seats/seat-claim.ts";

/** Who asks for something: a seat, and the holder that it had then. */
export type Asker = Pick<SeatClaim, "seat" | "holder">;

/** The persons in play, and those away for so long that the other players need not wait for them. */
export class PeopleInPlay {
  readonly #match: Match;
  /** Since when each player is not there, ms since 1970, counted from when this process opened the match. */
  readonly #awaySince = new Map<string, number>();

  constructor(match: Match) {
    this.#match = match;
  }

  /** The people who have not conceded, in turn order. */
  get all(): string[] {
    return this.#match.seats.people.filter((seat) => !this.#match.playing.conceded.has(seat));
  }

  /** Returns the others in play. */
  othersOf(seat: string): string[] {
    return this.all.filter((other) => other !== seat);
  }

  /** Returns the others in play who are there: they are asked for what takes their agreement. @param now ms since 1970 */
  askedBy(seat: string, now: number): string[] {
    return this.othersOf(seat).filter((other) => !this.isAway(other, now));
  }

  /**
   * Requires that the requester still plays when the task runs: another person may have the seat by then.
   * @throws `RefusalError` with `bad-token`, or as `requireInPlay`
   */
  require({ seat, holder }: Asker): void {
    this.requireInPlay(seat);
    if (!this.#match.seats.isHeldBy(seat, holder)) throw refuse("bad-token");
  }

  /** @throws `RefusalError` with `match-not-started`, `match-over` or `not-seated` */
  requireInPlay(seat: string): void {
    const { status } = this.#match.state;
    if (status === "gathering") throw refuse("match-not-started");
    if (status === "over") throw new RefusalError(refusalBody("match-over"));
    if (!this.all.includes(seat)) throw new RefusalError(refusalBody("not-seated"));
  }

  /** Updates who is away. Call it after every change. */
  update(): void {
    const { away } = this.#match.seats;
    for (const seat of this.#awaySince.keys()) if (!away.includes(seat)) this.#awaySince.delete(seat);
    for (const seat of away) if (!this.#awaySince.has(seat)) this.#awaySince.set(seat, this.#match.log.now());
  }

  /** Whether any player is away, or may be by the clocks. */
  get mayBeAway(): boolean {
    return this.#match.clocks.current !== null || this.#awaySince.size > 0;
  }

  /**
   * Returns from when on a player has been away for so long that the others need not wait for them, ms since 1970; `null`: they are there.
   * In a match with clocks the clocks say so, and it is 0; else it is `LIMITS.claim` after they left.
   */
  awayFrom(seat: string): number | null {
    const { clocks } = this.#match;
    if (clocks.current !== null) return clocks.isAway(seat) ? 0 : null;
    const since = this.#awaySince.get(seat);
    return since === undefined ? null : since + LIMITS.claim;
  }

  /** Whether a player counts as away. @param now ms since 1970 */
  isAway(seat: string, now: number): boolean {
    const from = this.awayFrom(seat);
    return from !== null && from <= now;
  }
}
