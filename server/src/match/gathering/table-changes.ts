import { refuse } from "../../refusal.ts";
import type { Match } from "../match.ts";
import type { MatchServices } from "../services.ts";

/** The services that a gathering uses. */
export type GatheringServices = Pick<MatchServices, "temples" | "quotas" | "random" | "log">;

/** The changes of a table, which are shown once they are journaled. Call all methods but `runFor` in the match's queue. */
export class TableChanges {
  readonly #match: Match;
  readonly #services: GatheringServices;

  constructor(match: Match, services: GatheringServices) {
    this.#match = match;
    this.#services = services;
  }

  /**
   * Does in the match's queue what the holder of a seat asked for, with the seat that they have when their turn comes: meanwhile they may
   * have moved, and another player have the seat.
   * @throws `RefusalError` with `bad-token` if they have none
   */
  runFor<T>(holder: string, action: (seat: string) => Promise<T>): Promise<T> {
    return this.#match.queue.run(async () => {
      const claim = this.#match.seats.findHolder(holder);
      if (claim === null) throw refuse("bad-token");
      return action(claim.seat);
    });
  }

  /** Moves a seat's holder to an open seat, local to no temple. */
  async move(seat: string, to: string): Promise<void> {
    await this.unpair(seat);
    await this.#match.record([{ type: "seat-moved", seat, to }]);
  }

  /** Opens seats, local to no temple. @param how.withheld whether their players did not reveal a nonce that they sealed */
  async open(seats: readonly string[], { withheld = false } = {}): Promise<void> {
    for (const seat of seats) await this.unpair(seat);
    const withholders = withheld ? seats.map((seat) => this.#match.seats.originOf(seat)) : [];
    await this.#match.record(
      seats.map((seat) => ({ type: "seat-left", seat, ...(withheld && { withheld }) }) as const),
    );
    for (const origin of withholders) {
      this.#services.quotas.note("withhold-nonce", origin).catch((err: unknown) => {
        this.#services.log.warn({ err }, "withheld nonce not counted");
      });
    }
  }

  /** Makes a seat local to no temple. */
  async unpair(seat: string): Promise<void> {
    const { plan, seats } = this.#match;
    if (seats.isLocal(seat)) await this.#services.temples.unpair(plan.match, seat);
  }

  /**
   * Does what only a match can do that has not begun, unless it is done already.
   * @throws `RefusalError` with `match-begun`
   */
  async doUnless(isDone: () => boolean, action: () => Promise<void>): Promise<void> {
    if (isDone()) return;
    if (this.#match.hasBegun) throw refuse("match-begun");
    await action();
  }

  /** Requires that who sits may change: not once the seals are fixed. @throws `RefusalError` with `seals-fixed` */
  requireUnfixed(): void {
    if (this.#match.seats.areSealsFixed) throw refuse("seals-fixed");
  }
}
