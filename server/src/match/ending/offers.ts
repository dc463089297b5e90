import { isDeepStrictEqual } from "node:util";
import type { Offer } from "@flower-war/protocol";
import { type GameTypes, type RecordEntry, tableEntries } from "@flower-war/rules";
import { newId, type Random } from "../../random.ts";
import { refuse } from "../../refusal.ts";
import { playedBy } from "../../storage/journal/command-ids.ts";
import type { Match } from "../match.ts";
import type { Asker, PeopleInPlay } from "./people-in-play.ts";

/** The subject of an offer, and the players asked. */
export interface Wanted extends Pick<Offer, "what" | "n" | "seconds" | "to" | "asked"> {
  /** The seat that makes it; `""`: the judge does. */
  readonly by: string;
  /** ms for which it is open, and ms until its maker may make another of its kind, if it is not accepted. Those that end the match are one kind. */
  readonly times: { readonly open: number; readonly pause: number };
}

/** What a seat does no more often than offers are made: an offer, or to seek a judge. */
interface Made {
  readonly what: Offer["what"] | "judge";
  readonly by: string;
}

/** What follows from an offer that all have accepted. Called in the match's queue. */
type Agreed = (offer: Offer) => Promise<void>;

/**
 * The agreement of a table's people: an offer that all whom it asks accept. One is open at a time. Offers are transient, as presence is; what
 * follows from them is journaled. Bots agree to what the people agree to.
 */
export class Offers {
  readonly #match: Match;
  readonly #people: PeopleInPlay;
  readonly #random: Random;
  readonly #agreed = new Map<Offer["what"], Agreed>();
  /** The kinds to which silence agrees. */
  readonly #bySilence = new Set<Offer["what"]>();
  /** When each seat made its last offer of a kind that was not accepted, ms since 1970. */
  readonly #madeAt = new Map<string, number>();

  constructor(match: Match, people: PeopleInPlay, random: Random) {
    this.#match = match;
    this.#people = people;
    this.#random = random;
  }

  /** Sets the effect of offers of a kind. @param how.bySilence it also takes effect if no player declines in time */
  onAgreed(what: Offer["what"], agreed: Agreed, { bySilence = false } = {}): void {
    this.#agreed.set(what, agreed);
    if (bySilence) this.#bySilence.add(what);
  }

  /** The open offer; `null`: none. */
  get open(): Offer | null {
    return this.#match.details.offer;
  }

  /** When it lapses, ms since 1970; `null`: none is open. */
  get ends(): number | null {
    return this.open?.until ?? null;
  }

  /**
   * Asks the people of the table, or does nothing if the same is open. Call it in the match's queue.
   * @throws `RefusalError` with `offer-open`, or `too-many-offers` with a wait
   */
  make({ by, asked, times, ...about }: Wanted): void {
    const { open } = this;
    const { what } = about;
    if (open !== null && isDeepStrictEqual({ ...open, by, ...about }, open)) return;
    this.requireFree({ what, by, times });
    this.noteMade({ what, by });
    const until = this.#match.log.now() + times.open;
    this.#set({ id: newId(this.#random), ...about, by, accepted: by === "" ? [] : [by], asked, until });
    this.#match.changed();
  }

  /** Requires that an offer could be made now. @throws `RefusalError` with `offer-open`, or `too-many-offers` with a wait */
  requireFree({ what, by, times }: Pick<Wanted, "what" | "by" | "times">): void {
    if (this.open !== null) throw refuse("offer-open");
    this.requirePause({ what, by }, times.pause);
  }

  /**
   * Requires that a seat has not made an offer of a kind for some time.
   * @param pause ms
   * @throws `RefusalError` with `too-many-offers` and a wait
   */
  requirePause(about: Made, pause: number): void {
    const last = this.#madeAt.get(kindOf(about)) ?? Number.NEGATIVE_INFINITY;
    const wait = last + pause - this.#match.log.now();
    if (wait > 0) throw refuse("too-many-offers", { wait });
  }

  /** Notes that a seat makes such an offer now. */
  noteMade(about: Made): void {
    this.#madeAt.set(kindOf(about), this.#match.log.now());
  }

  /**
   * Agrees to the open offer, which takes effect with the last agreement.
   * @throws `RefusalError` with `no-offer`, or as `PeopleInPlay.require`
   */
  accept(asker: Asker, id: string): Promise<void> {
    const { seat } = asker;
    return this.#match.queue.run(async () => {
      if (this.#match.details.ending !== "") return;
      this.#people.require(asker);
      const offer = this.open;
      if (offer?.id !== id || !this.isStanding(offer)) throw refuse("no-offer");
      if (offer.accepted.includes(seat)) return;
      const asked = offer.asked.filter((other) => other !== seat);
      const accepted = { ...offer, accepted: [...offer.accepted, seat], asked };
      if (asked.length === 0) {
        await this.#agreed.get(offer.what)?.(accepted);
        this.#madeAt.delete(kindOf(offer));
        return;
      }
      this.#set(accepted);
      this.#match.changed();
    });
  }

  /**
   * Closes an offer: its maker withdraws it, the others decline it. One that is closed stays so.
   * @throws `RefusalError` as `PeopleInPlay.require`
   */
  decline(asker: Asker, id: string): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.open?.id !== id) return;
      this.#people.require(asker);
      this.#set(null);
      this.#match.changed();
    });
  }

  /** Whether who made an offer still can: a player in play, or the judge. */
  isStanding({ by }: Offer): boolean {
    return by === "" || this.#people.all.includes(by);
  }

  /** Closes an offer of a seat, if it is open. Call it in the match's queue. */
  withdraw(by: string, what: Offer["what"]): void {
    if (this.open?.by !== by || this.open.what !== what) return;
    this.#set(null);
    this.#match.changed();
  }

  /** Closes an offer without an answer in time. */
  lapse(): void {
    const { open } = this;
    if (open === null || open.until > this.#match.log.now()) return;
    if (this.#bySilence.has(open.what)) return void this.#agreeBySilence(open.id);
    this.#set(null);
    this.#match.changed();
  }

  /** If the effect cannot be stored now, the offer is closed, and its maker can repeat it. */
  async #agreeBySilence(id: string): Promise<void> {
    await this.#match.queue
      .run(async () => {
        const { open } = this;
        if (open?.id !== id) return;
        this.#madeAt.delete(kindOf(open));
        this.#set(null);
        this.#match.changed();
        await this.#agreed.get(open.what)?.(open);
      })
      .catch(() => {});
  }

  /**
   * Withdraws the offer of who concedes or plays on, but for one to hand a seat over, whose player may be gone; and the question about an act that
   * another followed. Who takes a seat over has agreed to nothing. What is a judge's or about one, and a holiday, closes none. Call it after each
   * entry.
   */
  noteEntry(entry: RecordEntry<GameTypes>): void {
    const { open } = this;
    if (open === null || playedBy(entry) === "judge") return;
    const { events } = entry;
    if (tableEntries.judgeBy(events) !== null || tableEntries.holidayBy(events) !== null) return;
    const { seat, command } = entry;
    const isBy = open.by === seat;
    const isClosed =
      tableEntries.handOverBy(entry.events) === null
        ? command.type === "concede" || (isBy && open.what !== "hand-seat") || open.what === "take-back"
        : (isBy && open.what === "hand-seat") ||
          (tableEntries.handsSeat(entry) && open.accepted.includes(seat));
    if (isClosed) this.#set(null);
  }

  #set(offer: Offer | null): void {
    this.#match.changeDetails({ offer });
  }
}

/** Returns a seat and the kind of its offers for which one pause holds. */
const kindOf = ({ what, by }: Made): string => `${what === "draw" || what === "abort" ? "end" : what} ${by}`;
