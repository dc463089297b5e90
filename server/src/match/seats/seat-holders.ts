import { networkOf } from "@flower-war/protocol/sockets";
import { refuse } from "../../refusal.ts";
import type { Origin } from "./person.ts";
import type { SeatClaim } from "./seat-claim.ts";

/** The holders of a match's seats, and so the valid claims to them. */
export class SeatHolders {
  readonly #match: string;
  readonly #holders = new Map<string, string>();
  /** Holders that have held a seat and hold none now. */
  readonly #former = new Set<string>();
  /** The seats whose players are leaving, which is not journaled yet. */
  readonly #leaving = new Set<string>();

  constructor(match: string) {
    this.#match = match;
  }

  /** Gives a seat to a holder: earlier claims to it become invalid. */
  set(seat: string, holder: string): void {
    this.remove(seat);
    this.#holders.set(seat, holder);
    this.#former.delete(holder);
  }

  /** Takes a seat from its holder. Nothing happens if it has none. */
  remove(seat: string): void {
    const holder = this.#holders.get(seat);
    if (holder !== undefined) this.#former.add(holder);
    this.#holders.delete(seat);
  }

  /** Whether a holder has left a seat, or is leaving it: who asks for one as this holder again does so too late. */
  isFormer(holder: string): boolean {
    if (this.#former.has(holder)) return true;
    return [...this.#leaving].some((seat) => this.#holders.get(seat) === holder);
  }

  /** Gives the holder of a seat another one. Nothing happens if it has none: a bot sits there. */
  move(seat: string, to: string): void {
    const holder = this.#holders.get(seat);
    this.remove(seat);
    if (holder !== undefined) this.set(to, holder);
  }

  /** Returns a valid claim as `find`. @throws `RefusalError` with `bad-token` */
  verify(claim: SeatClaim): SeatClaim {
    const found = this.find(claim);
    if (!found) throw refuse("bad-token");
    return found;
  }

  /** Returns a claim with the seat that its holder has now: they may have moved. `null`: it is not valid. */
  find({ match, holder }: Pick<SeatClaim, "match" | "holder">): SeatClaim | null {
    const seat = [...this.#holders].find(([, one]) => one === holder)?.[0];
    if (match !== this.#match || seat === undefined || this.#leaving.has(seat)) return null;
    return { match, seat, holder };
  }

  /** Returns the holder of a seat, also one who is leaving it; `null`: it has none. */
  of(seat: string): string | null {
    return this.#holders.get(seat) ?? null;
  }

  /** Returns the valid claim to a seat; `null`: the seat is free. */
  readonly claimTo = (seat: string): SeatClaim | null => {
    const holder = this.#holders.get(seat);
    return holder === undefined ? null : this.find({ match: this.#match, holder });
  };

  /** Whether the seat is held as the claim says. */
  isValid(claim: SeatClaim): boolean {
    return this.find(claim)?.seat === claim.seat;
  }

  /**
   * Makes claims to a seat invalid until it is journaled that its player left for good. Rejects if that fails.
   * @param left resolves when it is
   */
  async blockUntil(seat: string, left: Promise<void>): Promise<void> {
    this.#leaving.add(seat);
    try {
      await left;
    } finally {
      this.#leaving.delete(seat);
    }
  }

  /** Whether a player is leaving a seat for good. */
  get anyLeaving(): boolean {
    return this.#leaving.size > 0;
  }
}

/** A person who asks for a seat, or had one. */
type Holder = Origin & { readonly holder: string };

/** People who withheld a nonce at a table, and cannot sit there again (docs/fair-dice.md). Networks are forgotten with the process. */
export class Barred {
  readonly #keys = new Set<string>();

  add(holder: Holder): void {
    for (const key of keysOf(holder)) this.#keys.add(key);
  }

  has(holder: Holder): boolean {
    return keysOf(holder).some((key) => this.#keys.has(key));
  }
}

/** The holder and the player; of a player who is not known, the network instead. */
function keysOf({ player, address, holder }: Holder): readonly string[] {
  const network = address === "" ? [] : [`network ${networkOf(address)}`];
  return [`holder ${holder}`, ...(player === null ? network : [`player ${player}`])];
}
