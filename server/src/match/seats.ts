import type { MapSchema } from "@colyseus/schema";
import type { BotKind } from "@flower-war/client-sdk/protocol";
import { nanoid } from "nanoid";
import { refused } from "../fault.ts";
import { SeatState } from "./state.ts";

/** What a seat's token proves: who took this seat of this match. */
export interface Holding {
  readonly match: string;
  readonly seat: string;
  /** New each time the seat is taken by somebody else. */
  readonly holder: string;
}

/** Who sits where. What everybody may know of it is written into the synced seats at once. */
export class SeatTable {
  readonly #match: string;
  readonly #synced: MapSchema<SeatState>;
  readonly #holders = new Map<string, string>();
  readonly #bots = new Map<string, BotKind>();

  constructor(match: string, seats: readonly string[], synced: MapSchema<SeatState>) {
    this.#match = match;
    this.#synced = synced;
    for (const seat of seats) synced.set(seat, new SeatState());
  }

  /** Seats that nobody has taken. */
  get open(): number {
    return this.all.filter(([, { kind }]) => kind === "open").length;
  }

  /** Every seat in turn order. */
  get all(): [string, SeatState][] {
    return [...this.#synced.entries()];
  }

  /**
   * A person takes an open seat.
   * @param wished the seat wished for; left out: the first open one in turn order
   * @throws `Refused` with `unknown-seat`, `seat-taken` or `match-full`
   */
  take(name: string, wished?: string | null): Holding {
    const seat = wished ?? this.#firstOpen();
    const state = this.#find(seat);
    if (state.kind !== "open") throw refused("seat-taken");
    state.kind = "human";
    state.name = name;
    const holder = nanoid();
    this.#holders.set(seat, holder);
    return { match: this.#match, seat, holder };
  }

  /** A bot takes the first open seat. */
  takeForBot(kind: BotKind): void {
    const seat = this.#firstOpen();
    const state = this.#find(seat);
    state.kind = "bot";
    state.name = `${kind} bot`;
    state.connected = true;
    this.#bots.set(seat, kind);
  }

  /** Gives a seat back: it is open again, and its old token worth nothing. */
  release(seat: string): void {
    this.#synced.set(seat, new SeatState());
    this.#holders.delete(seat);
  }

  /**
   * The seat is held as the token says.
   * @throws `Refused` with `bad-token`
   */
  verify({ match, seat, holder }: Holding): void {
    if (match !== this.#match || this.#holders.get(seat) !== holder) throw refused("bad-token");
  }

  /** Somebody is connected to the seat, or nobody is. */
  setConnected(seat: string, connected: boolean): void {
    this.#find(seat).connected = connected;
  }

  /** Makes a seat local to a temple. */
  bind(seat: string, temple: string, templeOnline: boolean): void {
    this.#find(seat).assign({ temple, templeOnline });
  }

  /** Ends that. Returns the temple; `""`: it was local to none. */
  unbind(seat: string): string {
    const state = this.#find(seat);
    const { temple } = state;
    state.assign({ temple: "", templeOnline: false });
    return temple;
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
    return this.all.some(([, { templeOnline }]) => templeOnline);
  }

  /** The seats of people who are neither connected nor present by their temple. */
  get away(): string[] {
    const isAway = ({ kind, connected, templeOnline }: SeatState) =>
      kind === "human" && !connected && !templeOnline;
    return this.all.filter(([, state]) => isAway(state)).map(([seat]) => seat);
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

  #firstOpen(): string {
    const open = this.all.find(([, { kind }]) => kind === "open");
    if (!open) throw refused("match-full");
    return open[0];
  }
}
