import type { Rematch } from "@flower-war/protocol";
import { newMatchId, type Random } from "../../random.ts";
import { refuse } from "../../refusal.ts";
import type { StoredResult } from "../../storage/journal/journal.ts";
import type { Match } from "../match.ts";
import type { RematchPlan } from "../new-match.ts";
import type { SeatClaim } from "../seats/seat-claim.ts";

/**
 * The players who want a rematch, and its id: the first request decides the id, which is journaled, so that
 * all who ask later, of any server, get to the same one.
 */
export class Rematches {
  readonly #match: Match;
  readonly #random: Random;

  constructor(match: Match, random: Random) {
    this.#match = match;
    this.#random = random;
  }

  /**
   * Notes that the holder of a seat wants a rematch, and returns how it is played. Asked again it changes nothing.
   * @param closed a rematch that was closed before it began: another takes its place; `null`: none was
   * @throws `RefusalError` with `bad-token` or `match-not-over`
   */
  want(claim: SeatClaim, closed: string | null): Promise<RematchPlan> {
    return this.#match.queue.run(async () => {
      const { seat, holder } = this.#match.seats.verify(claim);
      if (this.#match.state.status !== "over") throw refuse("match-not-over");
      const known = this.#wanted?.match === closed ? null : this.#wanted;
      const match = known?.match ?? newMatchId(this.#random);
      if (!known?.seats.includes(seat)) {
        await this.#match.record([{ type: "rematch", match, seat }], true, this.#resultWith(match));
      }
      return this.#planOf(match, seat, holder);
    });
  }

  /** Returns the match's stored data with its rematch, which stays after the rest of the match is deleted. */
  #resultWith(rematch: string): StoredResult {
    const stored = this.#match.playing.result;
    return { ...stored, result: { ...stored.result, rematch } };
  }

  get #wanted(): Rematch | null {
    return this.#match.details.rematch;
  }

  #planOf(match: string, seat: string, holder: string): RematchPlan {
    const { created, policy, barred } = this.#match;
    const { all } = this.#match.seats;
    // The rematch of a tournament's match is a table of its own.
    const { invitation: _, code: __, tournament: ___, ...same } = this.#match.plan;
    const person = this.#match.seats.personIn(seat);
    const bots = all.flatMap(([each]) => {
      const kind = this.#match.seats.botIn(each);
      return kind === null ? [] : [{ seat: this.#rotated(each), kind }];
    });
    const plan = {
      ...same,
      match,
      seats: all.length,
      host: person.name,
      start: "host",
      previous: this.#match.plan.match,
    } as const;
    const kept = { policy, bars: barred.byHost, secret: created.barSecret ?? created.secret };
    return { plan, bots, seat: this.#rotated(seat), person, holder, kept };
  }

  /** Returns where who had a seat sits in the rematch: one seat earlier in turn order, and who began sits last. */
  #rotated(seat: string): string {
    const seats = this.#match.seats.all.map(([each]) => each);
    return seats.at(seats.indexOf(seat) - 1) ?? seat;
  }
}
