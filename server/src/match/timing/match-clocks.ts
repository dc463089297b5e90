import { type ClockRules, ClockState, type MatchDetails, type MatchState } from "@flower-war/protocol";
import type { tableEntries } from "@flower-war/rules";
import { isOwn } from "../../storage/journal/command-ids.ts";
import type { ClockFact } from "../../storage/journal/facts.ts";
import type { SyncedDetails } from "../outbound/details.ts";
import {
  type Act,
  actOf,
  afterCommand,
  afterReturn,
  afterTakeBack,
  type Clock,
  creditFor,
  daysLeft,
  daysTaken,
  deadlineOf,
  endHoliday,
  endPause,
  giveBack,
  giveTime,
  nextChange,
  type Pause,
  pauseClocks,
  restartClock,
  settle,
  startClock,
  type SeatClock,
  stopClocks,
  takeHoliday,
  withSeat,
} from "./clock.ts";

/** The event of an entry that pauses the match, lets it go on, or gives a seat time. */
type PauseEvent = ReturnType<typeof tableEntries.eventOfPause>;

/** The event of an entry that begins or ends a holiday. */
type HolidayEvent = ReturnType<typeof tableEntries.eventOfHoliday>;

/** The turn that the game is in. */
export interface TurnState {
  /** Names the current turn; `null`: each command begins another. */
  readonly turn: string | number | null;
  /** The seats that the match waits for. */
  readonly awaiting: readonly string[];
}

/** The clock of a seat that acted, before and after. */
export interface ActClock {
  readonly seat: string;
  readonly act: Act;
}

/** The clocks of a match's players as its log has them; keeps the synced state in step. */
export class MatchClocks {
  readonly #rules: ClockRules | null;
  readonly #state: MatchState;
  readonly #details: Pick<SyncedDetails, "change">;
  #clock: Clock | null = null;
  #turn: TurnState["turn"] = null;
  /** Returns each player's round trip, ms. */
  readonly #roundTrips = new Map<string, () => number>();
  /** The deadlines that were found over: a round trip that is measured later changes nothing. */
  readonly #over = new Map<string, number>();

  /** @param rules `null`: the match has no clocks */
  constructor(rules: ClockRules | null, state: MatchState, details: Pick<SyncedDetails, "change">) {
    this.#rules = rules;
    this.#state = state;
    this.#details = details;
    if (rules !== null) state.clockRules = JSON.stringify(rules);
  }

  /** The clocks; `null`: there are none, or the match has not begun. */
  get current(): Clock | null {
    return this.#clock;
  }

  /**
   * Starts the clocks.
   * @param people the seats that have one
   * @param at ms since 1970
   */
  start(people: readonly string[], { turn, awaiting }: TurnState, at: number): void {
    if (this.#rules === null) return;
    this.#turn = turn;
    for (const seat of people) this.#state.clocks.set(seat, new ClockState());
    this.#set(startClock(this.#rules, people, awaiting, at));
  }

  /** Starts the clock of one more seat. @param at ms since 1970 */
  startFor(seat: string, { awaiting }: TurnState, at: number): void {
    if (this.#clock === null) return;
    this.#state.clocks.set(seat, new ClockState());
    this.#set(withSeat(this.#clock, seat, awaiting, at));
  }

  /** A player has come by another socket, or has none any more. @param read returns its round trip, ms; `null`: there is none */
  setRoundTrip(seat: string, read: (() => number) | null): void {
    if (read === null) this.#roundTrips.delete(seat);
    else this.#roundTrips.set(seat, read);
  }

  /** Returns the ms of its player's round trip that a seat is not charged for if it acts now. */
  lagOf(seat: string): number {
    const own = this.#clock?.seats.get(seat);
    return own === undefined ? 0 : creditFor(own, this.#roundTrips.get(seat)?.() ?? 0);
  }

  /** Applies a played command. @param at ms since 1970 @param lag ms of its player's round trip that the seat is not charged for */
  applyCommand(
    { id, seat }: { id: string; seat: string },
    { turn, awaiting }: TurnState,
    at: number,
    lag: number,
  ): void {
    if (this.#clock === null) return;
    const newTurn = turn === null || turn !== this.#turn;
    this.#turn = turn;
    this.#set(afterCommand(this.#clock, { seat, own: isOwn({ id, seat }), at, lag, newTurn, awaiting }));
  }

  /** Returns the clock of a seat that is about to act; `null`: it has none. @param at ms since 1970 */
  beforeAct(seat: string, at: number): ActClock | null {
    const act = this.#clock && actOf(this.#clock, seat, at);
    return act && { seat, act };
  }

  /** Completes it when the seat has acted. */
  afterAct({ seat, act }: ActClock): ActClock {
    return { seat, act: { ...act, after: this.#clock?.seats.get(seat) ?? act.after } };
  }

  /** Applies that an act was taken back. @param at ms since 1970 */
  takeBack({ seat, act }: ActClock, { turn, awaiting }: TurnState, at: number): void {
    if (this.#clock === null) return;
    this.#turn = turn;
    this.#set(afterTakeBack(this.#clock, seat, act, { at, awaiting }));
  }

  /** Applies that the match was paused, goes on, or that a seat was given time. @param at ms since 1970 */
  applyPause(event: PauseEvent, at: number): void {
    if (this.#clock === null) return;
    if (event.type === "table-paused") this.#set(pauseClocks(this.#clock, at, event.seconds * 1000));
    if (event.type === "table-resumed") this.#set(endPause(settle(this.#clock, at), at));
    if (event.type === "table-time-given")
      this.#set(giveTime(this.#clock, event.to, at, event.seconds * 1000));
  }

  /** Applies that a seat's player takes days off, or is back. @param at ms since 1970 */
  applyHoliday(seat: string, event: HolidayEvent, at: number): void {
    if (this.#clock === null) return;
    if (event.type === "table-holiday-ended") return this.endHoliday(seat, at);
    this.#set(takeHoliday(this.#clock, seat, at, event.days));
  }

  /** Applies that a seat's player is not on holiday, or not any more. @param at ms since 1970 */
  endHoliday(seat: string, at: number): void {
    if (this.#clock !== null) this.#set(endHoliday(settle(this.#clock, at), seat, at));
  }

  /** Whether a seat's player is on holiday. @param now ms since 1970 */
  isOnHoliday(seat: string, now: number): boolean {
    const clock = this.#clock && settle(this.#clock, now);
    return (clock?.seats.get(seat)?.holiday ?? null) !== null;
  }

  /** Returns how many days off a seat's player has left. @param most in 30 days @param now ms since 1970 */
  daysLeft(seat: string, most: number, now: number): number {
    const own = this.#clock && settle(this.#clock, now).seats.get(seat);
    return own ? daysLeft(own, most, now) : 0;
  }

  /** The match's pause; `null`: it is not paused. @param now ms since 1970 */
  pauseAt(now: number): Pause | null {
    return this.#clock && settle(this.#clock, now).pause;
  }

  /** Applies a journaled fact. @param at ms since 1970 */
  apply(fact: ClockFact, at: number): void {
    if (this.#clock === null) return;
    if (fact.type === "player-back") this.#set(afterReturn(this.#clock, fact.seat, at));
    if (fact.type === "time-given-back") {
      const { ms, seat } = fact;
      this.#set(seat === undefined ? giveBack(this.#clock, ms) : restartClock(this.#clock, seat, ms));
    }
    if (fact.type === "clock-stopped" && fact.seats !== undefined) {
      const { seats, since = at, until = null } = fact;
      this.#set(stopClocks(this.#clock, seats, { since, until }));
    }
  }

  /** When the next clock ends, or runs again, ms since 1970; `null`: none does. */
  get nextChange(): number | null {
    return this.#clock && nextChange(this.#clock);
  }

  /** Lets clocks run again that stood still for as long as they may. @param now ms since 1970 */
  settle(now: number): void {
    if (this.#clock !== null) this.#set(settle(this.#clock, now));
  }

  /** The seats whose clocks stand still. */
  get stopped(): string[] {
    return [...(this.#clock?.seats ?? [])].flatMap(([seat, { stop }]) => (stop === null ? [] : [seat]));
  }

  /** The stopped clocks without a bound yet. */
  get unbounded(): string[] {
    return this.stopped.filter((seat) => this.#clock?.seats.get(seat)?.stop?.until === null);
  }

  /** The seats of people who do not count as away. */
  get ofPresent(): readonly string[] {
    return [...this.running, ...this.stopped];
  }

  /** The seats whose clocks would run if they were awaited: those of people who do not count as away. */
  get running(): string[] {
    return [...(this.#clock?.seats ?? [])].flatMap(([seat, { stop, away }]) =>
      stop === null && !away ? [seat] : [],
    );
  }

  /** Whether the match waits for a seat that has a clock. */
  isAwaited(seat: string): boolean {
    return (this.#clock?.seats.get(seat)?.turnEnds ?? null) !== null;
  }

  /** Whether a seat's player counts as away. */
  isAway(seat: string): boolean {
    return this.#clock?.seats.get(seat)?.away ?? false;
  }

  /** Whether the server plays for an awaited seat now: its time is over, and what its player did in time has arrived. @param now ms since 1970 */
  isOver(seat: string, now: number): boolean {
    const clock = this.#clock && settle(this.#clock, now);
    const own = clock?.pause === null ? clock.seats.get(seat) : undefined;
    const deadline = own ? deadlineOf(own) : null;
    if (deadline === null) return false;
    if (this.#over.get(seat) !== deadline && deadline + this.lagOf(seat) > now) return false;
    this.#over.set(seat, deadline);
    return true;
  }

  #set(clock: Clock): void {
    if (clock === this.#clock) return;
    const { givenBack, seats, pause } = clock;
    // The same object says that it is unchanged.
    if (pause !== (this.#clock?.pause ?? null)) this.#details.change({ paused: pause });
    if (!haveSameHolidays(this.#clock, clock)) this.#details.change({ daysTaken: daysTakenIn(clock) });
    this.#clock = clock;
    this.#state.givenBack = givenBack;
    this.#details.change({ onHoliday: onHolidayIn(clock), stopped: stoppedOf(clock) });
    for (const [seat, shown] of this.#state.clocks.entries()) {
      const own = seats.get(seat);
      if (own) shown.assign({ reserve: own.reserve, turnEnds: own.turnEnds ?? 0, away: own.away });
    }
  }
}

/** Returns what `MatchDetails.onHoliday` says. */
function onHolidayIn({ seats }: Clock): Readonly<Record<string, number>> | null {
  return bySeat(seats, ({ holiday }) => holiday?.until ?? null);
}

/** Returns what `MatchDetails.stopped` says. */
function stoppedOf({ seats, pause }: Clock): Readonly<Record<string, number>> | null {
  return bySeat(seats, ({ stop, holiday, turnEnds, away }) => {
    const paused = away ? null : pause;
    if (turnEnds === null || (stop === null && holiday === null && paused === null)) return null;
    return Math.min(stop?.since ?? Infinity, holiday?.since ?? Infinity, paused?.since ?? Infinity);
  });
}

/** Whether the same holidays were taken. A list that is unchanged is the same object, which is quick to see after each command. */
function haveSameHolidays(before: Clock | null, { seats }: Clock): boolean {
  for (const [seat, { holidays }] of seats) {
    const former = before?.seats.get(seat)?.holidays;
    if (former === undefined ? holidays.length > 0 : former !== holidays) return false;
  }
  return true;
}

/** Returns what `MatchDetails.daysTaken` says: the days that counted when the seat's player last took some. */
function daysTakenIn({ seats }: Clock): MatchDetails["daysTaken"] {
  return bySeat(seats, (own) => {
    const last = own.holidays.at(-1);
    return last ? daysTaken(own, last.at) : null;
  });
}

/** Returns what seats have of which not `null` is read; `null`: none. Nothing is allocated for none, as after most commands. */
function bySeat<T>(
  seats: Clock["seats"],
  read: (own: SeatClock) => T | null,
): Readonly<Record<string, T>> | null {
  let found: [string, T][] | null = null;
  for (const [seat, own] of seats) {
    const value = read(own);
    if (value !== null) (found ??= []).push([seat, value]);
  }
  return found && Object.fromEntries(found);
}
