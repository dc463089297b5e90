import { type Claim, LIMITS, type MatchDetails } from "@flower-war/protocol";
import type { Agreement } from "@flower-war/rules";
import { RefusalError, refusalBody, refuse } from "../../refusal.ts";
import { claimCommandId } from "../../storage/journal/command-ids.ts";
import type { Match } from "../match.ts";
import type { Offers } from "./offers.ts";
import type { Asker, PeopleInPlay } from "./people-in-play.ts";

/** How people end a match before its rules do: by an offer that all of them accept, or by a claim of the one who stayed. */
export class Endings {
  readonly #match: Match;
  readonly #people: PeopleInPlay;
  readonly #offers: Offers;

  constructor(match: Match, people: PeopleInPlay, offers: Offers) {
    this.#match = match;
    this.#people = people;
    this.#offers = offers;
    for (const what of ["draw", "abort"] as const) offers.onAgreed(what, () => match.endBy(what));
  }

  /** Shows what people can do now. Call it after every change, before it is sent. */
  update(): void {
    const isPlaying = this.#match.state.status === "playing";
    this.#people.update();
    const { open } = this.#offers;
    this.#match.changeDetails({
      // An operator may have removed who made it.
      offer: isPlaying && open !== null && this.#offers.isStanding(open) ? open : null,
      canAbort: isPlaying && this.#match.playing.turns <= LIMITS.abortTurns,
      claimsAt: isPlaying ? (this.#claimsAt ?? 0) : 0,
    });
  }

  /**
   * Offers to end the match. Bots agree to what the people agree to. People who are away are not asked.
   * @throws `RefusalError` with `match-not-started`, `match-over`, `not-seated`, `offer-open`, `abort-too-late`, `no-opponent` or
   *   `too-many-offers`
   */
  offer(asker: Asker, what: Agreement): Promise<void> {
    const { seat } = asker;
    return this.#match.queue.run(async () => {
      if (this.#ending === what) return;
      this.#people.require(asker);
      const { open } = this.#offers;
      if (open?.by === seat && open.what === what) return;
      if (open !== null) throw refuse("offer-open");
      if (what === "abort" && !this.#match.details.canAbort) throw refuse("abort-too-late");
      const asked = this.#people.askedBy(seat, this.#match.log.now());
      if (asked.length === 0) {
        if (what === "draw") throw refuse("no-opponent");
        return this.#match.endBy(what);
      }
      this.#offers.make({ what, by: seat, asked, times: LIMITS.offers });
    });
  }

  /**
   * Ends the match for the one who stayed: the others concede in turn order, or it is aborted. If bots are left, the match goes on.
   * @throws `RefusalError` with `not-away`, or as `offer`
   */
  async claim(asker: Asker, what: Claim): Promise<void> {
    if (what === "abort") return this.#claimAbort(asker);
    const { seat } = asker;
    const others = this.#match.seats.people.filter((other) => other !== seat);
    const claimed = await Promise.all(
      others.map((other) => this.#match.hasAccepted(claimCommandId(seat, other))),
    );
    const { conceded } = this.#match.playing;
    const open = others.filter((other) => !conceded.has(other));
    if (claimed.includes(true) && (open.length === 0 || this.#match.state.status === "over")) return;
    this.#requireClaim(asker);
    for (const other of open) {
      const { refused } = await this.#match.submit("player", {
        id: claimCommandId(seat, other),
        seat: other,
        command: { type: "concede" },
        objection: () =>
          this.#canClaim(seat) && this.#match.seats.isHeldBy(seat, asker.holder) ? null : "not-away",
      });
      if (refused !== undefined) throw new RefusalError(refusalBody(refused));
    }
  }

  #claimAbort(asker: Asker): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.#ending === "abort") return;
      this.#requireClaim(asker);
      await this.#match.endBy("abort");
    });
  }

  #requireClaim(asker: Asker): void {
    this.#people.require(asker);
    if (!this.#canClaim(asker.seat)) throw refuse("not-away");
  }

  #canClaim(seat: string): boolean {
    const now = this.#match.log.now();
    const others = this.#people.othersOf(seat);
    return others.length > 0 && others.every((other) => this.#people.isAway(other, now));
  }

  /** When the only person there can claim the match, ms since 1970; `null`: no player can. */
  get #claimsAt(): number | null {
    if (!this.#people.mayBeAway) return null;
    const people = this.#people.all.map((seat) => this.#people.awayFrom(seat));
    const away = people.filter((from) => from !== null);
    if (away.length === 0 || away.length !== people.length - 1) return null;
    const from = Math.max(...away);
    // The clocks say only that they are away, which is now.
    return from === 0 ? this.#match.details.claimsAt || this.#match.log.now() : from;
  }

  get #ending(): MatchDetails["ending"] {
    return this.#match.details.ending;
  }
}
