import { type Claim, LIMITS, type MatchDetails, type Offer } from "@flower-war/protocol";
import type { Agreement, GameTypes, RecordEntry } from "@flower-war/rules";
import { newId } from "../../random.ts";
import { RefusalError, refusalBody, refuse } from "../../refusal.ts";
import { claimCommandId, isOwn } from "../../storage/journal/command-ids.ts";
import type { MatchCore } from "../match-core.ts";
import type { SeatTable } from "../seats/seat-table.ts";
import type { MatchClocks } from "../timing/match-clocks.ts";
import type { Submission } from "../referee.ts";
import type { Submitted } from "../temples/contract.ts";

/** The part of a match that endings use. */
interface EndingPorts extends MatchCore {
  /** How many turns there were, the current one included. */
  readonly turns: () => number;
  /** Ends the match: resolves when that is durable and shown. */
  readonly end: (by: Agreement) => Promise<void>;
  readonly submit: (submission: Submission) => Promise<Submitted>;
  readonly hasAccepted: (id: string) => Promise<boolean>;
}

/**
 * How people end a match before its rules do: by an offer that all of them accept, or by a claim of the one who stayed. Offers are
 * transient, as presence is; what follows from them is journaled.
 */
export class Endings {
  readonly #ports: EndingPorts;
  readonly #absences: Absences;
  readonly #conceded = new Set<string>();
  /** When each seat made its last offer, ms since 1970. */
  readonly #offeredAt = new Map<string, number>();

  constructor(ports: EndingPorts) {
    this.#ports = ports;
    this.#absences = new Absences(ports.seats, ports.clocks);
  }

  /** When the open offer lapses, ms since 1970; `null`: none is open. */
  get offerEnds(): number | null {
    return this.#offer?.until ?? null;
  }

  /** Shows what people can do now. Call it after every change, before it is sent. */
  update(): void {
    const { status } = this.#ports.state;
    const isPlaying = status === "playing";
    this.#absences.note(this.#ports.log.now());
    this.#ports.details.change({
      offer: isPlaying ? this.#offer : null,
      canAbort: isPlaying && this.#ports.turns() <= LIMITS.abortTurns,
      claimsAt: isPlaying ? (this.#claimsAt ?? 0) : 0,
    });
  }

  /** Applies an entry: who concedes has no part in the ending any more, and who plays on withdraws their offer. */
  applyEntry({ seat, command }: Pick<RecordEntry<GameTypes>, "seat" | "command">): void {
    const concedes = command.type === "concede";
    if (concedes) this.#conceded.add(seat);
    if (concedes || this.#offer?.by === seat) this.#setOffer(null);
  }

  /**
   * Returns the seats whose players have left when the match ends: who conceded while others played on, who is away by the clocks, and for
   * whom the server conceded. Who ends the match by conceding has played it to its end.
   * @param last the entry with which it ends; `null`: it ends by an agreement
   */
  leavers(last: Pick<RecordEntry<GameTypes>, "id" | "seat" | "command"> | null): readonly string[] {
    return this.#ports.seats.people.filter((seat) => {
      if (last?.seat === seat && last.command.type === "concede") return !isOwn(last);
      return this.#conceded.has(seat) || this.#absences.isAwayByClock(seat);
    });
  }

  /** Closes an offer without an answer in time. */
  lapse(): void {
    if (this.#offer === null || this.#offer.until > this.#ports.log.now()) return;
    this.#setOffer(null);
    this.#ports.changed();
  }

  /**
   * Offers to end the match. Bots agree to what the people agree to. People who are away are not asked.
   * @throws `RefusalError` with `match-not-started`, `match-over`, `not-seated`, `offer-open`, `abort-too-late`, `no-opponent` or
   *   `too-many-offers`
   */
  offer(seat: string, what: Agreement): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.#ending === what) return;
      this.#requireInPlay(seat);
      const open = this.#offer;
      if (open?.by === seat && open.what === what) return;
      if (open !== null) throw refuse("offer-open");
      if (what === "abort" && !this.#ports.details.current.canAbort) throw refuse("abort-too-late");
      const now = this.#ports.log.now();
      const asked = this.#othersInPlay(seat).filter((other) => !this.#absences.isAway(other, now));
      if (asked.length === 0) {
        if (what === "draw") throw refuse("no-opponent");
        return this.#ports.end(what);
      }
      this.#countOffer(seat, now);
      const until = now + LIMITS.offers.open;
      this.#setOffer({ id: newId(this.#ports.random), what, by: seat, accepted: [seat], asked, until });
      this.#ports.changed();
    });
  }

  /**
   * Agrees to an open offer; the last one ends the match.
   * @throws `RefusalError` with `no-offer`, or as `offer`
   */
  accept(seat: string, id: string): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.#ending !== "") return;
      this.#requireInPlay(seat);
      const offer = this.#offer;
      if (offer?.id !== id) throw refuse("no-offer");
      if (offer.accepted.includes(seat)) return;
      const asked = offer.asked.filter((other) => other !== seat);
      if (asked.length === 0) return this.#ports.end(offer.what);
      this.#setOffer({ ...offer, accepted: [...offer.accepted, seat], asked });
      this.#ports.changed();
    });
  }

  /** Closes an offer: its maker withdraws it, the others decline it. One that is closed stays so. @throws as `offer` */
  decline(seat: string, id: string): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.#offer?.id !== id) return;
      this.#requireInPlay(seat);
      this.#setOffer(null);
      this.#ports.changed();
    });
  }

  /**
   * Ends the match for the one who stayed: the others concede in turn order, or it is aborted. If bots are left, the match goes on.
   * @throws `RefusalError` with `not-away`, or as `offer`
   */
  async claim(seat: string, what: Claim): Promise<void> {
    if (what === "abort") return this.#claimAbort(seat);
    const others = this.#ports.seats.people.filter((other) => other !== seat);
    const claimed = await Promise.all(
      others.map((other) => this.#ports.hasAccepted(claimCommandId(seat, other))),
    );
    const open = others.filter((other) => !this.#conceded.has(other));
    if (claimed.includes(true) && (open.length === 0 || this.#ports.state.status === "over")) return;
    this.#requireClaim(seat);
    for (const other of open) {
      const { refused } = await this.#ports.submit({
        id: claimCommandId(seat, other),
        seat: other,
        command: { type: "concede" },
        objection: () => (this.#canClaim(seat) ? null : "not-away"),
      });
      if (refused !== undefined) throw new RefusalError(refusalBody(refused));
    }
  }

  #claimAbort(seat: string): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.#ending === "abort") return;
      this.#requireClaim(seat);
      await this.#ports.end("abort");
    });
  }

  #requireClaim(seat: string): void {
    this.#requireInPlay(seat);
    if (!this.#canClaim(seat)) throw refuse("not-away");
  }

  #canClaim(seat: string): boolean {
    const now = this.#ports.log.now();
    const others = this.#othersInPlay(seat);
    return others.length > 0 && others.every((other) => this.#absences.isAway(other, now));
  }

  /** When the only person there can claim the match, ms since 1970; `null`: no player can. */
  get #claimsAt(): number | null {
    const people = this.#inPlay.map((seat) => this.#absences.awayFrom(seat));
    const away = people.filter((from) => from !== null);
    if (away.length === 0 || away.length !== people.length - 1) return null;
    const from = Math.max(...away);
    // The clocks say only that they are away, which is now.
    return from === 0 ? this.#ports.details.current.claimsAt || this.#ports.log.now() : from;
  }

  get #offer(): Offer | null {
    return this.#ports.details.current.offer;
  }

  get #ending(): MatchDetails["ending"] {
    return this.#ports.details.current.ending;
  }

  /** The people who have not conceded, in turn order. */
  get #inPlay(): string[] {
    return this.#ports.seats.people.filter((seat) => !this.#conceded.has(seat));
  }

  #othersInPlay(seat: string): string[] {
    return this.#inPlay.filter((other) => other !== seat);
  }

  #requireInPlay(seat: string): void {
    const { status } = this.#ports.state;
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
    this.#ports.details.change({ offer });
  }
}

/**
 * Which players have been away for so long that the others need not wait for them. In a match with clocks the clocks say so; else it is
 * who was not there for `LIMITS.claim`, counted from when this process opened the match.
 */
class Absences {
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
