import { type Claim, LIMITS, type MatchDetails, type Offer } from "@flower-war/protocol";
import type { Agreement, GameTypes, RecordEntry } from "@flower-war/rules";
import { newId, type Random } from "../../random.ts";
import { RefusalError, refusalBody, refuse } from "../../refusal.ts";
import { claimCommandId } from "../../storage/journal/command-ids.ts";
import type { Match } from "../match.ts";

/**
 * How people end a match before its rules do: by an offer that all of them accept, or by a claim of the one who stayed. Offers are
 * transient, as presence is; what follows from them is journaled.
 */
export class Endings {
  readonly #match: Match;
  readonly #random: Random;
  /** Since when each player is not there, ms since 1970, counted from when this process opened the match. */
  readonly #awaySince = new Map<string, number>();
  /** When each seat made its last offer, ms since 1970. */
  readonly #offeredAt = new Map<string, number>();

  constructor(match: Match, random: Random) {
    this.#match = match;
    this.#random = random;
  }

  /** When the open offer lapses, ms since 1970; `null`: none is open. */
  get offerEnds(): number | null {
    return this.#offer?.until ?? null;
  }

  /** Shows what people can do now. Call it after every change, before it is sent. */
  update(): void {
    const isPlaying = this.#match.state.status === "playing";
    this.#noteAway();
    this.#match.changeDetails({
      offer: isPlaying ? this.#offer : null,
      canAbort: isPlaying && this.#match.playing.turns <= LIMITS.abortTurns,
      claimsAt: isPlaying ? (this.#claimsAt ?? 0) : 0,
    });
  }

  /** Withdraws the offer of who concedes or plays on. Call it after each entry, before `update`. */
  noteEntry({ seat, command }: Pick<RecordEntry<GameTypes>, "seat" | "command">): void {
    if (command.type === "concede" || this.#offer?.by === seat) this.#setOffer(null);
  }

  /** Closes an offer without an answer in time. */
  lapse(): void {
    if (this.#offer === null || this.#offer.until > this.#match.log.now()) return;
    this.#setOffer(null);
    this.#match.changed();
  }

  /**
   * Offers to end the match. Bots agree to what the people agree to. People who are away are not asked.
   * @throws `RefusalError` with `match-not-started`, `match-over`, `not-seated`, `offer-open`, `abort-too-late`, `no-opponent` or
   *   `too-many-offers`
   */
  offer(seat: string, what: Agreement): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.#ending === what) return;
      this.#requireInPlay(seat);
      const open = this.#offer;
      if (open?.by === seat && open.what === what) return;
      if (open !== null) throw refuse("offer-open");
      if (what === "abort" && !this.#match.details.canAbort) throw refuse("abort-too-late");
      const now = this.#match.log.now();
      const asked = this.#othersInPlay(seat).filter((other) => !this.#isAway(other, now));
      if (asked.length === 0) {
        if (what === "draw") throw refuse("no-opponent");
        return this.#match.endBy(what);
      }
      this.#countOffer(seat, now);
      const until = now + LIMITS.offers.open;
      this.#setOffer({ id: newId(this.#random), what, by: seat, accepted: [seat], asked, until });
      this.#match.changed();
    });
  }

  /**
   * Agrees to an open offer; the last one ends the match.
   * @throws `RefusalError` with `no-offer`, or as `offer`
   */
  accept(seat: string, id: string): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.#ending !== "") return;
      this.#requireInPlay(seat);
      const offer = this.#offer;
      if (offer?.id !== id) throw refuse("no-offer");
      if (offer.accepted.includes(seat)) return;
      const asked = offer.asked.filter((other) => other !== seat);
      if (asked.length === 0) return this.#match.endBy(offer.what);
      this.#setOffer({ ...offer, accepted: [...offer.accepted, seat], asked });
      this.#match.changed();
    });
  }

  /** Closes an offer: its maker withdraws it, the others decline it. One that is closed stays so. @throws as `offer` */
  decline(seat: string, id: string): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.#offer?.id !== id) return;
      this.#requireInPlay(seat);
      this.#setOffer(null);
      this.#match.changed();
    });
  }

  /**
   * Ends the match for the one who stayed: the others concede in turn order, or it is aborted. If bots are left, the match goes on.
   * @throws `RefusalError` with `not-away`, or as `offer`
   */
  async claim(seat: string, what: Claim): Promise<void> {
    if (what === "abort") return this.#claimAbort(seat);
    const others = this.#match.seats.people.filter((other) => other !== seat);
    const claimed = await Promise.all(
      others.map((other) => this.#match.hasAccepted(claimCommandId(seat, other))),
    );
    const { conceded } = this.#match.playing;
    const open = others.filter((other) => !conceded.has(other));
    if (claimed.includes(true) && (open.length === 0 || this.#match.state.status === "over")) return;
    this.#requireClaim(seat);
    for (const other of open) {
      const { refused } = await this.#match.submit("player", {
        id: claimCommandId(seat, other),
        seat: other,
        command: { type: "concede" },
        objection: () => (this.#canClaim(seat) ? null : "not-away"),
      });
      if (refused !== undefined) throw new RefusalError(refusalBody(refused));
    }
  }

  #claimAbort(seat: string): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.#ending === "abort") return;
      this.#requireClaim(seat);
      await this.#match.endBy("abort");
    });
  }

  #requireClaim(seat: string): void {
    this.#requireInPlay(seat);
    if (!this.#canClaim(seat)) throw refuse("not-away");
  }

  #canClaim(seat: string): boolean {
    const now = this.#match.log.now();
    const others = this.#othersInPlay(seat);
    return others.length > 0 && others.every((other) => this.#isAway(other, now));
  }

  /** When the only person there can claim the match, ms since 1970; `null`: no player can. */
  get #claimsAt(): number | null {
    if (this.#match.clocks.current === null && this.#awaySince.size === 0) return null;
    const people = this.#inPlay.map((seat) => this.#awayFrom(seat));
    const away = people.filter((from) => from !== null);
    if (away.length === 0 || away.length !== people.length - 1) return null;
    const from = Math.max(...away);
    // The clocks say only that they are away, which is now.
    return from === 0 ? this.#match.details.claimsAt || this.#match.log.now() : from;
  }

  get #offer(): Offer | null {
    return this.#match.details.offer;
  }

  get #ending(): MatchDetails["ending"] {
    return this.#match.details.ending;
  }

  /** The people who have not conceded, in turn order. */
  get #inPlay(): string[] {
    return this.#match.seats.people.filter((seat) => !this.#match.playing.conceded.has(seat));
  }

  #othersInPlay(seat: string): string[] {
    return this.#inPlay.filter((other) => other !== seat);
  }

  #requireInPlay(seat: string): void {
    const { status } = this.#match.state;
    if (status === "gathering") throw refuse("match-not-started");
    if (status === "over") throw new RefusalError(refusalBody("match-over"));
    if (!this.#inPlay.includes(seat)) throw new RefusalError(refusalBody("not-seated"));
  }

  #countOffer(seat: string, now: number): void {
    const wait = (this.#offeredAt.get(seat) ?? Number.NEGATIVE_INFINITY) + LIMITS.offers.pause - now;
    if (wait > 0) throw refuse("too-many-offers", { wait });
    this.#offeredAt.set(seat, now);
  }

  #setOffer(offer: Offer | null): void {
    this.#match.changeDetails({ offer });
  }

  #noteAway(): void {
    const { away } = this.#match.seats;
    for (const seat of this.#awaySince.keys()) if (!away.includes(seat)) this.#awaySince.delete(seat);
    for (const seat of away) if (!this.#awaySince.has(seat)) this.#awaySince.set(seat, this.#match.log.now());
  }

  /**
   * Returns from when on a player has been away for so long that the others need not wait for them, ms since 1970; `null`: they are there.
   * In a match with clocks the clocks say so, and it is 0; else it is `LIMITS.claim` after they left.
   */
  #awayFrom(seat: string): number | null {
    const { clocks } = this.#match;
    if (clocks.current !== null) return clocks.isAway(seat) ? 0 : null;
    const since = this.#awaySince.get(seat);
    return since === undefined ? null : since + LIMITS.claim;
  }

  /** Whether a player counts as away. @param now ms since 1970 */
  #isAway(seat: string, now: number): boolean {
    const from = this.#awayFrom(seat);
    return from !== null && from <= now;
  }
}
