import type { MapSchema } from "@colyseus/schema";
import type { BotKind } from "@flower-war/client-sdk/protocol";
import type { BySlot } from "@flower-war/client-sdk/temple";
import { refused } from "../fault.ts";
import type { Player, SeatFact } from "../journal/facts.ts";
import { SeatState } from "./state.ts";

/** What a seat's token proves: who took this seat of this match. */
export interface Holding {
  readonly match: string;
  readonly seat: string;
  /** New each time the seat is taken by somebody else, or its token renewed. */
  readonly holder: string;
}

/**
 * Who sits where, as the match's facts tell it (`apply`); and who is there, which is nobody's past. What everybody may
 * know of it is written into the synced seats at once.
 */
export class SeatTable {
  readonly #match: string;
  readonly #synced: MapSchema<SeatState>;
  readonly #holders = new Map<string, string>();
  readonly #bots = new Map<string, BotKind>();
  /** The seats whose players gave a nonce of their own. */
  readonly #givers = new Set<string>();
  /** The seats whose players left just now, which the journal does not hold yet. */
  readonly #leaving = new Set<string>();
  /** Those whose leaving failed: nobody is there, whatever their temple says. */
  readonly #abandoned = new Set<string>();

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

  /**
   * The seat that somebody may take.
   * @param wished `null`: the first open one in turn order
   * @throws `Refused` with `unknown-seat`, `seat-taken` or `match-full`
   */
  choose(wished: string | null): string {
    const seat = wished ?? this.open[0];
    if (seat === undefined) throw refused("match-full");
    if (this.#find(seat).kind !== "open") throw refused("seat-taken");
    return seat;
  }

  /** Lets something happen that is in the journal. */
  apply(fact: SeatFact): void {
    switch (fact.type) {
      case "seat-taken":
        this.#find(fact.seat).assign({ kind: "human", name: fact.name });
        this.#holders.set(fact.seat, fact.holder);
        return;
      case "bot-seated":
        this.#find(fact.seat).assign({
          kind: "bot",
          name: `${fact.kind} bot`,
          nonce: fact.seat,
          connected: true,
        });
        this.#bots.set(fact.seat, fact.kind);
        return;
      case "seat-left":
        // The seat is open again, and its old token worth nothing.
        this.#synced.set(fact.seat, new SeatState());
        this.#holders.delete(fact.seat);
        this.#givers.delete(fact.seat);
        this.#abandoned.delete(fact.seat);
        return;
      case "nonce":
        this.#find(fact.seat).nonce = fact.nonce;
        this.#givers.add(fact.seat);
    }
  }

  /** The nonce that the seat's player gave; `""`: none yet. @throws `Refused` with `bad-token` if nobody sits there */
  nonceOf(seat: string): string {
    const { kind, nonce } = this.#find(seat);
    if (kind === "open") throw refused("bad-token");
    return nonce;
  }

  /** Every seat has its nonce. */
  get haveNonces(): boolean {
    return this.all.every(([, { nonce }]) => nonce !== "");
  }

  /** Who would play if the match began now: a seat that has no nonce gets its id as one (docs/fair-dice.md). */
  get players(): Player[] {
    return this.all.map(([seat, { kind, name, nonce }]) => {
      if (kind === "bot") return { kind: "bot", name, nonce, from: "bot" };
      const from = this.#givers.has(seat) ? "player" : "stand-in";
      return { kind: "human", name, nonce: nonce || seat, from };
    });
  }

  /** Shows the nonces that the match began with. */
  fix(players: readonly Player[]): void {
    for (const [i, [, state]] of this.all.entries()) state.nonce = players[i]?.nonce ?? "";
  }

  /** Somebody leaves a seat for good, `left` resolves when that is journaled: until then nobody may come back to it. */
  async leaveOnce(seat: string, left: Promise<void>): Promise<void> {
    this.#leaving.add(seat);
    try {
      await left;
    } catch (error) {
      if (!this.#find(seat).connected) this.#abandoned.add(seat);
      throw error;
    } finally {
      this.#leaving.delete(seat);
    }
  }

  /** Somebody is about to give his seat back. */
  get anyLeaving(): boolean {
    return this.#leaving.size > 0;
  }

  /**
   * The seat is held as the token says.
   * @throws `Refused` with `bad-token`
   */
  verify(holding: Holding): void {
    if (!this.proves(holding)) throw refused("bad-token");
  }

  /** Whether the seat is held as the token says. */
  proves({ match, seat, holder }: Holding): boolean {
    return match === this.#match && this.#holders.get(seat) === holder && !this.#leaving.has(seat);
  }

  /** @throws `Refused` with `unknown-seat` */
  nameOf(seat: string): string {
    return this.#find(seat).name;
  }

  /** Somebody is connected to the seat, or nobody is. */
  setConnected(seat: string, connected: boolean): void {
    this.#find(seat).connected = connected;
    if (connected) this.#abandoned.delete(seat);
  }

  /** Makes a seat local to a temple. At another one than before nothing is owed yet. */
  bind(seat: string, temple: string, templeOnline: boolean): void {
    const state = this.#find(seat);
    if (state.temple !== temple) this.unbind(seat);
    state.assign({ temple, templeOnline });
  }

  /** Ends that. */
  unbind(seat: string): void {
    this.#find(seat).assign({ temple: "", templeOnline: false, fixH: 0, fixT: 0 });
  }

  isLocal(seat: string): boolean {
    return this.#find(seat).temple !== "";
  }

  /** What is to be taken out at a temple, below 0 (temple protocol J-12). */
  owe(temple: string, { h, t }: BySlot): void {
    for (const seat of this.localTo(temple)) this.#find(seat).assign({ fixH: h, fixT: t });
  }

  /** The seats local to a temple. */
  localTo(temple: string): string[] {
    return this.all.filter(([, state]) => state.temple === temple).map(([seat]) => seat);
  }

  /** Some seat is local to a temple. */
  get anyLocal(): boolean {
    return this.all.some(([, { temple }]) => temple !== "");
  }

  /** Some seat is local to a temple that is online: it counts as present (temple protocol N-9). */
  get presentByTemple(): boolean {
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
    return this.#find(seat).templeOnline && !this.#abandoned.has(seat);
  }

  /** The kind of the bot in this seat; `null`: no bot. */
  botIn(seat: string): BotKind | null {
    return this.#bots.get(seat) ?? null;
  }

  /** @throws `Refused` with `unknown-seat` */
  #find(seat: string): SeatState {
    const state = this.#synced.get(seat);
    if (!state) throw refused("unknown-seat", { field: "seat" });
    return state;
  }
}
