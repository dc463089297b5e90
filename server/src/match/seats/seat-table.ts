import type { MapSchema } from "@colyseus/schema";
import { type BotKind, isPlayer, type MatchDetails, type Seal, SeatState } from "@flower-war/protocol";
import { botNameOf } from "@flower-war/protocol/players";
import { formatBotName } from "@flower-war/protocol/server";
import { networkOf, siteOf } from "@flower-war/protocol/sockets";
import type { BySlot } from "@flower-war/protocol/temple";
import type { Game, GameTypes } from "@flower-war/rules";
import { refuse } from "../../refusal.ts";
import type { MatchPlan, Player, SeatFact, SeatTaken } from "../../storage/journal/facts.ts";
import type { Barrable } from "./barred.ts";
import type { Person } from "./person.ts";
import type { SeatClaim } from "./seat-claim.ts";

/** How long a seat waits for a client that has not connected to it. */
interface Arrival {
  /** ms since 1970 */
  readonly until: number;
  /** From where the seat was taken. */
  readonly address: string;
}

/** Data of a seat's holder besides the synced state. It moves with them to another seat. */
interface Sitter {
  /** The holder of a person's seat; `null`: a bot sits there, or the seat is open. */
  holder: string | null;
  /** `null`: no bot sits there. */
  bot: BotKind | null;
  /** The seal of the nonce, until the match begins; `null`: it is void, and another has to be given; `undefined`: none was given. */
  seal: Seal | null | undefined;
  /** Whether the nonce is the player's own. */
  gaveNonce: boolean;
  /** Where they took the seat or connected from last. Neither journaled nor synced. */
  address: string | null;
  /** Until when a stranger who has taken the seat may connect to it; `null`: it is kept for as long as any other. Not journaled. */
  arrival: Arrival | null;
  /** Whether they are leaving for good, which is not journaled yet. */
  isLeaving: boolean;
  /** Whether leaving failed: they count as gone, whatever their temple says. */
  hasFailedToLeave: boolean;
  /** The numbers of the entries whose heads they have signed. */
  signed?: Set<number>;
}

/** The seats of a game. */
type SeatsOfGame = Pick<Game<GameTypes>, "seats" | "seatsFor">;

const NO_SITTER: Sitter = {
  holder: null,
  bot: null,
  seal: undefined,
  gaveNonce: false,
  address: null,
  arrival: null,
  isLeaving: false,
  hasFailedToLeave: false,
};

/**
 * The seats of a match: who sits there, as the match's facts say (`apply`), and who is present, which is transient and
 * never journaled. Writes the public part into the synced seats at once. Every player seals a nonce before any of them reveals it
 * (docs/fair-dice.md).
 */
export class SeatTable {
  readonly #match: string;
  /** All seats that the game can have. */
  readonly #ofGame: readonly string[];
  readonly #synced: MapSchema<SeatState>;
  /** The same as a list: it is read several times a command. */
  #all: readonly (readonly [string, SeatState])[] = [];
  readonly #sitters = new Map<string, Sitter>();
  /** Holders that have held a seat and hold none now. */
  readonly #former = new Set<string>();
  /** The host's seat; `null`: there is no host. */
  #host: string | null = null;
  readonly #hasHost: boolean;
  #sealFormat: 2 | 3 | 4 | null = null;
  #areNoncesFixed = false;

  constructor(
    { match, seats, tournament }: Pick<MatchPlan, "match" | "seats" | "tournament">,
    game: SeatsOfGame,
    synced: MapSchema<SeatState>,
  ) {
    this.#match = match;
    this.#hasHost = tournament === undefined;
    this.#ofGame = game.seatsFor(game.seats.max);
    this.#synced = synced;
    for (const seat of game.seatsFor(seats)) this.#open(seat);
    this.#list();
  }

  /** Open seats, in turn order. */
  get open(): string[] {
    return this.#where(({ kind }) => kind === "open");
  }

  /** Taken seats, in turn order. */
  get taken(): string[] {
    return this.#where(({ kind }) => kind !== "open");
  }

  /** Seats of bots, in turn order. */
  get bots(): string[] {
    return this.#where((_, { bot }) => bot !== null);
  }

  /** Every seat in turn order. */
  get all(): readonly (readonly [string, SeatState])[] {
    return this.#all;
  }

  /** The seats of people, and of bot accounts, which play like them, in turn order. */
  get people(): string[] {
    return this.#where(({ kind }) => isPlayer(kind));
  }

  /** The seats of bot accounts, in turn order. */
  get botAccounts(): string[] {
    return this.#where(({ kind }) => kind === "bot-account");
  }

  /** The seats of people alone, in turn order: only they host a table. */
  get humans(): string[] {
    return this.#where(({ kind }) => isPlayer(kind) && kind !== "bot-account");
  }

  /** Returns the seats of which this is true, in turn order. */
  #where(isWanted: (state: SeatState, sitter: Sitter) => boolean): string[] {
    return this.#all.filter(([seat, state]) => isWanted(state, this.#in(seat))).map(([seat]) => seat);
  }

  /**
   * Chooses a free seat.
   * @param preferred `null`: the first open one in turn order, else the first replaceable one
   * @param replaceable seats that may be taken though a bot has them
   * @throws `RefusalError` with `unknown-seat`, `seat-taken` or `match-full`
   */
  choose(preferred: string | null, replaceable: readonly string[] = []): string {
    const seat = preferred ?? this.open[0] ?? replaceable[0];
    if (seat === undefined) throw refuse("match-full");
    if (!this.isOpen(seat) && !replaceable.includes(seat)) throw refuse("seat-taken");
    return seat;
  }

  /** Whether a seat is open. @throws `RefusalError` with `unknown-seat` */
  isOpen(seat: string): boolean {
    return this.#get(seat).kind === "open";
  }

  /** Whether a person or a bot account has a seat. @throws `RefusalError` with `unknown-seat` */
  isPerson(seat: string): boolean {
    return isPlayer(this.#get(seat).kind);
  }

  /** Whether a bot account has a seat. @throws `RefusalError` with `unknown-seat` */
  isBotAccount(seat: string): boolean {
    return this.#get(seat).kind === "bot-account";
  }

  /** Whether the player of a seat hosts the table. */
  isHost(seat: string): boolean {
    return this.#host === seat;
  }

  /** The host's name; `null`: there is no host. */
  get host(): string | null {
    return this.#host === null ? null : this.nameOf(this.#host);
  }

  /** Whether one of these players has a seat. */
  hasAny(players: readonly string[]): boolean {
    return this.#all.some(([, { player }]) => players.includes(player));
  }

  /** The next host if the host is not present: the first present person; `null`: no change. */
  get successor(): string | null {
    const { away, humans } = this;
    if (!this.#hasHost) return null;
    if (this.#host !== null && !away.includes(this.#host)) return null;
    return humans.find((seat) => !away.includes(seat)) ?? null;
  }

  /** Applies a journaled fact. */
  apply(fact: SeatFact): void {
    if (this.areSealsFixed && this.#changesWhoSits(fact)) this.#reopenSeals();
    switch (fact.type) {
      case "seat-taken":
        this.#seatPerson(fact);
        if (this.#hasHost && this.#host === null && !fact.bot) this.#setHost(fact.seat);
        return;
      case "bot-seated":
        this.#seatBot(fact.seat, fact.kind);
        return;
      case "seat-left":
        // The seat is open again, and its old token invalid.
        this.#dismiss(fact.seat);
        this.#open(fact.seat);
        this.#list();
        if (this.#host === fact.seat) this.#setHost(this.humans[0] ?? null);
        return;
      case "seat-moved":
        this.#move(fact.seat, fact.to);
        return;
      case "host-changed":
        this.#setHost(fact.seat);
        return;
      case "seal":
        this.#in(fact.seat).seal = { seal: fact.seal, key: fact.key };
        return;
      case "seals-fixed":
        for (const seat of fact.absent ?? []) this.#in(seat).seal = undefined;
        this.#sealFormat = fact.format ?? 2;
        return;
      case "nonce":
        this.#get(fact.seat).nonce = fact.nonce;
        this.#in(fact.seat).gaveNonce = true;
    }
  }

  #changesWhoSits(fact: SeatFact): boolean {
    if (fact.type === "seat-taken") return !this.isPerson(fact.seat);
    return fact.type === "bot-seated" || fact.type === "seat-left" || fact.type === "seat-moved";
  }

  /** Returns by whom and from where a seat was taken. */
  originOf(seat: string): Barrable {
    const holder = this.#in(seat).holder;
    const origin = { player: this.personIn(seat).player, address: this.addressIn(seat) ?? "" };
    return holder === null ? origin : { ...origin, holder };
  }

  /** Makes all seals void, and the nonces that were revealed: each is chosen anew before others are known. */
  #reopenSeals(): void {
    for (const seat of this.#where((_, { seal }) => Boolean(seal))) {
      this.#get(seat).nonce = "";
      Object.assign(this.#in(seat), { seal: null, gaveNonce: false });
    }
    this.#sealFormat = null;
  }

  /** A player who replaces a bot in a match that has begun keeps its nonce: the dice are fixed. */
  #seatPerson({ seat, name, player = "", holder, bot }: SeatTaken): void {
    const state = this.#get(seat);
    const sitter = this.#in(seat);
    if (sitter.bot !== null) {
      sitter.bot = null;
      state.assign({ connected: false, ready: false });
      if (!this.#areNoncesFixed) state.nonce = "";
    }
    // The holder of a new token may be another client, which cannot reveal the nonce.
    if (!this.areSealsFixed) sitter.seal = undefined;
    if (state.player !== player || state.name !== name) sitter.address = null;
    if (bot) state.assign({ kind: "bot-account", name, player, ready: true });
    else state.assign({ kind: "human", name, player });
    this.#dismiss(seat);
    sitter.holder = holder;
    this.#former.delete(holder);
  }

  /** A bot that replaces a person in a match that has begun keeps their nonce: the dice are fixed. */
  #seatBot(seat: string, kind: BotKind): void {
    const state = this.#get(seat);
    state.assign({ kind: "bot", name: this.#botName(seat, kind), connected: true, ready: true, player: "" });
    if (!this.#areNoncesFixed) state.nonce = seat;
    this.#dismiss(seat);
    Object.assign(this.#in(seat), { holder: null, address: null, bot: kind });
    if (this.#host === seat) this.#setHost(this.humans[0] ?? null);
  }

  #botName(seat: string, kind: BotKind): string {
    return formatBotName(botNameOf(this.#match, seat, this.#ofGame), kind);
  }

  /** Notes that the holder of a seat, if there is one, has it no longer. */
  #dismiss(seat: string): void {
    const { holder } = this.#in(seat);
    if (holder !== null) this.#former.add(holder);
  }

  #open(seat: string): void {
    this.#synced.set(seat, new SeatState());
    this.#sitters.set(seat, { ...NO_SITTER });
  }

  #move(seat: string, to: string): void {
    const { kind, name: called, nonce, connected, ready, player } = this.#get(seat);
    const sitter = this.#in(seat);
    const name = sitter.bot === null ? called : this.#botName(to, sitter.bot);
    const isHost = this.#host === seat;
    this.#open(seat);
    this.#list();
    this.#sitters.set(to, Object.assign(sitter, { hasFailedToLeave: false }));
    const moved = { kind, name, nonce: sitter.bot === null ? nonce : to, connected, ready, player };
    this.#get(to).assign(moved);
    if (isHost) this.#setHost(to);
  }

  /** @param host `null`: none */
  #setHost(host: string | null): void {
    this.#host = host;
    for (const [seat, state] of this.all) state.host = seat === host;
  }

  /** Says whether a player is ready. */
  setReady(seat: string, ready: boolean): void {
    this.#get(seat).ready = ready;
  }

  /** Whether all seated players are ready. */
  get areReady(): boolean {
    return this.all.every(([, { kind, ready }]) => kind === "open" || ready);
  }

  /** Removes the seats with which the match did not begin. */
  keep(seats: readonly string[]): void {
    for (const [seat] of this.all) if (!seats.includes(seat)) this.#synced.delete(seat);
    this.#list();
  }

  #list(): void {
    this.#all = [...this.#synced.entries()];
  }

  /** Returns the nonce of a taken seat; `""`: none yet. @throws `RefusalError` with `bad-token` if the seat is open */
  nonceOf(seat: string): string {
    const { kind, nonce } = this.#get(seat);
    if (kind === "open") throw refuse("bad-token");
    return nonce;
  }

  /** Whether every seat has sealed its nonce and is connected, or has a nonce that was given openly. */
  get areSealed(): boolean {
    return this.all.every(
      ([seat, { nonce, connected }]) => nonce !== "" || (this.sealIn(seat) !== null && connected),
    );
  }

  /** The seats with a seal whose players are not connected. */
  get absentSealers(): string[] {
    return this.#where(({ connected }, { seal }) => Boolean(seal) && !connected);
  }

  /** The seats with a seal whose nonces are not revealed. */
  get unrevealed(): string[] {
    return this.#where(({ nonce }, { seal }) => Boolean(seal) && nonce === "");
  }

  /** Whether every sealed seat has revealed its nonce. */
  get areRevealed(): boolean {
    return this.unrevealed.length === 0;
  }

  /**
   * The players of a match that begins when all nonces are revealed: a seat that has neither a seal nor a nonce gets its id as one
   * (docs/fair-dice.md).
   */
  get players(): Player[] {
    const taken = this.all.filter(([, { kind }]) => kind !== "open");
    return taken.map(([seat, { kind, name, nonce }]) => {
      if (kind === "bot") return { kind: "bot", name, nonce, from: "bot" };
      const { seal, gaveNonce } = this.#in(seat);
      const from = seal || gaveNonce ? "player" : "stand-in";
      return {
        kind: "human",
        name,
        nonce: nonce || seat,
        from,
        ...(seal && { seal: seal.seal }),
        ...(seal?.key && { key: seal.key }),
        ...(kind === "bot-account" && { bot: true }),
      };
    });
  }

  /** The same, with the ids of those who are known here. */
  get knownPlayers(): (Player & { readonly id?: string })[] {
    const taken = this.taken.map((seat) => this.personIn(seat).player);
    return this.players.map((player, i) => ({ ...player, ...(taken[i] && { id: taken[i] }) }));
  }

  /** Shows the nonces with which the match began. */
  setNonces(players: readonly Player[]): void {
    this.#areNoncesFixed = true;
    this.#sealFormat = null;
    for (const sitter of this.#sitters.values()) sitter.seal = undefined;
    for (const [i, [, state]] of this.all.entries()) state.nonce = players[i]?.nonce ?? "";
  }

  /** Whether no further seal is accepted, and the nonces are revealed. */
  get areSealsFixed(): boolean {
    return this.#sealFormat !== null;
  }

  /** In which format the match begins whose seals are fixed; `null`: they are not. */
  get sealFormat(): 2 | 3 | 4 | null {
    return this.#sealFormat;
  }

  /** The public seals by seat. */
  get publicSeals(): MatchDetails["seals"] {
    const sealed = this.#all.flatMap(([seat]) => {
      const seal = this.sealIn(seat);
      return seal ? [[seat, seal.seal] as const] : [];
    });
    return Object.fromEntries(sealed);
  }

  /** Returns the seal of a seat; `null`: it has none that counts. */
  sealIn(seat: string): Seal | null {
    return this.#in(seat).seal ?? null;
  }

  /** Whether a seat's holder seals their nonces: they give none openly, even while their seal is void. */
  isSealer(seat: string): boolean {
    return this.#in(seat).seal !== undefined;
  }

  /** Returns a valid claim as `find`. @throws `RefusalError` with `bad-token` */
  verify(claim: SeatClaim): SeatClaim {
    const found = this.find(claim);
    if (!found) throw refuse("bad-token");
    return found;
  }

  /** Returns a claim with the seat that its holder has now: they may have moved. `null`: it is not valid. */
  find({ match, holder }: Pick<SeatClaim, "match" | "holder">): SeatClaim | null {
    if (match !== this.#match) return null;
    for (const [seat, sitter] of this.#sitters)
      if (sitter.holder === holder && !sitter.isLeaving) return { match, seat, holder };
    return null;
  }

  /** Returns the same for a holder; `null`: they have no seat. */
  findHolder(holder: string): SeatClaim | null {
    return this.find({ match: this.#match, holder });
  }

  /** Whether a seat's holder is this one, and is not leaving. */
  isHeldBy(seat: string, holder: string): boolean {
    return this.findHolder(holder)?.seat === seat;
  }

  /** Whether a holder has left a seat, or is leaving it: who asks for one as this holder again does so too late. */
  isFormer(holder: string): boolean {
    return (
      this.#former.has(holder) ||
      [...this.#sitters.values()].some((sitter) => sitter.isLeaving && sitter.holder === holder)
    );
  }

  /** Whether a player is leaving a seat for good. */
  get anyLeaving(): boolean {
    return [...this.#sitters.values()].some(({ isLeaving }) => isLeaving);
  }

  /**
   * Makes claims to a seat invalid while its player leaves for good. Rejects if that fails.
   * @param leave resolves when it is journaled; calls `unblock` when it has failed, before anything else is done at the table
   */
  async blockWhile(seat: string, leave: (unblock: () => void) => Promise<void>): Promise<void> {
    const sitter = this.#in(seat);
    const unblock = () => void (sitter.isLeaving = false);
    sitter.isLeaving = true;
    try {
      await leave(unblock);
    } catch (error) {
      if (!this.#get(seat).connected) sitter.hasFailedToLeave = true;
      throw error;
    } finally {
      unblock();
    }
  }

  /** @throws `RefusalError` with `unknown-seat` */
  nameOf(seat: string): string {
    return this.#get(seat).name;
  }

  /** Returns who has the seat of a person. @throws `RefusalError` with `unknown-seat` */
  personIn(seat: string): Person {
    const { kind, name, player } = this.#get(seat);
    return { name, player: player === "" ? null : player, isBot: kind === "bot-account" };
  }

  /**
   * Returns the claim to a seat that this player has; `null`: they have none.
   * @param preferred `null`: the first that they have, in turn order
   */
  claimOf(player: string, preferred: string | null): SeatClaim | null {
    const own = this.#where((state, { isLeaving }) => state.player === player && !isLeaving);
    const seat = preferred === null ? own[0] : own.find((each) => each === preferred);
    const holder = seat === undefined ? null : this.#in(seat).holder;
    return seat === undefined || holder === null ? null : { match: this.#match, seat, holder };
  }

  /** Returns where the player of a seat took it or last connected from; `null`: neither since this process has the match. */
  addressIn(seat: string): string | null {
    return this.#in(seat).address;
  }

  /** The seats of people who last came from one network, or one site of IPv6: for each with several, in turn order. */
  get inSameNetwork(): string[][] {
    const known = this.people.flatMap((seat) => {
      const address = this.addressIn(seat) ?? "";
      return address === "" ? [] : [{ seat, network: siteOf(address) ?? networkOf(address) }];
    });
    const byNetwork = Map.groupBy(known, ({ network }) => network);
    return [...byNetwork.values()]
      .filter(({ length }) => length > 1)
      .map((seats) => seats.map(({ seat }) => seat));
  }

  /** Notes where the player of a seat takes it or connects from. */
  setAddress(seat: string, address: string): void {
    this.#in(seat).address = address;
  }

  /** Shows that a seat has signed the head of its chain after entry `n`. */
  setSigned(seat: string, n: number): void {
    const state = this.#get(seat);
    state.signed = Math.max(state.signed, n);
    const sitter = this.#in(seat);
    sitter.signed = (sitter.signed ?? new Set()).add(n);
  }

  /** Whether a seat has signed the head after entry `n`. */
  hasSigned(seat: string, n: number): boolean {
    return this.#in(seat).signed?.has(n) ?? false;
  }

  /** Notes that an unconnected stranger has taken a seat. */
  expect(seat: string, arrival: Arrival): void {
    if (!this.#get(seat).connected) this.#in(seat).arrival = arrival;
  }

  /** Returns until when a stranger may connect to a seat, ms since 1970; `null`: the seat does not wait for one. */
  expectedUntil(seat: string): number | null {
    return this.#sitters.get(seat)?.arrival?.until ?? null;
  }

  /** Notes that a seat waits for a stranger no longer. Returns from where they took it; `null`: it did not wait. */
  endArrival(seat: string): string | null {
    const sitter = this.#in(seat);
    const { arrival } = sitter;
    sitter.arrival = null;
    return arrival?.address ?? null;
  }

  /** Marks a seat as connected or not. */
  setConnected(seat: string, connected: boolean): void {
    this.#get(seat).connected = connected;
    if (connected) this.#in(seat).hasFailedToLeave = false;
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
    return this.#where((state) => state.temple === temple);
  }

  /** Whether some seat is local to a temple. */
  get anyLocal(): boolean {
    return this.all.some(([, { temple }]) => temple !== "");
  }

  /** Whether some person is connected, or present by their temple; a table of bot accounts alone is deserted. */
  get anyPresent(): boolean {
    const { away } = this;
    return this.humans.some((seat) => !away.includes(seat));
  }

  /** Whether some seat is local to an online temple: it counts as present (temple protocol N-9). */
  get anyPresentByTemple(): boolean {
    return this.#all.some(([seat, state]) => isPresentByTemple(state, this.#in(seat)));
  }

  /** The seats of people and bot accounts who are neither connected nor present by their temple. */
  get away(): string[] {
    return this.#where(
      (state, sitter) => isPlayer(state.kind) && !state.connected && !isPresentByTemple(state, sitter),
    );
  }

  /** Returns the kind of the bot in this seat; `null`: no bot. */
  botIn(seat: string): BotKind | null {
    return this.#sitters.get(seat)?.bot ?? null;
  }

  /** @throws `RefusalError` with `unknown-seat` */
  #get(seat: string): SeatState {
    const state = this.#synced.get(seat);
    if (!state) throw refuse("unknown-seat", { field: "seat" });
    return state;
  }

  /** @throws `RefusalError` with `unknown-seat` */
  #in(seat: string): Sitter {
    const sitter = this.#sitters.get(seat);
    if (!sitter) throw refuse("unknown-seat", { field: "seat" });
    return sitter;
  }
}

function isPresentByTemple({ templeOnline }: SeatState, { hasFailedToLeave }: Sitter): boolean {
  return templeOnline && !hasFailedToLeave;
}
