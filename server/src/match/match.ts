import { LIMITS, type MatchState } from "@flower-war/protocol";
import type { Slot } from "@flower-war/protocol/temple";
import {
  type Agreement,
  agreedOutcome,
  type Game,
  type GameTypes,
  type RecordEntry,
} from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import { Queue } from "../queue.ts";
import { newId, type Random } from "../random.ts";
import { type RefusalError, refuse } from "../refusal.ts";
import type {
  Begun,
  ClockFact,
  CodeShown,
  Created,
  MatchPlan,
  SeatFact,
  StoredFact,
} from "../storage/journal/facts.ts";
import type { StoredResult } from "../storage/journal/journal.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import { createdOf, headerOf, resultOf } from "../storage/journal/record.ts";
import { Absences } from "./ending/absences.ts";
import { Endings } from "./ending/endings.ts";
import { Rematches } from "./ending/rematch.ts";
import { Gathering } from "./gathering.ts";
import { formatInvitation, isEqualSecret, type MatchName } from "./match-name.ts";
import { beginMatch } from "./new-match.ts";
import { newState, Projection } from "./outbound/projection.ts";
import { presetOf } from "./preset.ts";
import { Referee, type Submission } from "./referee.ts";
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
  /** Who had this seat has it no longer. @param to the seat that they have now */
  seatFreed(seat: string, to?: string): void;
  entered(entry: RecordEntry<GameTypes>): void;
}

/** One match: its seats, its referee, and its synced state, which always shows both. It knows no sockets. */
export class Match<T extends GameTypes = GameTypes> {
  readonly plan: MatchPlan;
  /** The name of the game's preset that has its options; `""`: none has. */
  readonly preset: string;
  readonly state: MatchState;
  readonly seats: SeatTable;
  readonly clocks: MatchClocks;
  readonly templeView: TempleView<T>;
  readonly gathering: Gathering;
  readonly endings: Endings;
  readonly rematches: Rematches;
  readonly #hosted: HostedGame<T>;
  readonly #log: MatchLog;
  readonly #random: Random;
  readonly #substitute: Substitute<T>;
  readonly #projection: Projection<T>;
  readonly #listener: MatchListener;
  readonly #created: Created & { readonly at: number };
  readonly #queue = new Queue();
  #referee: Referee<T> | null = null;
  #begun: (Begun & { readonly at: number }) | null = null;
  /** When it was played last, ms since 1970. */
  #playedAt = 0;
  /** How many turns there were, the current one included, and which that is. */
  #turns = { count: 0, current: null as string | number | null };

  /**
   * Restores a match from its log.
   * @param facts all facts of the log
   */
  constructor(
    facts: readonly StoredFact[],
    log: MatchLog,
    hosted: HostedGame<T>,
    { bots, random, temples, timeouts }: Pick<MatchServices, "bots" | "random" | "temples" | "timeouts">,
    listener: MatchListener,
  ) {
    const created = createdOf(facts);
    const { plan, secret } = created;
    this.plan = plan;
    this.preset = presetOf(hosted.game, plan.options);
    this.#created = created;
    this.#log = log;
    this.#hosted = hosted;
    this.#random = random;
    this.#listener = listener;
    this.state = newState(hosted, created, timeouts.countdown);
    this.clocks = new MatchClocks(plan.clock, this.state);
    this.seats = new SeatTable(plan.match, hosted.game.seatsFor(plan.seats), this.state.seats);
    this.#projection = new Projection(hosted, this.state, secret);
    this.templeView = new TempleView(hosted, this.state, () => this.#referee?.state ?? null);
    this.#substitute = new Substitute(plan, hosted, { bots, random }, this.seats, this.clocks);
    this.gathering = new Gathering(plan, this.seats, {
      log,
      queue: this.#queue,
      seatsFor: (count) => hosted.game.seatsFor(count),
      fewest: hosted.game.seats.min,
      isCodeShown: () => this.state.codeShown,
      hasBegun: () => this.#referee !== null,
      keptUntil: () => this.state.keptUntil,
      isOver: () => this.isOver,
      canReplaceBots: () => this.#canReplaceBots,
      apply: (fact, at) => {
        if (fact.type === "code-shown") this.state.codeShown = fact.shown;
        else this.#applySeat(fact, at);
        this.#notify(fact);
      },
      changed: () => listener.changed(),
      begin: () => this.#begin(),
      unpair: (seat) => temples.unpair(plan.match, seat),
    });
    this.endings = new Endings(this.state, this.seats, new Absences(this.seats, this.clocks), {
      queue: this.#queue,
      random,
      now: () => log.now(),
      turns: () => this.#turns.count,
      end: (by) => this.#end(by),
      submit: (submission) => this.submit(submission),
      hasAccepted: (id) => this.hasAccepted(id),
      changed: () => listener.changed(),
    });
    this.rematches = new Rematches(plan, this.state, this.seats, {
      log,
      queue: this.#queue,
      random,
      result: () => this.#result,
      changed: () => listener.changed(),
    });
    for (const fact of facts) this.#restore(fact);
    if (this.#referee) this.#show(this.#referee.n);
  }

  get game(): Game<T> {
    return this.#hosted.game;
  }

  /** When it was created: ms since 1970. */
  get createdAt(): number {
    return this.#created.at;
  }

  get isOver(): boolean {
    return this.state.status === "over";
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

  /** What others are invited by; `null`: the match is public, or of an older server. */
  get invitation(): string | null {
    return formatInvitation(this.plan);
  }

  /** Whether a name that somebody has of the match lets them in: see what everybody sees, watch, and sit down. */
  admits({ isCode, secret }: MatchName): boolean {
    const { invitation } = this.plan;
    if (invitation === null) return true;
    return secret === null ? isCode && this.state.codeShown : isEqualSecret(secret, invitation);
  }

  /**
   * Ends the match for good, whatever it is in: it has no result. One that is over stays so. Everything from now on is rejected with
   * `match-ended`. The fact's name in the journal is `given-up`.
   */
  async end(): Promise<void> {
    await this.#queue.run(async () => {
      if (!this.isOver) await this.#log.append([{ type: "given-up" }], true);
    });
    await this.#queue.close(refuse("match-ended"));
  }

  /** Before the first command people may take the seats of bots that took them because a countdown ended. */
  get #canReplaceBots(): boolean {
    return this.plan.start === "countdown" && (this.#referee?.n ?? 0) === 0;
  }

  /** How many bots a person could replace now in a match that has begun. */
  get replaceable(): number {
    return this.#referee ? this.freeSeats.length : 0;
  }

  /** The seats that somebody can take now, in turn order: open ones, once the match has begun those of bots to replace. */
  get freeSeats(): readonly string[] {
    if (!this.#referee) return this.gathering.isKept ? [] : this.seats.open;
    return !this.isOver && this.#canReplaceBots ? this.seats.bots : [];
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

  /** Applies a journaled fact of a seat, and shows it. @param at ms since 1970 */
  #applySeat(fact: SeatFact, at: number): void {
    const replaced = fact.type === "seat-taken" && this.seats.botIn(fact.seat) !== null;
    this.seats.apply(fact);
    if (replaced && this.#referee) this.clocks.start(this.seats.people, this.#turnState, at);
  }

  /** Tells the room what a fact means for its clients. */
  #notify(fact: SeatFact | CodeShown): void {
    if (fact.type === "seat-left" || fact.type === "bot-seated") this.#listener.seatFreed(fact.seat);
    if (fact.type === "seat-moved") this.#listener.seatFreed(fact.seat, fact.to);
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
    this.seats.keep(begun.seats);
    if (this.plan.invitation !== null) this.state.codeShown = false;
    for (const seat of this.state.hands.keys())
      if (!begun.seats.includes(seat)) this.state.hands.delete(seat);
    this.seats.setNonces(begun.players);
    this.#begun = { ...begun, at };
    this.#referee = new Referee(this.#hosted.game, this.#log, header, this.#queue, {
      onEntry: (entry, playedAt) => {
        this.#applyEntry(entry, playedAt);
        this.#show(entry.n);
        this.#listener.entered(entry);
      },
      resultOf: (outcome, entries) => this.#resultOf(outcome, entries, this.#log.now()),
    });
    this.#countTurn();
    this.clocks.start(this.seats.people, this.#turnState, at);
  }

  /** Applies an entry that the referee has played. @param at ms since 1970 */
  #applyEntry(entry: RecordEntry<GameTypes>, at: number): void {
    this.#playedAt = at;
    if (this.clocks.current) this.clocks.applyCommand(entry, this.#turnState, at);
    this.#countTurn();
    this.endings.applyEntry(entry);
  }

  /** Counts turns only as long as it matters how many there were. */
  #countTurn(): void {
    if (this.#turns.count > LIMITS.abortTurns) return;
    const { turn } = this.#turnState;
    if (turn !== null && turn === this.#turns.current) return;
    this.#turns = { count: this.#turns.count + 1, current: turn };
  }

  /** Ends the match by what its people agreed to. */
  async #end(by: Agreement): Promise<void> {
    const { n } = this.#playing;
    const result = this.#resultOf(agreedOutcome(by), n, this.#log.now());
    this.#applyEnd(by, await this.#log.append([{ type: "ended", by }], true, result));
    this.#show(n);
    this.#listener.changed();
  }

  /** @param at ms since 1970 */
  #applyEnd(by: Agreement, at: number): void {
    this.#playedAt = at;
    this.state.ending = by;
  }

  /** What is stored of the match, which is over. */
  get #result(): StoredResult {
    const { state, n } = this.#playing;
    const { ending } = this.state;
    const outcome = ending === "" ? this.game.outcome(state) : agreedOutcome(ending);
    if (outcome === null) throw refuse("match-not-over");
    return this.#resultOf(outcome, n, this.#playedAt);
  }

  /** @param endedAt ms since 1970 */
  #resultOf(outcome: object, entries: number, endedAt: number): StoredResult {
    if (!this.#begun) throw refuse("match-not-started");
    return resultOf(this.#created, this.#begun, this.seats.players, { outcome, entries, endedAt });
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
        this.#applyEntry(fact.entry, fact.at);
        return this.#updateWindow(fact.entry.n);
      case "player-back":
      case "clock-stopped":
      case "time-given-back":
        return this.clocks.apply(fact, fact.at);
      case "rematch":
        return this.rematches.apply(fact);
      case "ended":
        return this.#applyEnd(fact.by, fact.at);
      case "code-shown":
        return void (this.state.codeShown = fact.shown);
      case "created":
      case "given-up":
        return;
      default:
        return this.#applySeat(fact, fact.at);
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
  async submit({ objection, ...submission }: Submission): Promise<Submitted> {
    const overOrObjection = () => (this.state.ending === "" ? (objection?.() ?? null) : "match-over");
    return this.#playing.submit({ ...submission, objection: overOrObjection });
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
    if (!this.#referee || this.isOver) return undefined;
    return this.#awaited.find((seat) => this.#mustPlayFor(seat));
  }

  #mustPlayFor(seat: T["seat"]): boolean {
    return this.#substitute.isNeeded(seat, this.#log.now());
  }

  /** Returns the commands that a seat may submit now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    if (!this.#referee || this.isOver) return [];
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
