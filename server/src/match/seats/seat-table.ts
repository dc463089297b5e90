import type { MapSchema } from "@colyseus/schema";
import { type BotKind, isPlayer, SeatState } from "@flower-war/protocol";
import type { BySlot } from "@flower-war/protocol/temple";
import { refuse } from "../../refusal.ts";
import type { Player, SeatFact, SeatTaken } from "../../storage/journal/facts.ts";
import type { Origin, Person } from "./person.ts";
import { Seals } from "./seals.ts";
import type { SeatClaim } from "./seat-claim.ts";
import { Barred, SeatHolders } from "./seat-holders.ts";

/**
 * The seats of a match: who sits there, as the match's facts say (`apply`), and who is present, which is transient and
 * never journaled. Writes the public part into the synced seats at once.
 */
export class SeatTable {
  /** The holders of the seats. */
  readonly holders: SeatHolders;
  /** The seats' seals, until the match begins. */
  readonly seals = new Seals();
  readonly #synced: MapSchema<SeatState>;
  /** The same as a list: it is read several times a command. */
  #all: readonly (readonly [string, SeatState])[] = [];
  readonly #bots = new Map<string, BotKind>();
  /** The seats whose players gave a nonce of their own. */
  readonly #nonceGivers = new Set<string>();
  /** Where the players of seats connected from. Neither journaled nor synced. */
  readonly #addresses = new Map<string, string>();
  /** The people who withheld a nonce. */
  readonly barred = new Barred();
  /** The seats whose leaving failed: they count as empty, whatever their temple says. */
  readonly #failedLeaves = new Set<string>();
  /** The host's seat; `null`: there is no host. */
  #host: string | null = null;
  #areNoncesFixed = false;

  constructor(match: string, seats: readonly string[], synced: MapSchema<SeatState>) {
    this.holders = new SeatHolders(match);
    this.#synced = synced;
    for (const seat of seats) synced.set(seat, new SeatState());
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
    return this.#where((_, seat) => this.botIn(seat) !== null);
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
  #where(isWanted: (state: SeatState, seat: string) => boolean): string[] {
    return this.all.filter(([seat, state]) => isWanted(state, seat)).map(([seat]) => seat);
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

  /** The next host because the host is not present: the first person who is; `null`: no change. */
  get successor(): string | null {
    const { away, humans } = this;
    if (this.#host !== null && !away.includes(this.#host)) return null;
    return humans.find((seat) => !away.includes(seat)) ?? null;
  }

  /** Applies a journaled fact. */
  apply(fact: SeatFact): void {
    if (this.seals.areFixed && this.#changesWhoSits(fact)) this.#reopenSeals();
    switch (fact.type) {
      case "seat-taken":
        this.#seatPerson(fact);
        this.holders.set(fact.seat, fact.holder);
        if (this.#host === null && !fact.bot) this.#setHost(fact.seat);
        return;
      case "bot-seated":
        this.#seatBot(fact.seat, fact.kind);
        return;
      case "seat-left":
        // The seat is open again, and its old token invalid.
        if (fact.withheld)
          this.barred.add({ ...this.originOf(fact.seat), holder: this.holders.of(fact.seat) ?? "" });
        this.#empty(fact.seat);
        if (this.#host === fact.seat) this.#setHost(this.humans[0] ?? null);
        return;
      case "seat-moved":
        this.#move(fact.seat, fact.to);
        return;
      case "host-changed":
        this.#setHost(fact.seat);
        return;
      case "seal":
        return this.seals.give(fact.seat, { seal: fact.seal, key: fact.key });
      case "seals-fixed":
        return this.seals.fix(fact.format ?? 2, fact.absent ?? []);
      case "nonce":
        this.#get(fact.seat).nonce = fact.nonce;
        this.#nonceGivers.add(fact.seat);
    }
  }

  #changesWhoSits(fact: SeatFact): boolean {
    if (fact.type === "seat-taken") return !this.isPerson(fact.seat);
    return fact.type === "bot-seated" || fact.type === "seat-left" || fact.type === "seat-moved";
  }

  /** Returns by whom and from where a seat was taken. */
  originOf(seat: string): Origin {
    return { player: this.personIn(seat).player, address: this.addressIn(seat) ?? "" };
  }

  /** Makes all seals void, and the nonces that were revealed: each is chosen anew before others are known. */
  #reopenSeals(): void {
    for (const seat of this.seals.reopen()) {
      this.#get(seat).nonce = "";
      this.#nonceGivers.delete(seat);
    }
  }

  /** A player who replaces a bot in a match that has begun keeps its nonce: the dice are fixed. */
  #seatPerson({ seat, name, player = "", bot }: SeatTaken): void {
    const state = this.#get(seat);
    if (this.#bots.delete(seat)) {
      state.assign({ connected: false, ready: false });
      if (!this.#areNoncesFixed) state.nonce = "";
    }
    // The holder of a new token may be another client, which cannot reveal the nonce.
    if (!this.seals.areFixed) this.seals.remove(seat);
    if (state.player !== player || state.name !== name) this.#addresses.delete(seat);
    if (bot) state.assign({ kind: "bot-account", name, player, ready: true });
    else state.assign({ kind: "human", name, player });
  }

  /** A bot that replaces a person in a match that has begun keeps their nonce: the dice are fixed. */
  #seatBot(seat: string, kind: BotKind): void {
    const state = this.#get(seat);
    state.assign({ kind: "bot", name: `${kind} bot`, connected: true, ready: true, player: "" });
    if (!this.#areNoncesFixed) state.nonce = seat;
    this.holders.remove(seat);
    this.#addresses.delete(seat);
    this.#bots.set(seat, kind);
    if (this.#host === seat) this.#setHost(this.humans[0] ?? null);
  }

  #empty(seat: string): void {
    this.#synced.set(seat, new SeatState());
    this.#list();
    this.#bots.delete(seat);
    this.holders.remove(seat);
    this.seals.remove(seat);
    this.#addresses.delete(seat);
    this.#nonceGivers.delete(seat);
    this.#failedLeaves.delete(seat);
  }

  #move(seat: string, to: string): void {
    const { kind, name, nonce, connected, ready, player } = this.#get(seat);
    const bot = this.#bots.get(seat);
    const [gaveNonce, isHost] = [this.#nonceGivers.has(seat), this.#host === seat];
    const address = this.addressIn(seat);
    this.holders.move(seat, to);
    this.seals.move(seat, to);
    this.#empty(seat);
    this.#get(to).assign({ kind, name, nonce: bot === undefined ? nonce : to, connected, ready, player });
    if (bot !== undefined) this.#bots.set(to, bot);
    if (gaveNonce) this.#nonceGivers.add(to);
    if (address !== null) this.setAddress(to, address);
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
      ([seat, { nonce, connected }]) => nonce !== "" || (this.seals.of(seat) !== null && connected),
    );
  }

  /** The seats with a seal whose players are not connected. */
  get absentSealers(): string[] {
    return this.#where(({ connected }, seat) => this.seals.of(seat) !== null && !connected);
  }

  /** The seats with a seal whose nonces are not revealed. */
  get unrevealed(): string[] {
    return this.#where(({ nonce }, seat) => this.seals.of(seat) !== null && nonce === "");
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
      const seal = this.seals.of(seat);
      const from = seal !== null || this.#nonceGivers.has(seat) ? "player" : "stand-in";
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
    this.seals.clear();
    for (const [i, [, state]] of this.all.entries()) state.nonce = players[i]?.nonce ?? "";
  }

  /**
   * Blocks the seat of a player who leaves for good until that is journaled.
   * @param left resolves when it is
   */
  async blockUntil(seat: string, left: Promise<void>): Promise<void> {
    try {
      await this.holders.blockUntil(seat, left);
    } catch (error) {
      if (!this.#get(seat).connected) this.#failedLeaves.add(seat);
      throw error;
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
    const own = this.people.filter((seat) => this.personIn(seat).player === player);
    const claims = own.filter((seat) => preferred === null || seat === preferred).map(this.holders.claimTo);
    return claims.find((claim) => claim !== null) ?? null;
  }

  /** Returns where the player of a seat last connected from; `null`: not since this process has the match. */
  addressIn(seat: string): string | null {
    return this.#addresses.get(seat) ?? null;
  }

  /** Notes where the player of a seat connects from. */
  setAddress(seat: string, address: string): void {
    this.#addresses.set(seat, address);
  }

  /** Shows that a seat has signed the head of its chain after entry `n`. */
  setSigned(seat: string, n: number): void {
    const state = this.#get(seat);
    state.signed = Math.max(state.signed, n);
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
    return this.all.some(([seat]) => this.#isPresentByTemple(seat));
  }

  /** The seats of people and bot accounts who are neither connected nor present by their temple. */
  get away(): string[] {
    return this.#where(
      ({ kind, connected }, seat) => isPlayer(kind) && !connected && !this.#isPresentByTemple(seat),
    );
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
