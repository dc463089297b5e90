import type { BotKind, Rematch } from "@flower-war/protocol";
import { newMatchId } from "../../random.ts";
import { refuse } from "../../refusal.ts";
import type { MatchPlan, RematchWanted } from "../../storage/journal/facts.ts";
import type { StoredResult } from "../../storage/journal/journal.ts";
import type { MatchCore } from "../match-core.ts";
import type { Person } from "../seats/person.ts";
import type { SeatClaim } from "../seats/seat-claim.ts";

/** How to play a match again. It passes between processes, so that it is JSON. */
export interface RematchPlan {
  /** All of the new match's plan but its code and its invitation. */
  readonly plan: Omit<MatchPlan, "code" | "invitation">;
  /** The bots' seats there. */
  readonly bots: readonly { readonly seat: string; readonly kind: BotKind }[];
  /** The seat of who asked, who that is, and the holder that they are there too. */
  readonly seat: string;
  readonly person: Person;
  readonly holder: string;
}

/**
 * The players who want a rematch, and its id: the first request decides the id, which is journaled, so that
 * all who ask later, of any server, get to the same one.
 */
export class Rematches {
  readonly #core: MatchCore;
  readonly #result: () => StoredResult;

  /** @param result returns what is stored of the match */
  constructor(core: MatchCore, result: () => StoredResult) {
    this.#core = core;
    this.#result = result;
  }

  /** Applies a journaled fact, and shows it. */
  apply({ match, seat }: RematchWanted): void {
    const seats = this.#wanted?.match === match ? this.#wanted.seats : [];
    this.#core.details.change({ rematch: { match, seats: [...seats, seat] } });
  }

  /**
   * Notes that the holder of a seat wants a rematch, and returns how it is played. Asked again it changes nothing.
   * @param closed a rematch that was closed before it began: another takes its place; `null`: none was
   * @throws `RefusalError` with `bad-token` or `match-not-over`
   */
  want(claim: SeatClaim, closed: string | null): Promise<RematchPlan> {
    return this.#core.queue.run(async () => {
      const { seat, holder } = this.#core.seats.holders.verify(claim);
      if (this.#core.state.status !== "over") throw refuse("match-not-over");
      const known = this.#wanted?.match === closed ? null : this.#wanted;
      const match = known?.match ?? newMatchId(this.#core.random);
      if (!known?.seats.includes(seat)) {
        const fact = { type: "rematch", match, seat } as const;
        await this.#core.log.append([fact], true, this.#resultWith(match));
        this.apply(fact);
        this.#core.changed();
      }
      return this.#planOf(match, seat, holder);
    });
  }

  /** Returns what is stored of the match, with its rematch: that is found when all else of the match is deleted. */
  #resultWith(rematch: string): StoredResult {
    const stored = this.#result();
    return { ...stored, result: { ...stored.result, rematch } };
  }

  get #wanted(): Rematch | null {
    return this.#core.details.current.rematch;
  }

  #planOf(match: string, seat: string, holder: string): RematchPlan {
    const { all } = this.#core.seats;
    const { invitation: _, code: __, ...kept } = this.#core.plan;
    const person = this.#core.seats.personIn(seat);
    const bots = all.flatMap(([each]) => {
      const kind = this.#core.seats.botIn(each);
      return kind === null ? [] : [{ seat: this.#rotated(each), kind }];
    });
    const plan = {
      ...kept,
      match,
      seats: all.length,
      host: person.name,
      start: "host",
      previous: this.#core.plan.match,
    } as const;
    return { plan, bots, seat: this.#rotated(seat), person, holder };
  }

  /** Returns where who had a seat sits in the rematch: one seat earlier in turn order, and who began sits last. */
  #rotated(seat: string): string {
    const seats = this.#core.seats.all.map(([each]) => each);
    return seats.at(seats.indexOf(seat) - 1) ?? seat;
  }
}
