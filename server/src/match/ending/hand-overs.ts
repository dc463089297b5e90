import { createHmac } from "node:crypto";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { distinctName } from "../../names/distinct-name.ts";
import { refuse } from "../../refusal.ts";
import type { Match } from "../match.ts";
import { isEqualSecret } from "../match-name.ts";
import { formatPerson, type Person } from "../seats/person.ts";
import type { SeatClaim } from "../seats/seat-claim.ts";
import type { Offers } from "./offers.ts";
import type { Asker, PeopleInPlay } from "./people-in-play.ts";

interface HandOverPorts {
  readonly people: PeopleInPlay;
  readonly offers: Offers;
  /** Makes a seat local to no temple. */
  readonly unpair: (seat: string) => Promise<void>;
  readonly tokens: { sign(claim: SeatClaim): string };
}

/** How a player hands their seat to another person in play, at tables that allow it: by a token, with which that person takes it over. */
export class HandOvers {
  readonly #match: Match;
  readonly #ports: HandOverPorts;

  constructor(match: Match, ports: HandOverPorts) {
    this.#match = match;
    this.#ports = ports;
    const offer = async ({ by }: { readonly by: string }) => {
      ports.people.requireInPlay(by);
      if (!match.playing.seatOffers.has(by)) await match.playing.handOver(by, "table-offer-seat");
    };
    ports.offers.onAgreed("hand-seat", offer, { bySilence: true });
  }

  /**
   * Offers a seat, or asks the people who are there whether one objects; or keeps the seat.
   * @param offered `false`: it is kept, and its token invalid
   * @returns the token with which it is taken over; `null`: it cannot be, or not yet
   * @throws `RefusalError` with `no-hand-overs`, `bad-token` if another holder has the seat now, `bot-account`, `offer-open`, `too-many-offers` with a wait, or
   *   as `PeopleInPlay.require`
   */
  offer(asker: Asker, offered: boolean): Promise<string | null> {
    const { seat } = asker;
    const { people, offers } = this.#ports;
    return this.#match.queue.run(async () => {
      const { plan, seats, log } = this.#match;
      if (plan.handOvers === undefined) throw refuse("no-hand-overs");
      people.require(asker);
      if (seats.isBotAccount(seat)) throw refuse("bot-account");
      const { playing } = this.#match;
      const isOffered = playing.seatOffers.has(seat);
      if (!offered) {
        offers.withdraw(seat, "hand-seat");
        if (isOffered) await playing.handOver(seat, "table-keep-seat");
        return null;
      }
      if (!isOffered) {
        const humans = people.askedBy(seat, log.now()).filter((other) => !seats.isBotAccount(other));
        const asked = plan.handOvers === "asks" ? humans : [];
        if (asked.length > 0) {
          offers.make({ what: "hand-seat", by: seat, asked, times: SERVER_LIMITS.handOvers });
          return null;
        }
        offers.requirePause({ what: "hand-seat", by: seat }, SERVER_LIMITS.handOvers.pause);
        await playing.handOver(seat, "table-offer-seat");
        offers.noteMade({ what: "hand-seat", by: seat });
      }
      return this.#ports.tokens.sign({ match: plan.match, seat, holder: this.#holderFor(seat) });
    });
  }

  /** Whether a claim is that of a seat which its player hands over. */
  isOffered({ match, seat, holder }: SeatClaim): boolean {
    const { plan, hasBegun, isOver } = this.#match;
    if (match !== plan.match || !hasBegun || isOver) return false;
    const isOpen = this.#match.playing.seatOffers.has(seat) && this.#ports.people.all.includes(seat);
    return isOpen && isEqualSecret(holder, this.#holderFor(seat));
  }

  /**
   * Gives a person the seat that its player hands over. A name that looks like another at the table gets a number.
   * @param holder the id that proves the seat from now on: a repeated request gets the same seat
   * @param address where they come from; `""`: not known
   * @throws `RefusalError` with `bad-token`, `withheld`, `blocked`, `accounts-only`, `finishers-only`, `bot-account` or `seated-already`
   */
  take(person: Person, claim: SeatClaim, holder: string, address: string): Promise<SeatClaim> {
    return this.#match.queue.run(async () => {
      const { seats } = this.#match;
      const taken = seats.findHolder(holder);
      if (taken) return taken;
      const { match, seat } = claim;
      if (!this.isOffered(claim) || seats.isFormer(holder)) throw refuse("bad-token");
      this.#match.requireNotBarred({ ...person, address, holder });
      // The link is an invitation.
      if (this.#match.policy.admission !== "invited") this.#match.requireWelcome(person, null);
      if (person.isBot) throw refuse("bot-account");
      if (person.player !== null && seats.hasAny([person.player])) throw refuse("seated-already");
      await this.#ports.unpair(seat);
      const named = { ...person, name: distinctName(person.name, this.#match.namesBeside(seat)) };
      await this.#match.handSeat({ type: "seat-taken", seat, ...formatPerson(named), holder });
      if (address !== "") seats.setAddress(seat, address);
      return { match, seat, holder };
    });
  }

  /** Returns the holder's id in the token of a seat: another one each time that it is offered, the same at every server. */
  #holderFor(seat: string): string {
    const { created, playing } = this.#match;
    const n = playing.seatOffers.get(seat) ?? 0;
    return createHmac("sha256", created.secret).update(`hand over ${seat} ${n}`).digest("hex").slice(0, 32);
  }
}
