import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { refuse } from "../../refusal.ts";
import type { Match } from "../match.ts";
import type { Offers } from "./offers.ts";
import type { Asker, PeopleInPlay } from "./people-in-play.ts";

/** How a seat takes its last act back, at tables that allow it: at once where no other seat could have acted on it, else if all people agree. */
export class TakeBacks {
  readonly #match: Match;
  readonly #people: PeopleInPlay;
  readonly #offers: Offers;

  constructor(match: Match, people: PeopleInPlay, offers: Offers) {
    this.#match = match;
    this.#people = people;
    this.#offers = offers;
    offers.onAgreed("take-back", async ({ by, n = 0, accepted }) => {
      if (!this.#isTakeable(by, n)) throw refuse("no-offer");
      const agreed = people.all.filter((seat) => seat !== by && accepted.includes(seat));
      await match.playing.takeBack(agreed);
    });
  }

  /**
   * Takes an act back, or asks the people who are there. Asked again it changes nothing.
   * @param n the number of the act's entry
   * @throws `RefusalError` with `no-take-backs`, `no-take-back`, `too-many-take-backs`, `offer-open`, `too-many-offers` with a wait, or as
   *   `PeopleInPlay.require`
   */
  ask(asker: Asker, n: number): Promise<void> {
    const { seat } = asker;
    return this.#match.queue.run(async () => {
      if (!this.#match.plan.takeBacks) throw refuse("no-take-backs");
      if (this.#match.hasBegun && this.#match.playing.hasTakenBack(seat, n)) return;
      this.#people.require(asker);
      if (!this.#isTakeable(seat, n)) throw refuse("no-take-back");
      const { playing } = this.#match;
      if (playing.takenInRow >= SERVER_LIMITS.takeBacks.row) throw refuse("too-many-take-backs");
      const asked = playing.couldOthersAct(seat) ? this.#people.askedBy(seat, this.#match.log.now()) : [];
      if (asked.length === 0) return playing.takeBack([]);
      this.#offers.make({ what: "take-back", n, by: seat, asked, times: SERVER_LIMITS.takeBacks });
    });
  }

  #isTakeable(seat: string, n: number): boolean {
    const { takeBack } = this.#match.details;
    return takeBack?.seat === seat && takeBack.n === n;
  }
}
