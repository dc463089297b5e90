import { LIMITS, type MatchDetails, type MatchState } from "@flower-war/protocol";
import {
  type Agreement,
  agreedOutcome,
  begin,
  fold,
  type GameTypes,
  type Position,
  type RecordEntry,
  tableEntries,
} from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import { clientCommandId, isOwn, judgeCommandId, playedBy } from "../storage/journal/command-ids.ts";
import type {
  Begun,
  BotSeated,
  Created,
  JudgeNamed,
  MatchPlan,
  SeatTaken,
} from "../storage/journal/facts.ts";
import type { StoredResult } from "../storage/journal/journal.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import { headerOf, resultOf } from "../storage/journal/record.ts";
import { AcceptedIds } from "./accepted-ids.ts";
import type { SeatTable } from "./seats/seat-table.ts";
import type { Submitted } from "./temples/contract.ts";
import type { ActClock, MatchClocks, TurnState } from "./timing/match-clocks.ts";

/** The command of an entry that pauses the match, lets it go on, or gives a seat time. */
export type PauseCommand = Parameters<typeof tableEntries.eventOfPause>[0];

/** The command of an entry that begins or ends a holiday. */
export type HolidayCommand = Parameters<typeof tableEntries.eventOfHoliday>[0];

/** The command of an entry that is about the judge, or is theirs alone. */
export type JudgeCommand = Parameters<typeof tableEntries.eventOfJudge>[0];

/** A command on its way to the referee. */
export interface Submission {
  /** The command's id, unique in the match: a repeated one gets the first answer. */
  readonly id: string;
  /** The sender's seat; `null`: it has none. */
  readonly seat: string | null;
  readonly command: unknown;
  /** Whether it came by the socket whose round trip is measured; default: no. */
  readonly bySocket?: boolean;
  /** Called when the command's turn comes: a code refuses it, `null` leaves it to the rules. */
  readonly objection?: () => string | null;
}

/** How many turns there were, the current one included, and which that is. */
interface Turns {
  readonly count: number;
  readonly current: string | number | null;
}

type HandOverType = Parameters<typeof tableEntries.handOverOf>[0];
type JudgeEvent = ReturnType<typeof tableEntries.eventOfJudge>;
type HandOverEvent = NonNullable<ReturnType<typeof tableEntries.handOverBy>>;

/** The data of a table's entry: the new holder of a seat, or the judge. */
interface Followed {
  readonly fact: SeatTaken | BotSeated | JudgeNamed;
  /** Applies the fact, once it is journaled. @param at ms since 1970 */
  apply(at: number): void;
}

/** The id of the entry that takes this one back. No client can give such a one to a command of its own. */
const takeBackId = (seat: string, n: number): string => clientCommandId(seat, `take-back.${n}`);

/** The part of a `Match` that its referee uses. */
export interface RefereedMatch<T extends GameTypes> {
  readonly created: Created & { readonly at: number };
  readonly plan: MatchPlan;
  readonly preset: string;
  readonly hosted: HostedGame<T>;
  readonly state: MatchState;
  readonly details: MatchDetails;
  readonly seats: SeatTable;
  readonly clocks: MatchClocks;
  readonly log: MatchLog;
  readonly queue: Queue;
  readonly hasHints: boolean;
  /** The players who handed a seat over and have none now. */
  readonly handers: readonly string[];
  changeDetails(changes: Partial<MatchDetails>): void;
}

/**
 * The referee of a match that has begun: decides commands one at a time, and applies only what the journal holds, to the game's state, turns
 * and clocks. It knows no sockets.
 */
export class Referee<T extends GameTypes = GameTypes> {
  readonly begun: Begun & { readonly at: number };
  /** The seats that have conceded. */
  readonly conceded = new Set<T["seat"]>();
  readonly #match: RefereedMatch<T>;
  readonly #entered: (entry: RecordEntry<T>) => void;
  readonly #accepted: AcceptedIds;
  #position: Position<T>;
  /** Of acts that may be taken back: the clocks and turns before them. */
  readonly #undone = new WeakMap<object, { readonly clock: ActClock | null; readonly turns: Turns }>();
  /** How many acts one seat has taken back since something was revealed, or another seat acted. */
  #takenInRow = { seat: "", count: 0 };
  /** The seats that can be taken over, and the numbers of the entries with which they were offered. */
  readonly #seatOffers = new Map<T["seat"], number>();
  /** The seats that were handed over: another person has them than began. */
  readonly #handed = new Set<T["seat"]>();
  #judgeSought = 0;
  /** How often it was paused, and a seat given time, since one acted. */
  #pausesInRow = 0;
  /** When it was played last, ms since 1970. */
  #playedAt: number;
  /** The last command; `null`: none. */
  #last: RecordEntry<GameTypes> | null = null;
  /** When it was played last, ms since 1970: of a match that is over, when it ended. */
  get playedAt(): number {
    return this.#playedAt;
  }

  /** How many turns there were, the current one included, and which that is. */
  #turns: Turns = { count: 0, current: null };
  /** In how many turns each seat's player gave commands themselves, and the last such turn. Counted with clocks only. */
  readonly #ownTurns = new Map<string, { readonly count: number; readonly last: string | number | null }>();

  /** @param entered is called with each entry that is played now, before its answer goes out: shows it */
  constructor(
    begun: Begun & { readonly at: number },
    match: RefereedMatch<T>,
    entered: (entry: RecordEntry<T>) => void,
  ) {
    const { created, hosted, seats, clocks } = match;
    const header = headerOf(created, begun);
    this.begun = begun;
    this.#match = match;
    this.#entered = entered;
    this.#accepted = new AcceptedIds(header.seed);
    this.#position = { state: begin(hosted.game, header), acts: [] };
    this.#playedAt = begun.at;
    this.#countTurn();
    clocks.start(seats.people, this.#turnState, begun.at);
  }

  /** The game's state. */
  get state(): T["state"] {
    return this.#position.state;
  }

  /** Number of entries so far. */
  get n(): number {
    return this.#accepted.count;
  }

  /** How many turns there were, the current one included; without clocks those after `LIMITS.abortTurns` are not counted. */
  get turns(): number {
    return this.#turns.count;
  }

  /** Returns the stored result of a finished match. @throws `RefusalError` with `match-not-over` */
  get result(): StoredResult {
    const { ending } = this.#match.details;
    const outcome = ending === "" ? this.#match.hosted.game.outcome(this.state) : agreedOutcome(ending);
    if (outcome === null) throw refuse("match-not-over");
    return this.#resultOf(outcome, this.n, this.#playedAt, ending === "" ? this.#last : null);
  }

  /** Applies a journaled entry of the past: nothing is decided or drawn again. @param at ms since 1970 @param lag ms, as `Entered.lag` */
  restore(entry: RecordEntry<T>, at: number, lag = 0): void {
    const { game } = this.#match.hosted;
    const isTables = tableEntries.isTablesEntry(game, entry.events);
    this.#apply(entry, isTables ? this.state : fold(game, this.state, entry.events), at, lag);
  }

  /**
   * Decides a command when those before it are done. A refused one leaves no trace and may be sent again with the same id.
   * Rejects if the rules or the journal fail: then nothing has happened. Rejects too if `entered` throws: then it has.
   */
  submit(submission: Submission): Promise<Submitted> {
    return this.#match.queue.run(() => this.#decide(submission));
  }

  /** Tells whether the command of this id was accepted, when those before it are done. */
  hasAccepted(id: string): Promise<boolean> {
    return this.#match.queue.run(async () => this.#accepted.find(id) !== null);
  }

  async #decide({ id, seat, command, bySocket = false, objection }: Submission): Promise<Submitted> {
    const { hosted, log, details } = this.#match;
    const { game } = hosted;
    const first = this.#accepted.find(id);
    if (first !== null) return { n: first };
    const objected = details.ending === "" ? (objection?.() ?? null) : "match-over";
    if (objected !== null) return { refused: objected };
    const decided = game.decide(this.state, seat, command);
    if (decided.events === undefined) return { refused: decided.refused };
    if (seat === null) throw new Error("the rules accepted a command without a seat");
    const entry = { n: this.n + 1, id, seat, command: decided.command, events: decided.events };
    const outcome = game.outcome(decided.state);
    const result = outcome === null ? undefined : this.#resultOf(outcome, entry.n, log.now(), entry);
    const lag = bySocket ? this.#match.clocks.lagOf(seat) : 0;
    const fact = { type: "entry", entry, ...(lag > 0 && { lag }) } as const;
    const at = await log.append([fact], result !== undefined, result);
    this.#apply(entry, decided.state, at, lag);
    this.#entered(entry);
    return { n: entry.n };
  }

  /** How many acts were taken back in a row. */
  get takenInRow(): number {
    return this.#takenInRow.count;
  }

  /** Whether a seat has taken this entry back. */
  hasTakenBack(seat: T["seat"], n: number): boolean {
    return this.#accepted.find(takeBackId(seat, n)) !== null;
  }

  /** Whether an entry has this id. Call it in the match's queue. */
  isKnown(id: string): boolean {
    return this.#accepted.find(id) !== null;
  }

  /** Whether seats other than this one could act now. */
  couldOthersAct(seat: T["seat"]): boolean {
    return tableEntries.couldOthersAct(this.#match.hosted.game, this.#position, seat);
  }

  /**
   * Takes the last act back (`MatchDetails.takeBack`). Call it in the match's queue. Rejects if the journal fails: then nothing has happened.
   * @param agreed the seats that were asked and agreed, in turn order
   */
  async takeBack(agreed: readonly string[]): Promise<void> {
    const { details } = this.#match;
    if (details.takeBack === null) throw new Error("no act can be taken back");
    const { n, seat } = details.takeBack;
    const command = { type: "take-back", n };
    await this.#enter(seat, command, { type: "taken-back", n, agreed }, takeBackId(seat, n));
  }

  /**
   * Pauses the match, lets it go on, or gives a seat time. Call it in the match's queue. Rejects if the journal fails: then nothing has happened.
   * @param seat whose player asked for it
   * @param agreed the seats that were asked and agreed, in turn order; `"judge"`: the judge does it
   * @param id of the entry: a known id changes nothing
   */
  async pause(
    seat: string,
    command: PauseCommand,
    agreed: readonly string[] | "judge",
    id: string,
  ): Promise<void> {
    if (this.#accepted.find(id) !== null) return;
    await this.#enter(seat, command, tableEntries.eventOfPause(command, agreed), id);
  }

  /** Begins or ends the holiday of a seat's player. Call it in the match's queue. Rejects if the journal fails: then nothing has happened. */
  async holiday(seat: string, command: HolidayCommand): Promise<void> {
    const id = clientCommandId(seat, `${command.type}.${this.n + 1}`);
    await this.#enter(seat, command, tableEntries.eventOfHoliday(command), id);
  }

  /** The number of the entry with which the host sought the present or next judge; 0: none. */
  get judgeSought(): number {
    return this.#judgeSought;
  }

  /**
   * Seeks a judge, names them, lets them go, or does what they alone may. Call it in the match's queue. Rejects if the journal fails: then nothing
   * has happened.
   * @param seat whose player sought the judge
   * @param followed journaled and applied with the entry
   */
  async judge(seat: string, command: JudgeCommand, followed?: Followed): Promise<void> {
    const isHosts = command.type === "table-seek-judge" || command.type === "table-drop-judge";
    const name = `${command.type}.${this.n + 1}`;
    const id = isHosts ? clientCommandId(seat, name) : judgeCommandId(name);
    await this.#enter(seat, command, tableEntries.eventOfJudge(command), id, followed);
  }

  /** The seats that can be taken over, and the numbers of the entries with which they were offered. */
  get seatOffers(): ReadonlyMap<string, number> {
    return this.#seatOffers;
  }

  /** Whether a seat was handed over. */
  isHanded(seat: T["seat"]): boolean {
    return this.#handed.has(seat);
  }

  /**
   * Offers a seat to who takes it over, keeps it or hands it over. Call it in the match's queue. Rejects if the journal fails: then nothing has
   * happened.
   * @param taken who has it from now on, journaled and applied with the entry
   */
  async handOver(seat: string, type: HandOverType, taken?: Followed): Promise<void> {
    const { command, event } = tableEntries.handOverOf(type);
    await this.#enter(seat, command, event, clientCommandId(seat, `${type}.${this.n + 1}`), taken);
  }

  /** Makes an entry of the table. */
  async #enter(seat: string, command: object, event: object, id: string, taken?: Followed): Promise<void> {
    const made = { n: this.n + 1, id, seat, command, events: [event] };
    const entry = made as unknown as RecordEntry<T>;
    const at = await this.#match.log.append([{ type: "entry", entry }, ...(taken ? [taken.fact] : [])]);
    this.#apply(entry, this.state, at, 0);
    taken?.apply(at);
    this.#entered(entry);
  }

  /** How many pauses and gifts of time there were in a row. */
  get pausesInRow(): number {
    return this.#pausesInRow;
  }

  /** Returns what is stored of the match if it ends now because its people agreed to it. */
  resultBy(by: Agreement): StoredResult {
    return this.#resultOf(agreedOutcome(by), this.n, this.#match.log.now(), null);
  }

  /** Applies a journaled agreement. @param at ms since 1970 */
  applyEnd(by: Agreement, at: number): void {
    this.#playedAt = at;
    this.#match.changeDetails({ ending: by, takeBack: null });
  }

  /** Starts the clock of a seat that a person has now; before the first command those of all anew. @param at ms since 1970 */
  startClockOf(seat: string, at: number): void {
    const { clocks, seats } = this.#match;
    if (this.n === 0) clocks.start(seats.people, this.#turnState, at);
    else clocks.startFor(seat, this.#turnState, at);
  }

  /** Returns the commands that a seat may submit now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    const { hosted, state } = this.#match;
    const { game } = hosted;
    return state.status === "over" ? [] : game.legal(game.view(this.state, seat), seat);
  }

  /** @param at ms since 1970 @param lag ms */
  #apply(entry: RecordEntry<T>, after: T["state"], at: number, lag: number): void {
    const { clocks, plan, hosted } = this.#match;
    this.#accepted.add(entry.id);
    this.#playedAt = at;
    const pause = plan.pauses ? tableEntries.pauseBy(entry.events) : null;
    if (pause !== null) {
      this.#pausesInRow += Number(pause.type !== "table-resumed");
      return clocks.applyPause(pause, at);
    }
    const holiday = plan.holidays ? tableEntries.holidayBy(entry.events) : null;
    if (holiday !== null) return clocks.applyHoliday(entry.seat, holiday, at);
    const judge = plan.judges ? tableEntries.judgeBy(entry.events) : null;
    if (judge !== null) return this.#applyJudge(entry, judge.type);
    const handed = plan.handOvers ? tableEntries.handOverBy(entry.events) : null;
    if (handed !== null) return this.#applyHandOver(entry, handed, at);
    this.#last = entry;
    this.#pausesInRow = 0;
    if (plan.takeBacks && tableEntries.takenBackBy(hosted.game, entry.events) !== null)
      return this.#applyTakeBack(entry, at);
    const clock = plan.takeBacks ? clocks.beforeAct(entry.seat, at) : null;
    const turns = this.#turns;
    this.#position = plan.takeBacks
      ? tableEntries.advance(hosted.game, this.#position, entry, after)
      : { ...this.#position, state: after };
    if (entry.command.type === "concede") {
      this.conceded.add(entry.seat);
      this.withdrawSeat(entry.seat);
    } else if (clocks.current) this.#countOwnTurn(entry);
    if (clocks.current) clocks.applyCommand(entry, this.#turnState, at, lag);
    this.#countTurn();
    if (!plan.takeBacks) return;
    this.#undone.set(entry, { clock: clock && clocks.afterAct(clock), turns });
    this.#showTakeable();
    if (this.#match.details.takeBack?.seat !== this.#takenInRow.seat)
      this.#takenInRow = { seat: "", count: 0 };
  }

  #applyJudge({ n, seat }: RecordEntry<T>, type: JudgeEvent["type"]): void {
    if (type === "table-judge-sought") this.#judgeSought = n;
    if (type === "table-judge-dropped") this.#judgeSought = 0;
    // Who has come, the fact after the entry says.
    const judge = this.#judgeSought > 0 ? { seat, name: "" } : null;
    const isSame = type === "table-seat-freed" || type === "table-end-asked";
    if (!isSame) this.#match.changeDetails({ judge });
  }

  #applyHandOver(entry: RecordEntry<T>, event: HandOverEvent, at: number): void {
    const { n, seat } = entry;
    const { clocks } = this.#match;
    if (tableEntries.isOfferedBy(event)) this.#seatOffers.set(seat, n);
    else this.#seatOffers.delete(seat);
    if (tableEntries.handsSeat(entry)) {
      this.#handed.add(seat);
      // Who takes it over is there.
      clocks.endHoliday(seat, at);
      if (clocks.isAway(seat)) clocks.apply({ type: "player-back", seat }, at);
    }
    this.#showOffered();
  }

  /** A seat can no longer be taken over: its player is in play no more. */
  withdrawSeat(seat: string): void {
    if (this.#seatOffers.delete(seat)) this.#showOffered();
  }

  #showOffered(): void {
    this.#match.changeDetails({
      offeredSeats: this.begun.seats.filter((each) => this.#seatOffers.has(each)),
    });
  }

  #applyTakeBack(entry: RecordEntry<T>, at: number): void {
    const { hosted, clocks } = this.#match;
    const undone = this.#undone.get(this.#position.acts.at(-1)?.entry ?? {});
    this.#position = tableEntries.advance(hosted.game, this.#position, entry);
    if (undone?.clock) clocks.takeBack(undone.clock, this.#turnState, at);
    this.#turns = undone?.turns ?? this.#turns;
    this.#takenInRow = { seat: entry.seat, count: this.#takenInRow.count + 1 };
    this.#showTakeable();
  }

  #showTakeable(): void {
    const { hosted, details } = this.#match;
    const isOwnAct = (each: RecordEntry<T>) => playedBy(each) === null;
    const seats = this.begun.seats as readonly T["seat"][];
    const entry = tableEntries.takeableIn<T, RecordEntry<T>>(hosted.game, seats, this.#position, isOwnAct);
    const { n, seat } = entry ?? { n: 0, seat: "" };
    if (details.takeBack?.n !== n) this.#match.changeDetails({ takeBack: entry && { n, seat } });
  }

  /** Counts the turn in which a command was given, unless it was for its player. */
  #countOwnTurn({ id, seat }: RecordEntry<T>): void {
    const by = playedBy({ id, seat });
    if (by !== null && by !== "bead") return;
    const { current } = this.#turns;
    const own = this.#ownTurns.get(seat);
    if (own !== undefined && current !== null && own.last === current) return;
    this.#ownTurns.set(seat, { count: (own?.count ?? 0) + 1, last: current });
  }

  /** Counts turns only as long as it matters how many there were: with clocks, for ratings too. */
  #countTurn(): void {
    if (this.#turns.count > LIMITS.abortTurns && this.#match.clocks.current === null) return;
    const { turn } = this.#turnState;
    if (turn !== null && turn === this.#turns.current) return;
    this.#turns = { count: this.#turns.count + 1, current: turn };
  }

  get #turnState(): TurnState {
    const { game } = this.#match.hosted;
    const turn = this.#match.hosted.turnOf?.(game.view(this.state, "public")) ?? null;
    return { turn, awaiting: game.awaiting(this.state).map(({ seat }) => seat) };
  }

  /**
   * Returns the seats whose players have left when the match ends: who conceded while others played on, who is away by the clocks, and for
   * whom the server conceded. Who ends the match by conceding has played it to its end.
   */
  #leavers(last: RecordEntry<GameTypes> | null): readonly string[] {
    return this.#match.seats.people.filter((seat) => {
      if (last?.seat === seat && last.command.type === "concede") return !isOwn(last);
      return this.conceded.has(seat) || this.#match.clocks.isAway(seat);
    });
  }

  /**
   * @param endedAt ms since 1970
   * @param last the entry with which it ends; `null`: it ends by an agreement
   */
  #resultOf(
    outcome: object,
    entries: number,
    endedAt: number,
    last: RecordEntry<GameTypes> | null,
  ): StoredResult {
    const { created, plan, preset, seats, hasHints, handers } = this.#match;
    const result = resultOf(created, this.begun, seats.knownPlayers, { outcome, entries, endedAt });
    const late = plan.watchDelay !== undefined && { watchDelay: plan.watchDelay };
    // Without data for histories it is never settled: what happened elsewhere is not known here.
    if (created.imported !== undefined) return { ...result, ...late };
    const hasClocks = plan.clock !== null;
    const history = { preset, private: plan.private, clock: hasClocks, left: this.#leavers(last) };
    const turns = Object.fromEntries([...this.#ownTurns].map(([seat, { count }]) => [seat, count]));
    return {
      ...result,
      ...late,
      history: {
        ...history,
        ...(hasClocks && { turns, sameNetwork: seats.inSameNetwork }),
        ...(hasHints && { hints: true }),
        ...(last?.command.type === "concede" && { conceded: last.seat }),
        ...(handers.length > 0 && { handed: handers }),
      },
    };
  }
}
