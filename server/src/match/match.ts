import type { MatchDetails, MatchState } from "@flower-war/protocol";
import {
  type Agreement,
  agreedOutcome,
  type Awaiting,
  type Game,
  type GameTypes,
  type RecordEntry,
  type Viewer,
} from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import {
  type CommandSource,
  commandsAccepted,
  commandSeconds,
  commandsRefused,
} from "../metrics/counters.ts";
import { Queue } from "../queue.ts";
import { RefusalError, refuse } from "../refusal.ts";
import type {
  Begun,
  ClockFact,
  ClockOwner,
  CodeShown,
  Created,
  MatchPlan,
  SeatFact,
  StoredFact,
} from "../storage/journal/facts.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import { completePlan, createdOf } from "../storage/journal/record.ts";
import { Endings } from "./ending/endings.ts";
import { Rematches } from "./ending/rematch.ts";
import { Gathering } from "./gathering/gathering.ts";
import type { MatchCore } from "./match-core.ts";
import { formatInvitation, isEqualSecret, type MatchName } from "./match-name.ts";
import { beginMatch, termsOf } from "./new-match.ts";
import { newDetails, SyncedDetails } from "./outbound/details.ts";
import { newState, Projection } from "./outbound/projection.ts";
import { Play, type PlayPorts } from "./play.ts";
import { presetOf } from "./preset.ts";
import type { Submission } from "./referee.ts";
import { SeatTable } from "./seats/seat-table.ts";
import type { MatchServices } from "./services.ts";
import type { Submitted } from "./temples/contract.ts";
import { TempleView } from "./temples/temple-view.ts";
import { type Stop, timeToGiveBack } from "./timing/clock.ts";
import { MatchClocks } from "./timing/match-clocks.ts";
import type { MatchTime } from "./timing/match-time.ts";
import { Substitute } from "./timing/substitute.ts";
import { Witnesses } from "./witnesses.ts";

/** Why a holder left a seat: they moved to seat `to`; `withheld`: they did not reveal a nonce; neither: they have no seat. */
export interface SeatFreed {
  readonly to?: string;
  readonly withheld?: boolean;
}

/** Is called when something happened in a match and the synced state shows it. */
export interface MatchListener {
  /** Something changed that is not an entry: a seat, a player's presence, or that the match has begun. */
  changed(): void;
  /** The seat's holder changed. */
  seatFreed(seat: string, how: SeatFreed): void;
  entered(entry: RecordEntry<GameTypes>): void;
}

type OwnServices = Pick<
  MatchServices,
  "bots" | "random" | "temples" | "timeouts" | "heartbeats" | "time" | "quotas"
>;

/** One match: its seats, its referee, and its synced state, which always shows both. It knows no sockets. */
export class Match<T extends GameTypes = GameTypes> {
  readonly plan: MatchPlan;
  /** The name of the game's preset that has its options; `""`: none has. */
  readonly preset: string;
  /** Whether no player was there for so long that the match is listed nowhere. Not journaled. */
  isDeserted = false;
  readonly state: MatchState;
  readonly seats: SeatTable;
  readonly clocks: MatchClocks;
  readonly templeView: TempleView<T>;
  readonly gathering: Gathering;
  readonly endings: Endings;
  readonly rematches: Rematches;
  readonly witnesses: Witnesses;
  readonly #hosted: HostedGame<T>;
  readonly #details: SyncedDetails;
  readonly #log: MatchLog;
  readonly #projection: Projection<T>;
  readonly #listener: MatchListener;
  readonly #created: Created & { readonly at: number };
  /** This process, as successors know it. */
  readonly #process: string | null;
  readonly #time: MatchTime;
  readonly #queue = new Queue(() => this.#noteStandstill());
  readonly #playPorts: PlayPorts<T>;
  /** `null`: the match has not begun. */
  #play: Play<T> | null = null;
  /** The process stood still, and the clocks have not been stopped yet for that; `null`: it has not. */
  #standstill: Stop | null = null;

  /**
   * Restores a match from its log.
   * @param facts all facts of the log
   */
  constructor(
    facts: readonly StoredFact[],
    log: MatchLog,
    hosted: HostedGame<T>,
    services: OwnServices,
    listener: MatchListener,
  ) {
    const { random, timeouts, heartbeats, time } = services;
    const created = createdOf(facts);
    const { secret } = created;
    const plan = completePlan(created, hosted.game);
    this.plan = plan;
    this.preset = presetOf(hosted.game, plan.options);
    this.#created = created;
    this.#log = log;
    this.#hosted = hosted;
    this.#listener = listener;
    // The process may have stood still since the task's turn came: what it appends is dated after that, and is no player's time.
    log.onDated(() => this.#noteStandstill());
    this.#process = heartbeats.process;
    this.#time = time;
    this.state = newState(hosted, created);
    this.#details = new SyncedDetails(this.state, newDetails(created, timeouts.countdown));
    this.clocks = new MatchClocks(plan.clock, this.state, this.#details);
    this.seats = new SeatTable(plan.match, hosted.game.seatsFor(plan.seats), this.state.seats);
    this.#projection = new Projection(hosted, this.state, this.#details, secret);
    this.templeView = new TempleView(
      hosted,
      this.state,
      () => this.#play?.state ?? null,
      () => log.now(),
    );
    const core: MatchCore = {
      created,
      plan,
      state: this.state,
      details: this.#details,
      seats: this.seats,
      clocks: this.clocks,
      log,
      queue: this.#queue,
      time,
      random,
      changed: () => listener.changed(),
    };
    this.#playPorts = this.#portsOfPlay(core, services);
    this.gathering = this.#openGathering(core, services);
    this.endings = this.#openEndings(core);
    this.rematches = new Rematches(core, () => this.playing.result);
    this.witnesses = new Witnesses(core);
    for (const fact of facts) this.#restore(fact);
    if (this.#play) this.#show(this.#play.n);
  }

  #portsOfPlay(core: MatchCore, { bots }: OwnServices): PlayPorts<T> {
    const { plan } = core;
    const hosted = this.#hosted;
    return {
      ...core,
      hosted,
      submit: (by, submission) => this.submit(by, submission),
      substitute: new Substitute(core, hosted, bots),
      historyOf: (last) => ({
        preset: this.preset,
        private: plan.private,
        clock: plan.clock !== null,
        left: this.endings.leavers(last),
      }),
      applied: (entry) => this.endings.applyEntry(entry),
      entered: (entry) => {
        this.#show(entry.n);
        this.witnesses.show();
        this.#listener.entered(entry);
      },
    };
  }

  #openGathering(core: MatchCore, { temples, quotas }: OwnServices): Gathering {
    const { game } = this.#hosted;
    return new Gathering({
      ...core,
      seatsFor: (count) => game.seatsFor(count),
      fewest: game.seats.min,
      hasBegun: () => this.#play !== null,
      canReplaceBots: () => this.#canReplaceBots,
      apply: (fact, at) => {
        if (fact.type === "code-shown") this.#details.change({ codeShown: fact.shown });
        else this.#applySeat(fact, at);
        this.#notify(fact);
      },
      begin: () => this.#begin(),
      unpair: (seat) => temples.unpair(core.plan.match, seat),
      noteWithheld: (origin) => void quotas.note("withhold-nonce", origin),
    });
  }

  #openEndings(core: MatchCore): Endings {
    return new Endings({
      ...core,
      turns: () => this.#play?.turns ?? 0,
      end: (by) => this.#end(by),
      submit: (submission) => this.submit("player", submission),
      hasAccepted: (id) => this.hasAccepted(id),
    });
  }

  get game(): Game<T> {
    return this.#hosted.game;
  }

  get details(): MatchDetails {
    return this.#details.current;
  }

  /** When it was created: ms since 1970. */
  get createdAt(): number {
    return this.#created.at;
  }

  /** When it began, ms since 1970; `null`: it has not. */
  get beganAt(): number | null {
    return this.#play?.beganAt ?? null;
  }

  get isOver(): boolean {
    return this.state.status === "over";
  }

  /**
   * Rejects everything from now on with `reason`. Resolves when earlier requests, what is noted and the fact `clock-stopped` are
   * journaled; with `false` if these facts could not be.
   */
  async close(reason: RefusalError): Promise<boolean> {
    const stopping = this.#queue.run(async () => {
      if (this.clocksAreRunning) await this.#log.append([{ type: "clock-stopped" }]);
      else await this.#log.appendNotes();
    });
    const stopped = stopping.then(
      () => true,
      () => false,
    );
    await this.#queue.close(reason);
    return stopped;
  }

  /** The invitation; `null`: the match is public, or of an older server. */
  get invitation(): string | null {
    return formatInvitation(this.plan);
  }

  /** Whether a name of the match admits a guest: to see the public view, watch, and sit down. */
  admits({ isCode, secret }: MatchName): boolean {
    const { invitation } = this.plan;
    if (invitation === null) return true;
    return secret === null ? isCode && this.details.codeShown : isEqualSecret(secret, invitation);
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
    return this.plan.start === "countdown" && (this.#play?.n ?? 0) === 0;
  }

  /** How many bots a person could replace now in a match that has begun. */
  get replaceable(): number {
    return this.#play ? this.freeSeats.length : 0;
  }

  /** The seats that can be taken now, in turn order: open ones, once the match has begun those of bots to replace. */
  get freeSeats(): readonly string[] {
    if (!this.#play) return this.gathering.isClosed ? [] : this.seats.open;
    return !this.isOver && this.#canReplaceBots ? this.seats.bots : [];
  }

  /** How many facts of it are durable. */
  get facts(): number {
    return this.#log.position.n;
  }

  /** Whether some player's time is counted. */
  get clocksAreRunning(): boolean {
    return this.clocks.current !== null && !this.isOver;
  }

  /**
   * Stops clocks because of an outage.
   * @param since ms since 1970
   * @param until `null`: until `boundStops`
   * @param seats those of them that do not stand still already; default: all, of people who do not count as away
   */
  stopClocks({ since, until, seats }: Stop & { readonly seats?: readonly string[] }): Promise<void> {
    return this.#queue.run(async () => {
      const { running } = this.clocks;
      this.#stop(seats?.filter((seat) => running.includes(seat)) ?? this.#all, { since, until });
    });
  }

  /**
   * Stops all clocks because the process stood still: before whatever is done next, also what came meanwhile and was handled first.
   * Resolves when they are stopped.
   */
  standStill({ since, until }: Stop): Promise<void> {
    this.#standstill = { since: this.#standstill?.since ?? since, until };
    return this.#queue.run(() => Promise.resolve());
  }

  #noteStandstill(): void {
    // Reading the time detects a standstill that was not noticed yet.
    this.#log.now();
    const stop = this.#standstill;
    this.#standstill = null;
    if (stop !== null) this.#stop(this.#all, stop);
  }

  /** The same for a match that this process has taken over, and whose clocks run under its care from now on. */
  takeOverClocks({ since, until }: Stop): void {
    this.#stop(this.#all, { since, until }, this.#owner);
  }

  /** Says until when clocks stand still at most whose stop has no bound yet. @param until ms since 1970 */
  boundStops(until: number): Promise<void> {
    return this.#queue.run(async () => {
      const seats = this.clocks.unbounded;
      if (!this.clocksAreRunning || seats.length === 0) return;
      this.#stop(seats, { since: this.#log.now(), until });
      await this.#log.appendNotes();
    });
  }

  /** Lets the clock of a seat run again whose player is back. Resolves when that is durable, if it has to be. */
  restartClock(seat: string): Promise<void> {
    return this.#queue.run(async () => {
      const clock = this.clocks.current;
      const ms = clock === null || this.isOver ? null : timeToGiveBack(clock, seat, this.#log.now());
      if (ms === null) return;
      this.#noteClock({ type: "time-given-back", ms, seat });
      // A seat that is not awaited has the fact with the command that makes it so.
      if (this.clocks.isAwaited(seat)) await this.#log.appendNotes();
    });
  }

  /** Lets clocks run again that have stood still for as long as they may. Resolves when it is durable that they stood still. */
  settleClocks(): Promise<void> {
    return this.#queue.run(async () => {
      this.clocks.settle(this.#log.now());
      this.#listener.changed();
      await this.#log.appendNotes();
    });
  }

  /** Appends what is noted of clocks. */
  appendNotes(): Promise<void> {
    return this.#queue.run(() => this.#log.appendNotes());
  }

  /** The seats of people who do not count as away. */
  get #all(): readonly string[] {
    return [...this.clocks.running, ...this.clocks.stopped];
  }

  #stop(seats: readonly string[], { since, until }: Stop, owner?: ClockOwner): void {
    if (!this.clocksAreRunning || seats.length === 0) return;
    this.#noteClock({
      type: "clock-stopped",
      seats,
      since: Math.max(since, this.#log.lastAt),
      ...(until !== null && { until }),
      ...(owner !== undefined && { owner }),
    });
  }

  /** A clock stops and runs whether or not that can be journaled now: what follows from it is journaled after it. */
  #noteClock(fact: ClockFact): void {
    this.clocks.apply(fact, this.#log.note(fact));
    this.#listener.changed();
  }

  /** The owner of the running clocks; `undefined`: none is needed. */
  get #owner(): ClockOwner | undefined {
    const { epoch } = this.#log.position;
    const ahead = this.#time.ahead();
    return this.#process === null
      ? undefined
      : { process: this.#process, epoch, ...(ahead > 0 && { ahead }) };
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
    this.#showSeals();
    if (replaced) this.#play?.restartClocks(at);
  }

  #showSeals(): void {
    const { shown, areFixed } = this.seats.seals;
    this.#details.change({ seals: shown, revealing: areFixed, terms: termsOf(this.#created, this.seats) });
  }

  /** Tells the room what a fact means for its clients. */
  #notify(fact: SeatFact | CodeShown): void {
    if (fact.type === "seat-left") this.#listener.seatFreed(fact.seat, { withheld: fact.withheld ?? false });
    if (fact.type === "bot-seated") this.#listener.seatFreed(fact.seat, {});
    if (fact.type === "seat-moved") this.#listener.seatFreed(fact.seat, { to: fact.to });
    this.#listener.changed();
  }

  async #begin(): Promise<void> {
    const begun = {
      ...beginMatch(this.#created.secret, this.seats),
      ...(this.plan.clock !== null && this.#owner && { owner: this.#owner }),
    };
    this.#applyBegun(begun, await this.#log.append([begun]));
    this.#show(0);
    this.#listener.changed();
  }

  /** @param at ms since 1970 */
  #applyBegun(begun: Begun, at: number): void {
    this.seats.keep(begun.seats);
    if (this.plan.invitation !== null) this.#details.change({ codeShown: false });
    for (const seat of this.state.hands.keys())
      if (!begun.seats.includes(seat)) this.state.hands.delete(seat);
    this.seats.setNonces(begun.players);
    this.#showSeals();
    this.witnesses.begin(begun);
    this.#play = new Play({ ...begun, at }, this.#playPorts);
  }

  /** Ends the match by what its people agreed to. */
  async #end(by: Agreement): Promise<void> {
    await this.playing.end(by);
    this.#show(this.playing.n);
    this.#listener.changed();
  }

  /** Applies a journaled fact of the past. The synced table is written once, after the last. */
  #restore(fact: StoredFact): void {
    switch (fact.type) {
      case "begun":
        this.#applyBegun(fact, fact.at);
        return this.#updateWindow(0);
      case "entry":
        this.playing.restore(fact.entry as RecordEntry<T>, fact.at);
        return this.#updateWindow(fact.entry.n);
      case "player-back":
      case "clock-stopped":
      case "time-given-back":
        return this.clocks.apply(fact, fact.at);
      case "rematch":
        return this.rematches.apply(fact);
      case "ended":
        return this.playing.applyEnd(fact.by, fact.at);
      case "code-shown":
        return this.#details.change({ codeShown: fact.shown });
      case "witnessed":
        return this.witnesses.apply(fact);
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
    this.templeView.update(n, this.#hosted.game.view(this.playing.state, "public"));
  }

  /**
   * Plays a command: the one way of players, temples, bots and clocks. Times and counts it. Rejects if it could not be decided, as
   * `Referee.submit` or with `unavailable` or `draining`: it may be submitted again.
   */
  async submit(by: CommandSource, submission: Submission): Promise<Submitted> {
    const stopTimer = commandSeconds.startTimer();
    try {
      // A bead shows that its player is there.
      if (by === "temple" && submission.seat !== null) await this.markPresent(submission.seat);
      const submitted = await this.playing.referee.submit(submission);
      if (submitted.refused === undefined) {
        stopTimer();
        commandsAccepted.inc({ by });
      } else commandsRefused.inc({ code: submitted.refused });
      return submitted;
    } catch (error) {
      if (!(error instanceof RefusalError) || isTemporary(error)) throw error;
      return { refused: error.body.code };
    }
  }

  /** Tells whether the command of this id was accepted, when those before it are done. */
  async hasAccepted(id: string): Promise<boolean> {
    return (await this.#play?.referee.hasAccepted(id)) ?? false;
  }

  /** As `Substitute.leastDelay`. */
  leastDelay(seat: T["seat"]): number {
    return this.#playPorts.substitute.leastDelay(seat);
  }

  /** The first awaited seat that the server must play: a bot's, or that of a player who does not answer. */
  get seatToPlayFor(): T["seat"] | undefined {
    return this.#play?.seatToPlayFor;
  }

  /** Returns the commands that a seat may submit now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    return this.#play?.legal(seat) ?? [];
  }

  /** Returns what a viewer may see of the game; `null` before the match has begun. */
  viewOf(viewer: Viewer<T>): T["view"] | null {
    return this.#play === null ? null : this.game.view(this.#play.state, viewer);
  }

  /** The decisions that the match waits for. */
  get awaiting(): readonly Awaiting<T>[] {
    return this.#play === null || this.isOver ? [] : this.game.awaiting(this.#play.state);
  }

  /** How the match ended, by its rules or by agreement; `null` until it is over. */
  get outcome(): object | null {
    const { ending } = this.details;
    if (ending !== "") return agreedOutcome(ending);
    return this.#play === null ? null : this.game.outcome(this.#play.state);
  }

  /** The match since it has begun. @throws `RefusalError` with `match-not-started` */
  get playing(): Play<T> {
    if (!this.#play) throw refuse("match-not-started");
    return this.#play;
  }

  /** Writes the public view after `n` entries into the synced state. */
  #show(n: number): void {
    const seen = this.#projection.write(this.playing.state, n);
    this.templeView.update(n, seen);
  }
}

function isTemporary({ body }: RefusalError): boolean {
  return body.code === "unavailable" || body.code === "draining";
}
