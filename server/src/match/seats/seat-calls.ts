import type { TableSummary } from "@flower-war/protocol";
import { type Result, refuse, resultOf } from "../../refusal.ts";
import type { Rematches } from "../ending/rematch.ts";
import type { Challenges } from "../challenges.ts";
import type { LiveCore } from "../live-core.ts";
import type { MatchName } from "../match-name.ts";
import { type RematchPlan, requireNewer } from "../new-match.ts";
import { summarizeStored, summarizeTable } from "../outbound/table-summary.ts";
import type { RoomClients } from "../room-clients.ts";
import { type Origin, type Person, withFinishes } from "./person.ts";
import type { ClaimedSeat, SeatClaim } from "./seat-claim.ts";

/** The calls of `Reservations` in any process about a match's seats. They pass between processes: arguments and answers are JSON. */
export class SeatCalls {
  readonly #core: LiveCore;
  readonly #clients: RoomClients;
  readonly #challenges: Challenges;
  readonly #rematches: Rematches;
  /** The summary of a match that is watched with a delay, as it began; `null`: not asked for yet. */
  #begun: TableSummary | null = null;

  constructor(core: LiveCore, clients: RoomClients, challenges: Challenges, rematches: Rematches) {
    this.#core = core;
    this.#clients = clients;
    this.#challenges = challenges;
    this.#rematches = rematches;
  }

  /**
   * Returns the match's invitation to a spectator whom a name of the match lets in; `null`: it has none, or it is what lets people sit
   * down and the spectator did not name it. Refuses others with `unknown-match`, and with
   * `too-many-spectators` or `too-many-reservations` if too many watch, or are about to; with `blocked`, `unwatched`, or `watch-later` and a wait.
   */
  async invite(
    by: MatchName,
    address = "",
    who: Pick<Origin, "player" | "isAccount"> = { player: null },
  ): Promise<Result<string | null>> {
    return resultOf(() => {
      this.#requireAdmitted(by);
      this.#core.match.requireNotBlocked({ ...who, address });
      this.#core.requireWatchable();
      this.#clients.requirePlaceFor(address);
      const { invitation, policy } = this.#core.match;
      return by.secret === null && policy.admission === "invited" ? null : invitation;
    });
  }

  /** Returns the summary of the match for all whom its name admits. Refuses others with `unknown-match`. */
  async summarize(by: MatchName): Promise<Result<TableSummary>> {
    return resultOf(async () => {
      this.#requireAdmitted(by);
      const { match, delayed } = this.#core;
      return delayed?.isOn ? (this.#begun ??= await this.#summarizeBegun()) : summarizeTable(match);
    });
  }

  /**
   * Gives a person a seat. Refuses as `Gathering.takeSeat`, and with `unknown-match`; a bot account with `not-challenged`; with `client-too-old` as `requireNewer`; with `too-many-seats` if too many were taken from there to which no client has connected.
   * @param holder as in `Gathering.takeSeat`
   * @param preferred `null`: the first open seat
   * @param by what the player names the match by; `null`: the server chose the match
   * @param address where they come from
   */
  async takeSeat(
    person: Person,
    holder: string,
    preferred: string | null,
    by: MatchName | null = null,
    address = "",
  ): Promise<Result<ClaimedSeat>> {
    const taken = await resultOf(async () => {
      if (by !== null) this.#requireAdmitted(by);
      this.#requireNewer(person.protocol ?? 0);
      const isAgain = this.#core.match.seats.find({ match: this.#core.match.plan.match, holder }) !== null;
      if (person.isBot && !isAgain) this.#challenges.requireOpen(person.player, preferred);
      const known = await withFinishes(this.#core, person);
      const take = () => this.#core.gathering.takeSeat(known, holder, preferred, { address, by });
      return this.#claimed(isAgain ? await take() : await this.#takeAsStranger(take, address));
    });
    if (taken.value) this.#core.services.log.info({ seat: taken.value.seat }, "seat taken");
    return taken;
  }

  /** Takes a seat that others of a public match wait for until a client connects to it: for a short while, and few at a time. */
  async #takeAsStranger(take: () => Promise<SeatClaim>, address: string): Promise<SeatClaim> {
    const { match, services } = this.#core;
    if (match.plan.private || match.hasBegun) return take();
    await services.quotas.count("hold-seat", { address });
    try {
      const claim = await take();
      match.seats.expect(claim.seat, { until: services.time.now() + services.timeouts.arrival, address });
      this.#core.changed();
      return claim;
    } catch (error) {
      await services.quotas.giveBack("hold-seat", { address });
      throw error;
    }
  }

  /**
   * Returns the claim with the seat that its holder has now. Refuses with `bad-token` unless it is valid, with `banned`, and with `client-too-old`; with
   * `seat-offered` if it hands the seat over.
   * @param protocol the number that the client speaks; missing: an older server asks, or it makes no difference
   */
  async verifyClaim(claim: SeatClaim, protocol?: number | null): Promise<Result<ClaimedSeat>> {
    return resultOf(() => {
      this.#requireNewer(protocol);
      return this.#claimed(this.#admit(claim));
    });
  }

  /**
   * As `Gathering.renewSeat`; refuses also with `banned` and `client-too-old`. A client in the seat with an earlier token is disconnected, for that is invalid
   * now; not one that has joined with the new one already, which a repeated request finds.
   */
  async renewSeat(claim: SeatClaim, holder: string, protocol?: number | null): Promise<Result<ClaimedSeat>> {
    const renewed = await resultOf(async () => {
      this.#requireNewer(protocol);
      const { seats } = this.#core.match;
      // A repeated request has the earlier holder's claim.
      this.#admit(seats.find({ ...claim, holder }) ?? claim);
      return this.#claimed(await this.#core.gathering.renewSeat(claim, holder));
    });
    if (renewed.value) {
      const { seat } = renewed.value;
      this.#clients.replace(seat, "renewal", null, (auth) => auth.holder === holder);
      this.#core.services.log.info({ seat }, "seat token renewed");
    }
    return renewed;
  }

  /**
   * Gives a person the seat that its player hands over, as `HandOvers.take`; refuses also with `client-too-old`. A token that its player has renewed, as
   * one of a match that moved here, is not one that hands a seat over.
   * @param claim of the token that hands it over
   */
  async takeOverSeat(
    person: Person,
    claim: SeatClaim,
    holder: string,
    address = "",
  ): Promise<Result<ClaimedSeat>> {
    const taken = await resultOf(async () => {
      const { match, handOvers } = this.#core;
      requireNewer(match.plan, person.protocol);
      const known = await withFinishes(this.#core, person);
      return this.#claimed(await handOvers.take(known, claim, holder, address));
    });
    if (taken.value) this.#core.services.log.info({ seat: claim.seat }, "seat handed over");
    return taken;
  }

  /**
   * Gives a player's seat to a new holder, as `renewSeat`. Refuses with `bad-token` if they have no such seat, with `unknown-match` if
   * the name does not let them in either.
   * @param preferred `null`: the first seat that they have
   */
  async takeBackSeat(
    by: MatchName,
    player: string,
    preferred: string | null,
    holder: string,
    protocol?: number | null,
  ): Promise<Result<ClaimedSeat>> {
    const own = await resultOf(() => {
      const claim = this.#core.match.seats.claimOf(player, preferred);
      if (claim) return claim;
      this.#requireAdmitted(by);
      throw refuse("bad-token");
    });
    return own.value ? this.renewSeat(own.value, holder, protocol) : own;
  }

  /** As `Rematches.want`; refuses also with `banned`. */
  async wantRematch(claim: SeatClaim, closed: string | null): Promise<Result<RematchPlan>> {
    const wanted = await resultOf(() => {
      this.#admit(claim);
      return this.#rematches.want(claim, closed);
    });
    if (wanted.value)
      this.#core.services.log.info({ seat: claim.seat, rematch: wanted.value.plan.match }, "rematch wanted");
    return wanted;
  }

  /** As `Gathering.rejoin`; refuses also with `client-too-old`. */
  async rejoin(
    person: Person,
    preferred: string,
    holder: string,
    protocol?: number | null,
  ): Promise<Result<ClaimedSeat>> {
    return resultOf(async () => {
      this.#requireNewer(protocol);
      return this.#claimed(await this.#core.gathering.rejoin(person, preferred, holder));
    });
  }

  /** @param protocol missing, or `null` between processes: any will do @throws `RefusalError` as `requireNewer`, before the match begins */
  #requireNewer(protocol?: number | null): void {
    const { match } = this.#core;
    if (!match.hasBegun) requireNewer(match.plan, protocol ?? Number.POSITIVE_INFINITY);
  }

  /** Returns a valid claim with the seat that its holder has now. @throws `RefusalError` with `bad-token` or `banned` */
  #admit(claim: SeatClaim): SeatClaim {
    const { seats } = this.#core.match;
    if (this.#core.handOvers.isOffered(claim)) throw refuse("seat-offered");
    const admitted = seats.verify(claim);
    const { player } = seats.personIn(admitted.seat);
    this.#core.services.sanctions.requireNotBanned({ player, address: "" });
    return admitted;
  }

  async #summarizeBegun(): Promise<TableSummary> {
    const { match, services } = this.#core;
    const stored = await services.journal.read(match.plan.match);
    if (!stored) throw refuse("unknown-match");
    return summarizeStored(stored.facts, match.hosted, services.timeouts.countdown);
  }

  /** @throws `RefusalError` with `unknown-match` */
  #requireAdmitted(by: MatchName): void {
    if (!this.#core.match.admits(by)) throw refuse("unknown-match");
  }

  #claimed(claim: SeatClaim): ClaimedSeat {
    return { ...claim, invitation: this.#core.match.seatInvitation };
  }
}
