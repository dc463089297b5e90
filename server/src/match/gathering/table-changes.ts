import { refuse } from "../../refusal.ts";
import type { CodeShown, SeatFact } from "../../storage/journal/facts.ts";
import type { MatchCore } from "../match-core.ts";
import type { Origin } from "../seats/person.ts";

/** The part of a match that a gathering uses. */
export interface GatheringPorts extends MatchCore {
  /** The seats of a match of so many players, in turn order. */
  readonly seatsFor: (count: number) => readonly string[];
  /** The fewest players of the game. */
  readonly fewest: number;
  /** Whether the match has begun. */
  readonly hasBegun: () => boolean;
  /** Whether a person may still take a bot's seat. */
  readonly canReplaceBots: () => boolean;
  /** Applies a journaled fact and shows it. @param at ms since 1970 */
  readonly apply: (fact: SeatFact | CodeShown, at: number) => void;
  /** Begins the match with those who sit. */
  readonly begin: () => Promise<void>;
  /** Makes a seat local to no temple (temple protocol P-5). */
  readonly unpair: (seat: string) => Promise<void>;
  /** Counts a nonce that was sealed and not revealed. */
  readonly noteWithheld: (origin: Origin) => void;
}

/** How a table changes: what is journaled of it is shown. Call all of it but `runFor` in the match's queue. */
export class TableChanges {
  readonly #ports: GatheringPorts;

  constructor(ports: GatheringPorts) {
    this.#ports = ports;
  }

  /**
   * Does in the match's queue what the holder of a seat asked for, with the seat that they have when their turn comes: meanwhile they may
   * have moved, and another player have the seat.
   * @throws `RefusalError` with `bad-token` if they have none
   */
  runFor<T>(holder: string, action: (seat: string) => Promise<T>): Promise<T> {
    return this.#ports.queue.run(async () => {
      const claim = this.#ports.seats.holders.find({ match: this.#ports.plan.match, holder });
      if (claim === null) throw refuse("bad-token");
      return action(claim.seat);
    });
  }

  /** Appends facts, all or none, and applies them. */
  async record(...facts: readonly (SeatFact | CodeShown)[]): Promise<void> {
    const at = await this.#ports.log.append(facts);
    for (const fact of facts) this.#ports.apply(fact, at);
  }

  /** Moves who has a seat to an open one, local to no temple. */
  async move(seat: string, to: string): Promise<void> {
    await this.unpair(seat);
    await this.record({ type: "seat-moved", seat, to });
  }

  /** Opens seats, local to no temple. @param how.withheld whether their players did not reveal a nonce that they sealed */
  async open(seats: readonly string[], { withheld = false } = {}): Promise<void> {
    for (const seat of seats) await this.unpair(seat);
    const withholders = withheld ? seats.map((seat) => this.#ports.seats.originOf(seat)) : [];
    await this.record(
      ...seats.map((seat) => ({ type: "seat-left", seat, ...(withheld && { withheld }) }) as const),
    );
    for (const origin of withholders) this.#ports.noteWithheld(origin);
  }

  /** Makes a seat local to no temple. */
  async unpair(seat: string): Promise<void> {
    if (this.#ports.seats.isLocal(seat)) await this.#ports.unpair(seat);
  }

  /**
   * Does what only a match can do that has not begun, unless it is done already.
   * @throws `RefusalError` with `match-begun`
   */
  async doUnless(isDone: () => boolean, action: () => Promise<void>): Promise<void> {
    if (isDone()) return;
    if (this.#ports.hasBegun()) throw refuse("match-begun");
    await action();
  }

  /** Requires that who sits may change: not once the seals are fixed. @throws `RefusalError` with `seals-fixed` */
  requireUnfixed(): void {
    if (this.#ports.seats.seals.areFixed) throw refuse("seals-fixed");
  }
}
