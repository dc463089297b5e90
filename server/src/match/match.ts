import { isDeepStrictEqual } from "node:util";
import type { MatchDetails, MatchState, TablePolicy } from "@flower-war/protocol";
import {
  type Agreement,
  type Awaiting,
  agreedOutcome,
  type Game,
  type GameTypes,
  type RecordEntry,
  type Viewer,
} from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import {
  type CommandSource,
  commandSeconds,
  commandsAccepted,
  commandsRefused,
} from "../metrics/counters.ts";
import { type Finishes, isFinisher } from "../history/store/history-store.ts";
import { Queue } from "../queue.ts";
import { RefusalError, refuse } from "../refusal.ts";
import type {
  Begun,
  BotSeated,
  ClockFact,
  ClockOwner,
  Created,
  Entered,
  Fact,
  JudgeNamed,
  MatchPlan,
  SeatFact,
  SeatTaken,
  StoredFact,
} from "../storage/journal/facts.ts";
import type { StoredResult } from "../storage/journal/journal.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import { completePlan, createdOf, isPlayers, watchDelayOf } from "../storage/journal/record.ts";
import { formatInvitation, isEqualSecret, type MatchName } from "./match-name.ts";
import { beginMatch, termsOf } from "./new-match.ts";
import { newDetails, SyncedDetails } from "./outbound/details.ts";
import { newState, Projection } from "./outbound/projection.ts";
import { presetOf } from "../games/preset.ts";
import { type JudgeCommand, Referee, type Submission } from "./referee.ts";
import { type Barrable, Barred } from "./seats/barred.ts";
import type { Person } from "./seats/person.ts";
import { SeatTable } from "./seats/seat-table.ts";
import type { MatchServices } from "./services.ts";
import type { Submitted } from "./temples/contract.ts";
import { TempleView } from "./temples/temple-view.ts";
import type { Stop } from "./timing/clock.ts";
import { MatchClocks } from "./timing/match-clocks.ts";
import type { MatchTime } from "./timing/match-time.ts";

/** Why a holder left a seat: they moved to seat `to`; `withheld`: they did not reveal a nonce; `handed`: they handed it over; neither: they have no seat. */
export interface SeatFreed {
  readonly to?: string;
  readonly withheld?: boolean;
  readonly handed?: boolean;
}

/** Is called when something happened in a match and the synced state shows it. */
export interface MatchListener {
  /** Something changed that is not an entry: a seat, a player's presence, or that the match has begun. */
  changed(): void;
  /** The seat's holder changed. */
  seatFreed(seat: string, how: SeatFreed): void;
  entered(entry: RecordEntry<GameTypes>): void;
  /** Somebody may not watch any more. */
  blocked(): void;
}

/** A fact that a match applies in the same way when it happens and when its log is read. */
type AppliedFact = Exclude<Fact, Entered>;

/** One match: its seats, its referee, and its synced state, which always shows both. It knows no sockets. */
export class Match<T extends GameTypes = GameTypes> {
  readonly created: Created & { readonly at: number };
  /** That of `created`, with complete options. */
  readonly plan: MatchPlan;
  /** The name of the game's preset that has its options; `""`: none has. */
  readonly preset: string;
  /** Whether no player was there for so long that the match is listed nowhere. Not journaled. */
  isDeserted = false;
  readonly state: MatchState;
  readonly seats: SeatTable;
  readonly barred: Barred;
  readonly clocks: MatchClocks;
  readonly templeView: TempleView<T>;
  readonly hosted: HostedGame<T>;
  readonly log: MatchLog;
  /** Its tasks run one at a time; every append is in one of them. */
  readonly queue = new Queue(() => this.#noteStandstill());
  readonly time: MatchTime;
  readonly #details: SyncedDetails;
  readonly #projection: Projection<T>;
  readonly #listener: MatchListener;
  /** This process, as successors know it. */
  readonly #process: string | null;
  /** The secret of the invitation by which alone others sit down at a public table, once its host wanted that; `null`: never. */
  #seatSecret: string | null = null;
  /** `null`: the match has not begun. */
  #referee: Referee<T> | null = null;
  /** The bots' seats that a person had or took since the match began. */
  readonly #wasPersons = new Set<string>();
  #hasHints = false;
  /** The proof of the last named judge, and their identity. */
  #judge: Pick<JudgeNamed, "key" | "player"> = { key: "" };
  /** The seats whose players asked for a hint, and gave no command since. */
  readonly #hinted = new Set<string>();
  /** The seats whose players were noted to be back. */
  readonly #back = new Set<string>();
  /** The players who had a seat when the match began, or took one, and handed it over. */
  readonly #handers = new Set<string>();
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
    { timeouts, heartbeats, time }: Pick<MatchServices, "timeouts" | "heartbeats" | "time">,
    listener: MatchListener,
  ) {
    const created = createdOf(facts);
    this.created = created;
    this.plan = completePlan(created, hosted.game);
    this.preset = presetOf(hosted.game, this.plan.options);
    this.log = log;
    this.hosted = hosted;
    this.#listener = listener;
    // The process may have stood still since the task's turn came: its facts are dated after that, and no player is charged.
    log.onDated(() => this.#noteStandstill());
    this.#process = heartbeats.process;
    this.time = time;
    this.state = newState(hosted, created);
    this.#details = new SyncedDetails(this.state, newDetails(created, timeouts.countdown));
    this.clocks = new MatchClocks(this.plan.clock, this.state, this.#details);
    this.barred = new Barred(created.barSecret ?? created.secret);
    this.seats = new SeatTable(this.plan, hosted.game, this.state.seats);
    this.#projection = new Projection(hosted, this.state, this.#details, created.secret);
    this.templeView = new TempleView(
      hosted,
      this.state,
      () => this.#referee?.state ?? null,
      () => log.now(),
    );
    for (const fact of facts) this.#restore(fact);
    if (this.#referee) this.#show(this.#referee.n, this.#referee.playedAt);
  }

  get game(): Game<T> {
    return this.hosted.game;
  }

  get details(): MatchDetails {
    return this.#details.current;
  }

  /** Changes some details. */
  changeDetails(changes: Partial<MatchDetails>): void {
    this.#details.change(changes);
  }

  /** Shows a change that is not an entry. */
  changed(): void {
    this.#listener.changed();
  }

  get hasBegun(): boolean {
    return this.#referee !== null;
  }

  /** The fact with which it began; `null`: it has not. */
  get begun(): (Begun & { readonly at: number }) | null {
    return this.#referee?.begun ?? null;
  }

  get isOver(): boolean {
    return this.state.status === "over";
  }

  /** When others than its players are told that it is over, ms since 1970; `null`: it is not. */
  get toldOverAt(): number | null {
    return this.isOver ? this.playing.playedAt + watchDelayOf(this.plan) : null;
  }

  /** Whether it is over for all that is told of it at its table's delay. */
  get isToldOver(): boolean {
    return this.toldOverAt !== null && this.toldOverAt <= this.log.now();
  }

  /**
   * Rejects everything from now on with `reason`. Resolves when earlier requests, what is noted and the last fact are journaled; with
   * `false` if these facts could not be.
   * @param last what it says of running clocks: that they stop, or that they run on while it sleeps
   */
  async close(reason: RefusalError, last: "clock-stopped" | "slept" = "clock-stopped"): Promise<boolean> {
    const stopping = this.queue.run(async () => {
      if (this.clocksAreRunning) await this.log.append([{ type: last }]);
      else await this.log.appendNotes();
    });
    const stopped = stopping.then(
      () => true,
      () => false,
    );
    await this.queue.close(reason);
    return stopped;
  }

  /** The invitation; `null`: the match is public, or of an older server. */
  get invitation(): string | null {
    return formatInvitation(this.plan);
  }

  /** What those have who sit down where only who is invited may: the match's invitation, or a public table's; `null`: none is needed. */
  get seatInvitation(): string | null {
    const isNeeded = this.invitation !== null || this.policy.admission === "invited";
    return isNeeded ? formatInvitation({ match: this.plan.match, invitation: this.seatSecret }) : null;
  }

  /** The secret of `seatInvitation`, of whichever match; `null`: none has been needed yet. */
  get seatSecret(): string | null {
    return this.plan.invitation ?? this.#seatSecret;
  }

  /** What the host has set. */
  get policy(): TablePolicy {
    return this.details.policy;
  }

  /**
   * Requires that a person may sit down, as the host has set. A bot account is invited to its seat.
   * @param by the name by which they found the match; `null`: the server chose the match
   * @throws `RefusalError` with `accounts-only`, `finishers-only` or `invitation-only`
   */
  requireWelcome({ isAccount = false, isBot = false, finishes }: Person, by: MatchName | null): void {
    const { admission } = this.policy;
    if (isBot || admission === "anyone") return;
    if (admission === "finishers") return requireFinisher(isAccount, finishes);
    if (admission === "accounts" && !isAccount) throw refuse("accounts-only");
    if (admission === "invited" && !this.#isInvited(by)) throw refuse("invitation-only");
  }

  #isInvited(by: MatchName | null): boolean {
    const { seatSecret } = this;
    const secret = by?.secret ?? null;
    return secret !== null && seatSecret !== null && isEqualSecret(secret, seatSecret);
  }

  /** Requires that a person may sit here. @throws `RefusalError` with `withheld`, `blocked`, or `seated-already` of the judge */
  requireNotBarred(who: Barrable): void {
    const isJudge = this.#hasJudge && who.player !== null && who.player === this.#judge.player;
    if (isJudge) throw refuse("seated-already");
    if (this.barred.has("withheld", who)) throw refuse("withheld");
    this.requireNotBlocked(who);
  }

  /** Requires that the host has not blocked a person. @throws `RefusalError` with `blocked` */
  requireNotBlocked(who: Barrable): void {
    if (this.barred.has("blocked", who)) throw refuse("blocked");
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
   * @param how `moved`: it goes on at another server, and one that has not begun is not ended; `findAbsent` returns the seats of those for whom the
   *   wait ends, and one that has begun is not ended
   * @throws `RefusalError` with `match-not-started` or `match-begun`
   */
  async end({
    moved,
    findAbsent,
  }: {
    readonly moved?: true;
    readonly findAbsent?: () => readonly string[];
  } = {}): Promise<void> {
    await this.queue.run(async () => {
      if (moved && !this.hasBegun) throw refuse("match-not-started");
      if (findAbsent && this.hasBegun) throw refuse("match-begun");
      const how = { ...(moved && { moved }), ...(findAbsent && { absent: findAbsent() }) };
      if (!this.isOver) await this.log.append([{ type: "given-up", ...how }], true);
    });
    await this.queue.close(refuse("match-ended"));
  }

  /**
   * Before the first command people may take the seats of bots that took them because a countdown ended. That would tell of the first
   * command, so not at a table that is watched with a delay.
   */
  get canReplaceBots(): boolean {
    const { start, watchDelay } = this.plan;
    return start === "countdown" && watchDelay === undefined && (this.#referee?.n ?? 0) === 0;
  }

  /**
   * Whether a seat can be given to a person in play: a bot has had it since the match began, and has not conceded. Who verifies the
   * record follows one change of hands, which formats 3 and 4 alone can say (docs/fair-dice.md, "The end").
   */
  canGive(seat: string): boolean {
    return (
      this.state.status === "playing" &&
      (this.playing.begun.format ?? 1) >= 3 &&
      this.seats.botIn(seat) !== null &&
      !this.#wasPersons.has(seat) &&
      !this.playing.conceded.has(seat)
    );
  }

  /**
   * Whether a person can get hints: all others are bots, and were from the beginning. The record marks the commands, which formats 3 and 4
   * alone can.
   */
  get canHint(): boolean {
    const [seat] = this.seats.people;
    const isAlone = this.seats.people.length === 1 && [...this.#wasPersons].every((each) => each === seat);
    return this.state.status === "playing" && isAlone && (this.playing.begun.format ?? 1) >= 3;
  }

  /** Whether a seat's player asked for a hint, and gave no command since. */
  isHinted(seat: T["seat"]): boolean {
    return this.#hinted.has(seat);
  }

  /** Whether a player asked for a hint: then it is not rated, whoever joins later. */
  get hasHints(): boolean {
    return this.#hasHints;
  }

  /** How many bots a person could replace now in a match that has begun. */
  get replaceable(): number {
    return this.#referee ? this.freeSeats.length : 0;
  }

  /** Until when a rematch is listed nowhere, ms since 1970: it tells that the match before it is over. 0: it is listed at once. */
  get toldFrom(): number {
    const { previous } = this.plan;
    const delay = watchDelayOf(this.plan);
    return previous === undefined || delay === 0 ? 0 : this.created.at + delay;
  }

  get isToldLater(): boolean {
    return this.toldFrom > this.log.now();
  }

  /** Whether a tournament has assigned the seats: they stay as they are. */
  get isAssigned(): boolean {
    return this.plan.tournament !== undefined;
  }

  /** Whether the open seats are kept for those who played the match before, of which this is the rematch. */
  get isKept(): boolean {
    return this.#referee === null && this.details.keptUntil > this.log.now();
  }

  /** Whether no other player can sit down now: the seats are kept, or assigned by a tournament, or the match is about to begin with those who sit. */
  get isClosed(): boolean {
    return this.isKept || this.isAssigned || this.seats.areSealsFixed;
  }

  /** The seats that can be taken now, in turn order: open ones, once the match has begun those of bots to replace. */
  get freeSeats(): readonly string[] {
    if (!this.#referee) return this.isClosed ? [] : this.seats.open;
    return !this.isOver && this.canReplaceBots ? this.seats.bots : [];
  }

  /** How many facts of it are durable. */
  get facts(): number {
    return this.log.position.n;
  }

  /** Whether some player's time is counted. */
  get clocksAreRunning(): boolean {
    return this.clocks.current !== null && !this.isOver;
  }

  /** Notes that the process stood still: all clocks are stopped before whatever is done next, also what came meanwhile and was handled first. */
  standStill({ since, until }: Stop): void {
    this.#standstill = { since: this.#standstill?.since ?? since, until };
  }

  #noteStandstill(): void {
    // Reading the time detects a standstill that was not noticed yet.
    this.log.now();
    const stop = this.#standstill;
    this.#standstill = null;
    if (stop !== null) this.stopClocks(this.clocks.ofPresent, stop);
  }

  /**
   * Stops clocks because of an outage. Call it in the match's queue.
   * @param since ms since 1970
   * @param until `null`: the bound is not known yet
   * @param owner the match's new one, under whose care its clocks run from now on
   */
  stopClocks(seats: readonly string[], { since, until }: Stop, owner?: ClockOwner): void {
    if (!this.clocksAreRunning || seats.length === 0) return;
    this.noteClock({
      type: "clock-stopped",
      seats,
      since: Math.max(since, this.log.lastAt),
      ...(until !== null && { until }),
      ...(owner !== undefined && { owner }),
    });
  }

  /** Stops the clocks of a match that this process has taken over. */
  takeOverClocks(stop: Stop): void {
    this.stopClocks(this.clocks.ofPresent, stop, this.#owner);
  }

  /** A clock stops and runs whether or not that can be journaled now: what follows from it is journaled after it. */
  noteClock(fact: ClockFact): void {
    this.clocks.apply(fact, this.log.note(fact));
    this.changed();
  }

  /** The owner of the running clocks; `undefined`: none is needed. */
  get #owner(): ClockOwner | undefined {
    const { epoch } = this.log.position;
    const ahead = this.time.ahead();
    return this.#process === null
      ? undefined
      : { process: this.#process, epoch, ...(ahead > 0 && { ahead }) };
  }

  /** Marks a seat's player as present: a seat whose player counted as away is theirs again. */
  async markPresent(seat: string): Promise<void> {
    if (!this.clocks.isAway(seat)) return;
    await this.queue.run(async () => {
      if (this.clocks.isAway(seat)) await this.record([{ type: "player-back", seat }]);
    });
  }

  /** Notes that a player is there without whom a tournament's match began: they have come, also if they leave again. */
  async noteComing(seat: string): Promise<void> {
    const isNew = () => this.#isStandIn(seat) && !this.#back.has(seat);
    if (!isNew()) return;
    await this.queue.run(async () => {
      if (isNew()) await this.record([{ type: "player-back", seat }]);
    });
  }

  /** Whether a tournament's match began without the nonce of a seat's player. */
  #isStandIn(seat: string): boolean {
    const { begun } = this;
    return this.isAssigned && isStandIn(begun?.players[begun.seats.indexOf(seat)]);
  }

  /**
   * Appends facts, all or none, applies and shows them. Call it in the match's queue.
   * @param over with these facts the match is over
   * @param result how it ended
   * @throws as `MatchLog.append`
   */
  async record(facts: readonly AppliedFact[], over = false, result?: StoredResult): Promise<void> {
    const at = await this.log.append(facts, over, result);
    for (const fact of facts) {
      this.#apply(fact, at);
      if (fact.type === "begun" || fact.type === "ended") this.#show(this.playing.n);
      if (fact.type === "seat-left")
        this.#listener.seatFreed(fact.seat, { withheld: fact.withheld ?? false });
      if (fact.type === "bot-seated") this.#listener.seatFreed(fact.seat, {});
      if (fact.type === "barred") this.#listener.blocked();
      if (fact.type === "seat-moved") this.#listener.seatFreed(fact.seat, { to: fact.to });
      this.changed();
    }
  }

  /** Begins with those who sit. Call it in the match's queue. */
  async begin(): Promise<void> {
    const owner = this.plan.clock === null ? undefined : this.#owner;
    const begun = { ...beginMatch(this.created.secret, this.seats, this.plan), ...(owner && { owner }) };
    const here = begun.seats.filter(
      (seat, i) => isStandIn(begun.players[i]) && !this.seats.away.includes(seat),
    );
    const signs = this.isAssigned ? here.map((seat) => ({ type: "player-back", seat }) as const) : [];
    await this.record([begun, ...signs]);
  }

  /** Gives a seat that its player hands over to who takes it over. Call it in the match's queue. Rejects if the journal fails: then nothing has happened. */
  async handSeat(fact: SeatTaken): Promise<void> {
    const { seat } = fact;
    await this.playing.handOver(seat, "table-hand-seat", { fact, apply: (at) => this.#apply(fact, at) });
    this.#listener.seatFreed(seat, { handed: true });
    this.changed();
  }

  /**
   * Makes an entry about the judge, or of theirs alone, with the fact that goes with it. Call it in the match's queue. Rejects if the journal fails:
   * then nothing has happened.
   */
  async judge(seat: string, command: JudgeCommand, fact?: BotSeated | JudgeNamed): Promise<void> {
    await this.playing.judge(seat, command, fact && { fact, apply: (at) => this.#apply(fact, at) });
    if (fact?.type === "bot-seated") this.#listener.seatFreed(fact.seat, {});
    this.changed();
  }

  /** Whether a secret is that of the judge. */
  isJudge(key: string): boolean {
    return this.#hasJudge && isEqualSecret(key, this.#judge.key);
  }

  get #hasJudge(): boolean {
    return (this.details.judge?.name ?? "") !== "";
  }

  /** Returns the names at the table but for that in a seat: the players' and the judge's. */
  namesBeside(seat: string | null): string[] {
    const others = this.seats.taken
      .filter((other) => other !== seat)
      .map((other) => this.seats.nameOf(other));
    return this.#hasJudge ? [...others, this.details.judge?.name ?? ""] : others;
  }

  /** The players who handed a seat over and have none now. */
  get handers(): readonly string[] {
    return [...this.#handers].filter((player) => !this.seats.hasAny([player]));
  }

  /** Ends the match by what its people agreed to. Call it in the match's queue. */
  async endBy(by: Agreement): Promise<void> {
    await this.record([{ type: "ended", by }], true, this.playing.resultBy(by));
  }

  /** Applies a fact of the past. The synced table is written once, after the last. */
  #restore(fact: StoredFact): void {
    if (fact.type === "entry") {
      this.playing.restore(fact.entry as RecordEntry<T>, fact.at, fact.lag);
      if (isPlayers(fact.entry)) this.#hinted.delete(fact.entry.seat);
    } else this.#apply(fact, fact.at);
    if (fact.type !== "entry" && fact.type !== "begun") return;
    if (this.templeView.isSupported)
      this.templeView.update(this.playing.n, this.game.view(this.playing.state, "public"), fact.at);
  }

  /** Applies a journaled fact. @param at ms since 1970 */
  #apply(fact: AppliedFact, at: number): void {
    switch (fact.type) {
      case "begun":
        return this.#applyBegun(fact, at);
      case "player-back":
        this.#back.add(fact.seat);
        return this.clocks.apply(fact, at);
      case "clock-stopped":
      case "time-given-back":
        return this.clocks.apply(fact, at);
      case "rematch": {
        const { match, seat } = fact;
        const wanted = this.details.rematch;
        const others = wanted?.match === match ? wanted.seats : [];
        return this.#details.change({ rematch: { match, seats: [...others, seat] } });
      }
      case "ended":
        return this.playing.applyEnd(fact.by, at);
      case "code-shown":
        return this.#details.change({ codeShown: fact.shown });
      case "policy-changed": {
        const { admission, slow, quiet } = fact;
        this.#seatSecret = fact.invitation ?? this.#seatSecret;
        return this.#changePolicy({
          ...(admission !== undefined && { admission }),
          ...(slow !== undefined && { slow }),
          ...(quiet !== undefined && { quiet }),
        });
      }
      case "barred":
        this.barred.add(fact.how, fact.name, fact.keys);
        return this.#changePolicy({ [fact.how]: this.barred.names(fact.how) });
      case "bar-lifted":
        this.barred.lift(fact.how, fact.name);
        return this.#changePolicy({ [fact.how]: this.barred.names(fact.how) });
      case "witnessed":
        return this.seats.setSigned(fact.seat, fact.n);
      case "judge-named": {
        const { judge } = this.details;
        this.#judge = fact;
        return this.#details.change({ judge: judge && { ...judge, name: fact.name } });
      }
      case "hinted":
        this.#hasHints = true;
        this.#hinted.add(fact.seat);
        return;
      case "created":
      case "given-up":
      case "slept":
        return;
      default:
        return this.#applySeat(fact, at);
    }
  }

  #changePolicy(changes: Partial<TablePolicy>): void {
    this.#details.change({ policy: { ...this.policy, ...changes } });
  }

  #applySeat(fact: SeatFact, at: number): void {
    if (fact.type === "seat-left" && fact.withheld)
      this.barred.add("withheld", "", this.barred.keysOfWithholder(this.seats.originOf(fact.seat)));
    const replaced = fact.type === "seat-taken" && this.seats.botIn(fact.seat) !== null;
    if (fact.type === "seat-taken" && this.#referee?.isHanded(fact.seat)) {
      const { player } = this.seats.personIn(fact.seat);
      if (player !== null && player !== fact.player) this.#handers.add(player);
    }
    if (fact.type === "bot-seated") this.#referee?.withdrawSeat(fact.seat);
    this.seats.apply(fact);
    this.#showSeals();
    if (this.#referee && (replaced || fact.type === "bot-seated")) this.#wasPersons.add(fact.seat);
    if (replaced) this.#referee?.startClockOf(fact.seat, at);
  }

  #showSeals(): void {
    const { publicSeals, areSealsFixed: revealing } = this.seats;
    // The same object says that they are unchanged.
    const seals = isDeepStrictEqual(publicSeals, this.details.seals) ? this.details.seals : publicSeals;
    this.#details.change({ seals, revealing, terms: termsOf(this.created, this.seats) });
  }

  #applyBegun(begun: Begun, at: number): void {
    this.seats.keep(begun.seats);
    if (this.plan.invitation !== null) this.#details.change({ codeShown: false });
    for (const seat of this.state.hands.keys())
      if (!begun.seats.includes(seat)) this.state.hands.delete(seat);
    this.seats.setNonces(begun.players);
    this.#showSeals();
    this.#referee = new Referee({ ...begun, at }, this, (entry) => {
      if (isPlayers(entry)) this.#hinted.delete(entry.seat);
      this.#show(entry.n);
      this.#listener.entered(entry);
    });
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
      const submitted = await this.playing.submit(submission);
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
    return (await this.#referee?.hasAccepted(id)) ?? false;
  }

  /** Returns the commands that a seat may submit now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    return this.#referee?.legal(seat) ?? [];
  }

  /** Returns what a viewer may see of the game; `null` before the match has begun. */
  viewOf(viewer: Viewer<T>): T["view"] | null {
    return this.#referee === null ? null : this.game.view(this.#referee.state, viewer);
  }

  /** The decisions that the match waits for. */
  get awaiting(): readonly Awaiting<T>[] {
    return this.#referee === null || this.isOver ? [] : this.game.awaiting(this.#referee.state);
  }

  /** How the match ended, by its rules or by agreement; `null` until it is over. */
  get outcome(): object | null {
    const { ending } = this.details;
    if (ending !== "") return agreedOutcome(ending);
    return this.#referee === null ? null : this.game.outcome(this.#referee.state);
  }

  /** The match since it has begun. @throws `RefusalError` with `match-not-started` */
  get playing(): Referee<T> {
    if (!this.#referee) throw refuse("match-not-started");
    return this.#referee;
  }

  /** Writes the public view after `n` entries into the synced state. @param at when it became so: ms since 1970 */
  #show(n: number, at = this.log.now()): void {
    const seen = this.#projection.write(this.playing.state, n);
    this.templeView.update(n, seen, at);
  }
}

/** Whether a match began without the nonce of a player. */
const isStandIn = (player?: Begun["players"][number]): boolean => player?.from === "stand-in";

function isTemporary({ body }: RefusalError): boolean {
  return body.code === "unavailable" || body.code === "draining";
}

function requireFinisher(isAccount: boolean, finishes: Finishes | undefined): void {
  if (!isAccount) throw refuse("finishers-only");
  // The host has asked for it just now.
  if (finishes === undefined) throw refuse("unavailable");
  if (!isFinisher(finishes)) throw refuse("finishers-only", { finishes });
}
