import type { MatchState } from "@flower-war/protocol";
import type { Slot } from "@flower-war/protocol/temple";
import type { Game, GameTypes, RecordEntry } from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import { Queue } from "../queue.ts";
import { newId, type Random } from "../random.ts";
import { type RefusalError, refuse } from "../refusal.ts";
import type { Begun, ClockFact, Created, StoredFact, MatchPlan, SeatFact } from "../storage/journal/facts.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import { createdOf, headerOf, resultOf } from "../storage/journal/record.ts";
import { beginMatch } from "./new-match.ts";
import { newState, Projection } from "./outbound/projection.ts";
import { Referee, type Submission } from "./referee.ts";
import type { SeatClaim } from "./seats/seat-claim.ts";
import { SeatTable } from "./seats/seat-table.ts";
import type { MatchServices } from "./services.ts";
import type { Submitted } from "./temples/contract.ts";
import { TempleView } from "./temples/temple-view.ts";
import { clockCommandId, MatchClocks } from "./timing/match-clocks.ts";
import { Substitute } from "./timing/substitute.ts";

/** Is called when something happened in a match and the synced state shows it. */
export interface MatchListener {
  /** Something changed that is not an entry: a seat, a player's presence, or that the match has begun. */
  changed(): void;
  entered(entry: RecordEntry<GameTypes>): void;
}

/** One match: its seats, its referee, and its synced state, which always shows both. It knows no sockets. */
export class Match<T extends GameTypes = GameTypes> {
  readonly plan: MatchPlan;
  readonly state: MatchState;
  readonly seats: SeatTable;
  readonly clocks: MatchClocks;
  readonly templeView: TempleView<T>;
  readonly #hosted: HostedGame<T>;
  readonly #log: MatchLog;
  readonly #random: Random;
  readonly #substitute: Substitute<T>;
  readonly #projection: Projection<T>;
  readonly #listener: MatchListener;
  readonly #created: Created & { readonly at: number };
  readonly #queue = new Queue();
  #referee: Referee<T> | null = null;

  /**
   * Restores a match from its log.
   * @param facts all facts of the log
   */
  constructor(
    facts: readonly StoredFact[],
    log: MatchLog,
    hosted: HostedGame<T>,
    { bots, random }: Pick<MatchServices, "bots" | "random">,
    listener: MatchListener,
  ) {
    const created = createdOf(facts);
    const { plan, secret } = created;
    this.plan = plan;
    this.#created = created;
    this.#log = log;
    this.#hosted = hosted;
    this.#random = random;
    this.#listener = listener;
    this.state = newState(hosted, created);
    this.clocks = new MatchClocks(plan.clock, this.state);
    this.seats = new SeatTable(plan.match, hosted.game.seatsFor(plan.seats), this.state.seats);
    this.#projection = new Projection(hosted, this.state, secret);
    this.templeView = new TempleView(hosted, this.state, () => this.#referee?.state ?? null);
    this.#substitute = new Substitute(plan, hosted, { bots, random }, this.seats, this.clocks);
    for (const fact of facts) this.#restore(fact);
    if (this.#referee) this.#show(this.#referee.n);
  }

  get game(): Game<T> {
    return this.#hosted.game;
  }

  get isOver(): boolean {
    return this.state.status === "over";
  }

  /**
   * Gives a person a seat.
   * @param preferred `null`: the first open one
   * @throws `RefusalError` with `unknown-seat`, `seat-taken` or `match-full`
   */
  takeSeat(name: string, preferred: string | null): Promise<SeatClaim> {
    return this.#queue.run(async () => {
      const seat = this.seats.choose(preferred);
      const holder = newId(this.#random);
      await this.#recordSeat({ type: "seat-taken", seat, name, holder });
      return { match: this.plan.match, seat, holder };
    });
  }

  /**
   * Replaces a seat's holder id: tokens with earlier ones become invalid. A repeated call changes nothing.
   * @throws `RefusalError` with `bad-token`
   */
  renewSeat(claim: SeatClaim, holder: string): Promise<SeatClaim> {
    return this.#queue.run(async () => {
      const renewed = { ...claim, holder };
      if (this.seats.isValid(renewed)) return renewed;
      this.seats.verify(claim);
      await this.#recordSeat({
        type: "seat-taken",
        seat: claim.seat,
        name: this.seats.nameOf(claim.seat),
        holder,
      });
      return renewed;
    });
  }

  /**
   * Opens the seat of a player who left for good, while the match has not begun; later the seat stays taken.
   * @param unpaired resolves when the seat is local to no temple: it opens after that
   */
  async leaveSeat(seat: string, unpaired: Promise<void>): Promise<void> {
    if (this.#referee) return unpaired;
    const left = unpaired.then(() =>
      this.#queue.run(async () => {
        if (!this.#referee) await this.#recordSeat({ type: "seat-left", seat });
      }),
    );
    await this.seats.blockUntil(seat, left);
  }

  /**
   * Adds a player's nonce to the dice; the last missing one begins the match. Returns the nonce that counts, the seat's
   * first. Rejects if the match cannot begin; a repeated call tries again.
   */
  giveNonce(seat: string, nonce: string): Promise<string> {
    return this.#queue.run(async () => {
      if (this.seats.nonceOf(seat) === "") await this.#recordSeat({ type: "nonce", seat, nonce });
      if (this.hasAllNonces) await this.#begin();
      return this.seats.nonceOf(seat);
    });
  }

  /** Whether all seats are taken and nobody is leaving one, but the match has not begun: nonces are missing. */
  get isGathered(): boolean {
    return !this.#referee && this.seats.open.length === 0 && !this.seats.anyLeaving;
  }

  /** Whether the match is gathered and could begin. */
  get hasAllNonces(): boolean {
    return this.isGathered && this.seats.haveNonces;
  }

  /** Begins a gathered match, even without the nonces that are missing. */
  beginWithoutNonces(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.isGathered) await this.#begin();
    });
  }

  /** Ends a match that has not begun and that nobody is in any more. The fact's name in the journal is `given-up`. */
  abandon(): Promise<void> {
    return this.#queue.run(async () => {
      if (!this.#referee) await this.#log.append([{ type: "given-up" }], true);
    });
  }

  /**
   * Rejects everything from now on with `reason`. Resolves when earlier requests and the fact `clock-stopped` are journaled.
   */
  async close(reason: RefusalError): Promise<void> {
    const stopping = this.#queue.run(async () => {
      if (this.clocksAreRunning) await this.#log.append([{ type: "clock-stopped" }]);
    });
    stopping.catch(() => {}); // without this fact, time is given back from the last one on
    await this.#queue.close(reason);
  }

  /** Whether some player's time is counted. */
  get clocksAreRunning(): boolean {
    return this.clocks.current !== null && !this.isOver;
  }

  /**
   * Gives awaited players back the time for which the server was away.
   * @param away returns that time in ms, at the moment from which the clocks run again
   */
  giveTimeBack(away: () => number): Promise<void> {
    return this.#queue.run(async () => {
      if (this.clocksAreRunning) await this.#recordClock({ type: "time-given-back", ms: away() });
    });
  }

  /** Marks a seat's player as present: a seat whose player counted as away is theirs again. */
  async markPresent(seat: string): Promise<void> {
    if (!this.clocks.isAway(seat)) return;
    await this.#queue.run(async () => {
      if (this.clocks.isAway(seat)) await this.#recordClock({ type: "player-back", seat });
    });
  }

  async #recordClock(fact: ClockFact): Promise<void> {
    this.clocks.apply(fact, await this.#log.append([fact]));
    this.#listener.changed();
  }

  async #recordSeat(fact: SeatFact): Promise<void> {
    await this.#log.append([fact]);
    this.seats.apply(fact);
    this.#listener.changed();
  }

  async #begin(): Promise<void> {
    const begun = beginMatch(this.#created.secret, this.seats);
    this.#applyBegun(begun, await this.#log.append([begun]));
    this.#show(0);
    this.#listener.changed();
  }

  /** @param at ms since 1970 */
  #applyBegun(begun: Begun, at: number): void {
    const header = headerOf(this.#created, begun);
    this.seats.setNonces(begun.players);
    this.#referee = new Referee(this.#hosted.game, this.#log, header, this.#queue, {
      onEntry: (entry, playedAt) => {
        if (this.clocks.current) this.clocks.applyCommand(entry, this.#turnState, playedAt);
        this.#show(entry.n);
        this.#listener.entered(entry);
      },
      resultOf: (outcome, entries) =>
        resultOf(this.#created, { ...begun, at }, { outcome, entries, endedAt: this.#log.now() }),
    });
    this.clocks.start(this.seats.people, this.#turnState, at);
  }

  get #turnState() {
    const hosted = this.#hosted;
    const turn = hosted.turnOf?.(hosted.game.view(this.#playing.state, "public")) ?? null;
    return { turn, awaiting: this.#awaited };
  }

  /** The seats that the match waits for. */
  get #awaited(): T["seat"][] {
    return this.#hosted.game.awaiting(this.#playing.state).map(({ seat }) => seat);
  }

  /** Applies a journaled fact of the past. The synced table is written once, after the last. */
  #restore(fact: StoredFact): void {
    switch (fact.type) {
      case "begun":
        this.#applyBegun(fact, fact.at);
        return this.#updateWindow(0);
      case "entry":
        this.#playing.restore(fact.entry as RecordEntry<T>);
        if (this.clocks.current) this.clocks.applyCommand(fact.entry, this.#turnState, fact.at);
        return this.#updateWindow(fact.entry.n);
      case "player-back":
      case "clock-stopped":
      case "time-given-back":
        return this.clocks.apply(fact, fact.at);
      case "created":
      case "given-up":
        return;
      default:
        return this.seats.apply(fact);
    }
  }

  /** Updates who may sacrifice after entry `n`. */
  #updateWindow(n: number): void {
    if (!this.templeView.isSupported) return;
    this.templeView.update(n, this.#hosted.game.view(this.#playing.state, "public"));
  }

  /**
   * Plays a command.
   * @throws `RefusalError` with `match-not-started`
   */
  async submit(submission: Submission): Promise<Submitted> {
    return this.#playing.submit(submission);
  }

  /** Plays the command that a bead in this slot means; `mark` as in `MatchForTemples.dropBead`. */
  async dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted> {
    const command = this.templeView.commandOf(slot);
    await this.markPresent(seat);
    const objection = () => (this.templeView.isOpen(mark) ? null : "late");
    return this.submit({ id, seat, command, objection });
  }

  /** Tells whether the command of this id was accepted, when those before it are done. */
  async hasAccepted(id: string): Promise<boolean> {
    return (await this.#referee?.hasAccepted(id)) ?? false;
  }

  /**
   * Plays for the seat of `seatToPlayFor`: what its bot or substitute chose, or, if that is refused, the game's fallback.
   * Refused as `late` if something else happened meanwhile.
   */
  async playFor(seat: T["seat"]): Promise<Submitted> {
    const { state, n } = this.#playing;
    const id = this.seats.botIn(seat) === null ? clockCommandId(n + 1) : `bot:${newId(this.#random)}`;
    const objection = () => (this.#playing.state === state && this.#mustPlayFor(seat) ? null : "late");
    const command = await this.#substitute.choose(state, seat);
    const played = await this.submit({ id, seat, command, objection });
    if (played.refused === undefined || played.refused === "late") return played;
    return this.submit({ id, seat, command: this.#hosted.game.fallback(state, seat), objection });
  }

  /** The first awaited seat that the server must play: a bot's, or that of a player who does not answer. */
  get seatToPlayFor(): T["seat"] | undefined {
    return this.#referee ? this.#awaited.find((seat) => this.#mustPlayFor(seat)) : undefined;
  }

  #mustPlayFor(seat: T["seat"]): boolean {
    return this.#substitute.isNeeded(seat, this.#log.now());
  }

  /** Returns the commands that a seat may submit now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    if (!this.#referee) return [];
    return this.#hosted.game.legal(this.#hosted.game.view(this.#referee.state, seat), seat);
  }

  get #playing(): Referee<T> {
    if (!this.#referee) throw refuse("match-not-started");
    return this.#referee;
  }

  /** Writes what everybody sees after `n` entries into the synced state. */
  #show(n: number): void {
    const seen = this.#projection.write(this.#playing.state, n);
    this.templeView.update(n, seen);
  }
}
