import type { MapSchema } from "@colyseus/schema";
import { type BotKind, SeatState } from "@flower-war/protocol";
import type { BySlot } from "@flower-war/protocol/temple";
import { refuse } from "../../refusal.ts";
import type { Player, SeatFact } from "../../storage/journal/facts.ts";
import type { SeatClaim } from "./seat-claim.ts";

/**
 * The seats of a match: who holds them, as the match's facts say (`apply`), and who is present, which is transient and
 * never journaled. Writes what everybody may know into the synced seats at once.
 */
export class SeatTable {
  readonly #match: string;
  readonly #synced: MapSchema<SeatState>;
  readonly #holders = new Map<string, string>();
  readonly #bots = new Map<string, BotKind>();
  /** The seats whose players gave a nonce of their own. */
  readonly #nonceGivers = new Set<string>();
  /** The seats whose players are leaving, which is not journaled yet. */
  readonly #leaving = new Set<string>();
  /** The seats whose leaving failed: they count as empty, whatever their temple says. */
  readonly #failedLeaves = new Set<string>();

  constructor(match: string, seats: readonly string[], synced: MapSchema<SeatState>) {
    this.#match = match;
    this.#synced = synced;
    for (const seat of seats) synced.set(seat, new SeatState());
  }

  /** Seats that nobody has taken, in turn order. */
  get open(): string[] {
    return this.all.filter(([, { kind }]) => kind === "open").map(([seat]) => seat);
  }

  /** Every seat in turn order. */
  get all(): [string, SeatState][] {
    return [...this.#synced.entries()];
  }

  /** The seats of people, in turn order. */
  get people(): string[] {
    return this.all.filter(([seat]) => this.botIn(seat) === null).map(([seat]) => seat);
  }

  /**
   * Chooses an open seat.
   * @param preferred `null`: the first open one in turn order
   * @throws `RefusalError` with `unknown-seat`, `seat-taken` or `match-full`
   */
  choose(preferred: string | null): string {
    const seat = preferred ?? this.open[0];
    if (seat === undefined) throw refuse("match-full");
    if (this.#get(seat).kind !== "open") throw refuse("seat-taken");
    return seat;
  }

  /** Applies a journaled fact. */
  apply(fact: SeatFact): void {
    switch (fact.type) {
      case "seat-taken":
        this.#get(fact.seat).assign({ kind: "human", name: fact.name });
        this.#holders.set(fact.seat, fact.holder);
        return;
      case "bot-seated":
        this.#get(fact.seat).assign({
          kind: "bot",
          name: `${fact.kind} bot`,
          nonce: fact.seat,
          connected: true,
        });
        this.#bots.set(fact.seat, fact.kind);
        return;
      case "seat-left":
        // The seat is open again, and its old token invalid.
        this.#synced.set(fact.seat, new SeatState());
        this.#holders.delete(fact.seat);
        this.#nonceGivers.delete(fact.seat);
        this.#failedLeaves.delete(fact.seat);
        return;
      case "nonce":
        this.#get(fact.seat).nonce = fact.nonce;
        this.#nonceGivers.add(fact.seat);
    }
  }

  /** Returns the nonce of a taken seat; `""`: none yet. @throws `RefusalError` with `bad-token` if the seat is open */
  nonceOf(seat: string): string {
    const { kind, nonce } = this.#get(seat);
    if (kind === "open") throw refuse("bad-token");
    return nonce;
  }

  /** Whether every seat has its nonce. */
  get haveNonces(): boolean {
    return this.all.every(([, { nonce }]) => nonce !== "");
  }

  /** The players of a match that begins now: a seat without a nonce gets its id as one (docs/fair-dice.md). */
  get players(): Player[] {
    return this.all.map(([seat, { kind, name, nonce }]) => {
      if (kind === "bot") return { kind: "bot", name, nonce, from: "bot" };
      const from = this.#nonceGivers.has(seat) ? "player" : "stand-in";
      return { kind: "human", name, nonce: nonce || seat, from };
    });
  }

  /** Shows the nonces with which the match began. */
  setNonces(players: readonly Player[]): void {
    for (const [i, [, state]] of this.all.entries()) state.nonce = players[i]?.nonce ?? "";
  }

  /**
   * Blocks the seat of a player who leaves for good until that is journaled.
   * @param left resolves when it is
   */
  async blockUntil(seat: string, left: Promise<void>): Promise<void> {
    this.#leaving.add(seat);
    try {
      await left;
    } catch (error) {
      if (!this.#get(seat).connected) this.#failedLeaves.add(seat);
      throw error;
    } finally {
      this.#leaving.delete(seat);
    }
  }

  /** Whether a player is leaving a seat for good. */
  get anyLeaving(): boolean {
    return this.#leaving.size > 0;
  }

  /** @throws `RefusalError` with `bad-token` unless the claim is valid */
  verify(claim: SeatClaim): void {
    if (!this.isValid(claim)) throw refuse("bad-token");
  }

  /** Whether the seat is held as the claim says. */
  isValid({ match, seat, holder }: SeatClaim): boolean {
    return match === this.#match && this.#holders.get(seat) === holder && !this.#leaving.has(seat);
  }

  /** @throws `RefusalError` with `unknown-seat` */
  nameOf(seat: string): string {
    return this.#get(seat).name;
  }

  /** Marks a seat as connected or not. */
  setConnected(seat: string, connected: boolean): void {
    this.#get(seat).connected = connected;
    if (connected) this.#failedLeaves.delete(seat);
  }

  /** Makes a seat local to a temple. A seat that moves to another temple has no debts there yet. */
  bind(seat: string, temple: string, templeOnline: boolean): void {
    const state = this.#get(seat);
    if (state.temple !== temple) this.unbind(seat);
    state.assign({ temple, templeOnline });
  }

  /** Makes a seat local to no temple. */
  unbind(seat: string): void {
    this.#get(seat).assign({ temple: "", templeOnline: false, fixH: 0, fixT: 0 });
  }

  isLocal(seat: string): boolean {
    return this.#get(seat).temple !== "";
  }

  /** Shows the beads to take out at a temple, as numbers below 0 (temple protocol J-12). */
  setDebts(temple: string, { h, t }: BySlot): void {
    for (const seat of this.localTo(temple)) this.#get(seat).assign({ fixH: h, fixT: t });
  }

  /** Returns the seats local to a temple. */
  localTo(temple: string): string[] {
    return this.all.filter(([, state]) => state.temple === temple).map(([seat]) => seat);
  }

  /** Whether some seat is local to a temple. */
  get anyLocal(): boolean {
    return this.all.some(([, { temple }]) => temple !== "");
  }

  /** Whether some seat is local to an online temple: it counts as present (temple protocol N-9). */
  get anyPresentByTemple(): boolean {
    return this.all.some(([seat]) => this.#isPresentByTemple(seat));
  }

  /** The seats of people who are neither connected nor present by their temple. */
  get away(): string[] {
    return this.all
      .filter(
        ([seat, { kind, connected }]) => kind === "human" && !connected && !this.#isPresentByTemple(seat),
      )
      .map(([seat]) => seat);
  }

  #isPresentByTemple(seat: string): boolean {
    return this.#get(seat).templeOnline && !this.#failedLeaves.has(seat);
  }

  /** Returns the kind of the bot in this seat; `null`: no bot. */
  botIn(seat: string): BotKind | null {
    return this.#bots.get(seat) ?? null;
  }

  /** @throws `RefusalError` with `unknown-seat` */
  #get(seat: string): SeatState {
    const state = this.#synced.get(seat);
    if (!state) throw refuse("unknown-seat", { field: "seat" });
    return state;
  }
}
