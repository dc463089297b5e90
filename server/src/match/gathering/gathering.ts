import type { BotKind } from "@flower-war/protocol";
import { distinctName } from "../../names/distinct-name.ts";
import { refuse } from "../../refusal.ts";
import type { Match } from "../match.ts";
import type { MatchName } from "../match-name.ts";
import { formatPerson, type Person } from "../seats/person.ts";
import type { SeatClaim } from "../seats/seat-claim.ts";
import type { SeatTable } from "../seats/seat-table.ts";
import { Beginning } from "./beginning.ts";
import { Host } from "./host.ts";
import { type GatheringServices, TableChanges } from "./table-changes.ts";

/** The kind of the bots that play on for people whom an operator removed. */
export const SUBSTITUTE_BOT: BotKind = "easy";

/**
 * How a match gathers its players: who takes a seat, moves and leaves. What is requested again, because the answer was lost, is done
 * already and changes nothing.
 */
export class Gathering {
  readonly beginning: Beginning;
  readonly host: Host;
  readonly #match: Match;
  readonly #changes: TableChanges;

  constructor(match: Match, services: GatheringServices) {
    this.#match = match;
    this.#changes = new TableChanges(match, services);
    this.beginning = new Beginning(match, this.#changes);
    this.host = new Host(match, this.#changes, this.beginning, services);
  }

  /**
   * Gives a person a seat. A name that looks like another at the table gets a number.
   * @param holder the id that proves the seat: a repeated request, whose first answer was lost, gets the same seat
   * @param preferred `null`: the first open one, else a bot's that may be replaced
   * @param origin.address where they come from; `""`: not known
   * @param origin.by the name by which they found the match; `null`: the server chose the match
   * @throws `RefusalError` with `unknown-seat`, `seat-taken` or `match-full`, this too while the match `isClosed`; `bad-token` if that holder lost the
   *   seat, `withheld` if the player did not reveal a nonce here, `blocked`, `accounts-only`, `finishers-only` or `invitation-only` if the host
   *   keeps them out
   */
  takeSeat(
    person: Person,
    holder: string,
    preferred: string | null,
    { address = "", by = null }: { readonly address?: string; readonly by?: MatchName | null } = {},
  ): Promise<SeatClaim> {
    return this.#match.queue.run(async () => {
      const taken = this.#match.seats.findHolder(holder);
      if (taken) return taken;
      requireNoFormer(this.#match.seats, holder);
      this.#match.requireNotBarred({ ...person, address, holder });
      this.#match.requireWelcome(person, by);
      if (this.#match.isClosed || this.#match.seats.hasAny(person.apart ?? [])) throw refuse("match-full");
      const replaceable = this.#match.canReplaceBots ? this.#match.seats.bots : [];
      const seat = this.#match.seats.choose(preferred, replaceable);
      await this.#seat(person, seat, holder);
      // A host may block them before they connect.
      if (address !== "") this.#match.seats.setAddress(seat, address);
      return { match: this.#match.plan.match, seat, holder };
    });
  }

  /**
   * Gives a person the seat of a bot in a match in play.
   * @throws `RefusalError` with `seat-taken` if it can be given no more, or `blocked`
   */
  giveSeat(person: Person, seat: string, holder: string, address: string): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.#match.seats.findHolder(holder) !== null) return;
      requireNoFormer(this.#match.seats, holder);
      this.#match.requireNotBarred({ ...person, address, holder });
      if (!this.#match.canGive(seat)) throw refuse("seat-taken");
      await this.#seat(person, seat, holder);
      if (address !== "") this.#match.seats.setAddress(seat, address);
    });
  }

  /**
   * Gives a player of the previous match a seat in this rematch, or returns their present one, and marks them as ready.
   * @param preferred theirs, unless it was taken meanwhile: then the first open one
   * @param holder their previous holder
   * @throws `RefusalError` with `match-full`, `match-begun`, `withheld` or `blocked`
   */
  rejoin(person: Person, preferred: string, holder: string): Promise<SeatClaim> {
    return this.#match.queue.run(async () => {
      const { match } = this.#match.plan;
      const known = this.#match.seats.findHolder(holder);
      if (known !== null) return known;
      this.#match.requireNotBarred({ ...person, address: "", holder });
      if (this.#match.hasBegun) throw refuse("match-begun");
      if (this.beginning.isRevealing) throw refuse("match-full");
      const seat = this.#match.seats.choose(this.#match.seats.isOpen(preferred) ? preferred : null);
      await this.#seat(person, seat, holder);
      this.#match.seats.setReady(seat, true);
      this.#match.changed();
      return { match, seat, holder };
    });
  }

  /**
   * Replaces a seat's holder id: tokens with earlier ones become invalid. A repeated call changes nothing.
   * @throws `RefusalError` with `bad-token`
   */
  renewSeat(claim: SeatClaim, holder: string): Promise<SeatClaim> {
    return this.#match.queue.run(async () => {
      const renewed = this.#match.seats.find({ ...claim, holder });
      if (renewed) return renewed;
      const { seat, match } = this.#match.seats.verify(claim);
      requireNoFormer(this.#match.seats, holder);
      const person = formatPerson(this.#match.seats.personIn(seat));
      await this.#match.record([{ type: "seat-taken", seat, ...person, holder }]);
      return { match, seat, holder };
    });
  }

  /**
   * Opens the seat of a player who left for good, while the match has not begun; later, and in a tournament, the seat stays taken. Who leaves after the seals are
   * fixed withholds what they sealed, for all nonces are void then.
   * @param unpaired resolves when the seat is local to no temple: it opens after that
   */
  async leaveSeat(seat: string, unpaired: Promise<void>): Promise<void> {
    if (this.#match.hasBegun || this.#match.isAssigned) return unpaired;
    const { queue, seats } = this.#match;
    const leave = async () => {
      if (!this.#match.hasBegun) await this.#changes.open([seat], { withheld: this.#isSealed(seat) });
    };
    // A request of the player that waits in the queue finds the seat theirs again if this fails.
    await seats.blockWhile(seat, (unblock) => unpaired.then(() => queue.run(() => leave().finally(unblock))));
  }

  /**
   * Opens the seat of a player who asks for it, as `leaveSeat`; while the match has not begun. All of their connections are closed.
   * @throws `RefusalError` with `bad-token` if they have none, also because they left before, `match-begun` or `assigned-seats`
   */
  leave(holder: string): Promise<void> {
    return this.#changes.runFor(holder, async (seat) => {
      if (this.#match.hasBegun) throw refuse("match-begun");
      if (this.#match.isAssigned) throw refuse("assigned-seats");
      await this.#changes.open([seat], { withheld: this.#isSealed(seat) });
    });
  }

  /** Whether a seat has a seal that is fixed. */
  #isSealed(seat: string): boolean {
    return this.beginning.isRevealing && this.#match.seats.sealIn(seat) !== null;
  }

  /**
   * Moves a player to an open seat; their token stays valid.
   * @throws `RefusalError` with `bad-token`, `unknown-seat`, `seat-taken`, `seals-fixed`, `match-begun` or `assigned-seats`
   */
  moveSeat(holder: string, to: string): Promise<void> {
    return this.#changes.runFor(holder, (seat) =>
      this.#changes.doUnless(
        () => seat === to,
        async () => {
          if (this.#match.isAssigned) throw refuse("assigned-seats");
          this.#changes.requireUnfixed();
          await this.#changes.move(seat, this.#match.seats.choose(to));
        },
      ),
    );
  }

  /**
   * Takes a seat from its player: it opens, or in a match that has begun a bot takes it. A seat without a person, and those of a match that
   * is over, stay as they are.
   * @throws `RefusalError` with `unknown-seat`
   */
  removePerson(seat: string): Promise<void> {
    return this.#match.queue.run(async () => {
      if (!this.#match.seats.isPerson(seat) || this.#match.state.status === "over") return;
      if (!this.#match.hasBegun) return this.#changes.open([seat]);
      await this.#changes.unpair(seat);
      await this.#match.record([{ type: "bot-seated", seat, kind: SUBSTITUTE_BOT }]);
    });
  }

  /** Makes a seat local to no temple. Call it in the match's queue. */
  unpair(seat: string): Promise<void> {
    return this.#changes.unpair(seat);
  }

  /** Gives a person an open seat, or a bot's, with a name that is unique there. */
  async #seat(person: Person, seat: string, holder: string): Promise<void> {
    const named = { ...person, name: distinctName(person.name, this.#match.namesBeside(seat)) };
    await this.#match.record([{ type: "seat-taken", seat, ...formatPerson(named), holder }]);
  }

  /** Ends an empty match that has not begun; a tournament's is lost by whose seats are open. The fact's name in the journal is `given-up`. */
  abandon(): Promise<void> {
    return this.#match.queue.run(async () => {
      const { hasBegun, isAssigned, seats, log } = this.#match;
      const how = isAssigned && { absent: seats.open };
      if (!hasBegun) await log.append([{ type: "given-up", ...how }], true);
    });
  }
}

/** Refuses a holder who has lost a seat with `bad-token`: the request is an old one that arrives again. */
function requireNoFormer(seats: SeatTable, holder: string): void {
  if (seats.isFormer(holder)) throw refuse("bad-token");
}
