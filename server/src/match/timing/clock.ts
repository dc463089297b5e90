/*
 * The clocks of a match's players, as pure arithmetic: a clock follows from when things happened, which the journal holds,
 * and from nothing else. All times are in ms, points in time in ms since 1970.
 *
 * A seat's turn lasts from when it is awaited until it is not, or until its next turn begins, however many decisions that
 * takes. First the turn's own time runs, then the seat's reserve; when both are over the server plays for the seat. Where
 * several seats decide at the same time each has its own deadline.
 *
 * An outage stops clocks: those of awaited seats stand still from its beginning until their player is back, or a bound has
 * passed. A seat that is awaited only meanwhile has its clock stopped from then on.
 *
 * A pause on which the people agreed stops all clocks, and each awaited seat gets back how long it lasted: for the clocks no time passes.
 * A holiday of a seat's player does the same for that seat alone. It ends after its days, when the seat acts, and when its player is back.
 *
 * A seat is not charged for its player's round trip, as the server's pings measure it, up to `SERVER_LIMITS.lag`.
 */
import type { ClockRules } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";

/** A clock that stands still because of an outage. */
export interface Stop {
  /** Since when. Of a seat that is not awaited: since when its clock would, if it were. */
  readonly since: number;
  /** Until when at most; `null`: the outage lasts. */
  readonly until: number | null;
}

export interface SeatClock {
  /** The time that is left for later turns once this turn's own time is over. */
  readonly reserve: number;
  /** When this turn's own time is over and the reserve starts to run; `null`: the seat is not awaited. */
  readonly turnEnds: number | null;
  /** How many turns the seat has had, this one included. */
  readonly turns: number;
  /** Turns in a row in which the server had to play for the seat. */
  readonly missed: number;
  /** The server had to play for the seat in this turn already. */
  readonly late: boolean;
  /** The player counts as away: the server plays for the seat at once until they are back. */
  readonly away: boolean;
  /** `null`: its clock runs while it is awaited. */
  readonly stop: Stop | null;
  /** ms of its player's round trips that it was not charged for so far. */
  readonly credited: number;
  /** `null`: its player is not on holiday. `since`: as in `Stop`. */
  readonly holiday: Pause | null;
  /** The holidays so far, the last one last: when each began, and its days, as far as they began. */
  readonly holidays: readonly { readonly at: number; readonly days: number }[];
}

export interface Clock {
  readonly rules: ClockRules;
  /** The seats that have a clock: those of people. */
  readonly seats: ReadonlyMap<string, SeatClock>;
  /** ms given back to all seats so far because of outages. */
  readonly givenBack: number;
  /** `null`: the match is not paused. */
  readonly pause: Pause | null;
}

/** A pause of a match: since when, and when it ends by itself. */
export interface Pause {
  readonly since: number;
  readonly until: number;
}

/** A command that was played. */
interface PlayedCommand {
  readonly seat: string;
  /** Played by the seat's player, not by the server for them. */
  readonly own: boolean;
  readonly at: number;
  /** ms of its player's round trip that the seat is not charged for; default: 0. */
  readonly lag?: number;
  /** It began another turn. */
  readonly newTurn: boolean;
  /** The seats that the match waits for afterwards. */
  readonly awaiting: readonly string[];
}

/** Returns the clocks of a match that begins. @param awaiting the seats that it waits for first */
export function startClock(
  rules: ClockRules,
  seats: readonly string[],
  awaiting: readonly string[],
  at: number,
): Clock {
  const clock = {
    rules,
    seats: new Map(seats.map((seat) => [seat, freshClock(rules)])),
    givenBack: 0,
    pause: null,
  };
  return mapSeats(clock, (seat, own) => setAwaited(own, awaiting.includes(seat), rules, at));
}

/** Returns the clocks with that of one more seat, which a person has from now on. */
export function withSeat(before: Clock, seat: string, awaiting: readonly string[], at: number): Clock {
  const clock = settle(before, at);
  const from = clock.pause?.since ?? at;
  const own = setAwaited(freshClock(clock.rules), awaiting.includes(seat), clock.rules, from);
  return { ...clock, seats: new Map([...clock.seats, [seat, own]]) };
}

function freshClock({ reserve }: ClockRules): SeatClock {
  return {
    reserve,
    turnEnds: null,
    turns: 0,
    missed: 0,
    late: false,
    away: false,
    stop: null,
    credited: 0,
    holiday: null,
    holidays: [],
  };
}

/** Returns the clocks after a command. */
export function afterCommand(
  before: Clock,
  { seat, own, at, lag = 0, newTurn, awaiting }: PlayedCommand,
): Clock {
  const clock = own ? withoutStop(before, seat, at) : endPause(settle(before, at), at);
  return mapSeats(clock, (each, before) => {
    if (each !== seat) return setAwaited(before, awaiting.includes(each), clock.rules, at);
    const answered = countAnswer(creditLag(before, lag), own, clock.rules, at);
    const rested = newTurn ? setAwaited(answered, false, clock.rules, at) : answered;
    return setAwaited(rested, awaiting.includes(each), clock.rules, at);
  });
}

/** An act of a seat, as its clock has it. */
export interface Act {
  readonly at: number;
  /** The seat's clock before it, and right after it. */
  readonly before: SeatClock;
  readonly after: SeatClock;
}

/** Returns an act that a seat is about to make, whose player is there: `after` is not known yet. `null`: the seat has no clock. */
export function actOf(clock: Clock, seat: string, at: number): Act | null {
  const before = afterReturn(withoutStop(clock, seat, at), seat, at).seats.get(seat);
  return before === undefined ? null : { at, before, after: before };
}

/**
 * Returns the clocks when an act is taken back: as if it had not been made, but that what other seats used stays used. Its seat goes on with
 * what it had left when it acted, and the time that it was given since. Neither the increment nor the credit that the act got stays, nor the
 * turns that it had missed before it.
 */
export function afterTakeBack(
  before: Clock,
  seat: string,
  act: Act,
  { at, awaiting }: { readonly at: number; readonly awaiting: readonly string[] },
): Clock {
  const clock = withoutStop(before, seat, at);
  return mapSeats(clock, (each, own) => {
    const { turnEnds } = act.before;
    if (each !== seat || turnEnds === null) return setAwaited(own, awaiting.includes(each), clock.rules, at);
    const ms = at - act.at + own.reserve - act.after.reserve;
    const { holidays } = own;
    const restored = { ...act.before, turnEnds: turnEnds + ms, missed: 0, late: false, holidays };
    return setAwaited(restored, awaiting.includes(each), clock.rules, at);
  });
}

/** Returns the clocks when a seat's runs, if it stood still: who acts is there, and ends a pause and their holiday. */
function withoutStop(clock: Clock, seat: string, at: number): Clock {
  const running = endStops(endPause(settle(clock, at), at), (each, { since }) =>
    each === seat ? Math.max(at, since) : null,
  );
  return endHoliday(running, seat, at);
}

/** Returns the clocks after an absent player's return: with a turn's time if they are awaited. */
export function afterReturn(clock: Clock, seat: string, at: number): Clock {
  return mapSeats(clock, (each, before) => {
    if (each !== seat || !before.away) return before;
    const turnEnds = before.turnEnds === null ? null : (clock.pause?.since ?? at) + clock.rules.turn;
    return { ...before, turnEnds, missed: 0, late: false, away: false, stop: null };
  });
}

/** Returns the clocks when `ms` are given back to every awaited seat. */
export function giveBack(clock: Clock, ms: number): Clock {
  const given = mapSeats(clock, (_, before) =>
    before.turnEnds === null ? before : { ...before, turnEnds: before.turnEnds + ms },
  );
  return { ...given, givenBack: clock.givenBack + ms };
}

/** Returns the clocks when the people of the match pause it. One that is paused stays so. @param ms how long at most */
export function pauseClocks(before: Clock, at: number, ms: number): Clock {
  const clock = settle(before, at);
  return { ...clock, pause: clock.pause ?? { since: at, until: at + ms } };
}

/** Returns the clocks when a pause ends: every awaited seat has as long as when it began. The same object: there is none. */
export function endPause(clock: Clock, at: number): Clock {
  const { pause } = clock;
  if (pause === null) return clock;
  const ms = at - pause.since;
  const ended = mapSeats(clock, (_, own) => ({
    ...own,
    turnEnds: own.turnEnds === null ? null : own.turnEnds + ms,
    stop: own.stop && { ...own.stop, since: Math.min(at, own.stop.since + ms) },
    holiday: own.holiday && { ...own.holiday, since: Math.min(at, own.holiday.since + ms) },
  }));
  return { ...ended, pause: null };
}

/** Returns the clocks after a seat's player takes a number of days off, which also makes them present. */
export function takeHoliday(before: Clock, seat: string, at: number, days: number): Clock {
  const clock = afterReturn(settle(before, at), seat, at);
  return mapSeats(clock, (each, own) => {
    if (each !== seat) return own;
    return {
      ...own,
      holiday: { since: at, until: at + days * DAY },
      holidays: [...own.holidays, { at, days }],
    };
  });
}

/** Returns the clocks when a seat's player is back from their holiday. Days that have not begun are not counted. The same object: they took none. */
export function endHoliday(clock: Clock, seat: string, at: number): Clock {
  const own = clock.seats.get(seat);
  if (!own?.holiday) return clock;
  const { since } = own.holiday;
  const { turnEnds } = own;
  // The other reason for which the clock stands still covers the rest.
  const covered = Math.min(at, clock.pause?.since ?? at, own.stop?.since ?? at);
  const last = own.holidays.at(-1);
  const days = (last && Math.min(last.days, Math.max(1, Math.ceil((at - last.at) / DAY)))) ?? 0;
  const ended = {
    ...own,
    holiday: null,
    turnEnds: turnEnds === null ? null : turnEnds + Math.max(0, covered - since),
    holidays: last ? [...own.holidays.slice(0, -1), { ...last, days }] : [],
  };
  return { ...clock, seats: new Map([...clock.seats, [seat, ended]]) };
}

/** Returns how many days off a seat's player has left, of so many in `SERVER_LIMITS.holidays.window`. */
export function daysLeft(own: SeatClock, most: number, at: number): number {
  return daysTaken(own, at).reduce((left, { days }) => left - days, most);
}

/** Returns the days off of a seat's player that count at a time, and until when each do, ms since 1970. */
export function daysTaken({ holidays }: SeatClock, at: number): { days: number; until: number }[] {
  return holidays
    .map((each) => ({ days: each.days, until: each.at + SERVER_LIMITS.holidays.window }))
    .filter(({ until }) => until > at);
}

/** ms of a day. */
const DAY = 86_400_000;

/** Returns the clocks when a seat is given time, for this turn and later ones. */
export function giveTime(before: Clock, seat: string, at: number, ms: number): Clock {
  return mapSeats(settle(before, at), (each, own) =>
    each === seat ? { ...own, reserve: own.reserve + ms } : own,
  );
}

/**
 * Returns the clocks when those of these seats stand still. One that does already goes on standing still, until the new bound.
 * Seats whose player counts as away are played at once, and stay so.
 */
export function stopClocks(before: Clock, seats: readonly string[], { since, until }: Stop): Clock {
  const clock = settle(before, since);
  return mapSeats(clock, (seat, own) => {
    if (own.away || !seats.includes(seat)) return own;
    return { ...own, stop: { since: own.stop?.since ?? since, until } };
  });
}

/** Returns the clocks when a stopped one runs again: its player is back. @param ms given back to the seat */
export function restartClock(before: Clock, seat: string, ms: number): Clock {
  return endStops(before, (each, { since }) => (each === seat ? since + ms : null));
}

/** Returns how many ms a seat gets back whose player is back; 0: it is not awaited. `null`: its clock does not stand still. */
export function timeToGiveBack(clock: Clock, seat: string, at: number): number | null {
  const own = settle(clock, at).seats.get(seat);
  if (!own?.stop) return null;
  const covered = Math.min(clock.pause?.since ?? at, own.holiday?.since ?? at);
  return own.turnEnds === null ? 0 : Math.max(0, covered - own.stop.since);
}

/** Returns the clocks at a time: those whose bound has passed run again, from then on. The same object: there are none. */
export function settle(clock: Clock, at: number): Clock {
  const { pause } = clock;
  if (pause !== null && pause.until <= at)
    return settle(endPause(settle(clock, pause.until - 1), pause.until), at);
  // Read without the seats: this is done several times for each command, and hardly ever is there one.
  for (const { holiday } of clock.seats.values())
    if (holiday !== null && holiday.until <= at) return settle(afterHoliday(clock, at), at);
  return endStops(clock, (_, { since, until }) =>
    until !== null && until <= at ? Math.max(since, until) : null,
  );
}

/** Returns the clocks when the first holiday that has passed at a time has ended. */
function afterHoliday(clock: Clock, at: number): Clock {
  const [[seat, { holiday }] = ["", { holiday: null }]] = [...clock.seats]
    .filter(([, own]) => own.holiday !== null && own.holiday.until <= at)
    .toSorted(([, one], [, other]) => (one.holiday?.until ?? 0) - (other.holiday?.until ?? 0));
  if (holiday === null) return clock;
  return endHoliday(settle(clock, holiday.until - 1), seat, holiday.until);
}

/** Ends stops. @param endOf returns when a seat's ends; `null`: it goes on */
function endStops(clock: Clock, endOf: (seat: string, stop: Stop) => number | null): Clock {
  let [given, isChanged] = [0, false];
  const ended = mapSeats(clock, (seat, before) => {
    const end = before.stop && endOf(seat, before.stop);
    if (before.stop === null || end === null) return before;
    isChanged = true;
    if (before.turnEnds === null) return { ...before, stop: null };
    // While the match is paused, or the player on holiday, no time is lost.
    const covered = Math.min(end, clock.pause?.since ?? end, before.holiday?.since ?? end);
    const ms = Math.max(0, covered - before.stop.since);
    given += ms;
    return { ...before, stop: null, turnEnds: before.turnEnds + ms };
  });
  return isChanged ? { ...ended, givenBack: clock.givenBack + given } : clock;
}

/** Returns when the server plays for a seat; `null`: its clock does not run, or its player is away. */
export function deadlineOf({ turnEnds, reserve, away, stop, holiday }: SeatClock): number | null {
  return turnEnds === null || away || stop !== null || holiday !== null ? null : turnEnds + reserve;
}

/** Returns the ms of a round trip that a seat is not charged for if it acts now. @param roundTrip ms */
export function creditFor({ credited, turnEnds }: SeatClock, roundTrip: number): number {
  const { act, match } = SERVER_LIMITS.lag;
  return turnEnds === null ? 0 : Math.max(0, Math.min(roundTrip, act, match - credited));
}

function creditLag(before: SeatClock, lag: number): SeatClock {
  if (before.turnEnds === null || lag === 0) return before;
  return { ...before, turnEnds: before.turnEnds + lag, credited: before.credited + lag };
}

function countAnswer(before: SeatClock, own: boolean, rules: ClockRules, at: number): SeatClock {
  const spent = spend(before, at);
  if (own) return { ...spent, reserve: spent.reserve + rules.increment, missed: 0, late: false, away: false };
  const missed = before.late ? before.missed : before.missed + 1;
  return { ...spent, missed, late: true, away: missed >= rules.awayAfter };
}

/** Starts or stops a seat's turn; a seat that is awaited already goes on with its turn. */
function setAwaited(before: SeatClock, awaited: boolean, rules: ClockRules, at: number): SeatClock {
  const was = before.turnEnds !== null;
  if (was === awaited) return before;
  const stop = before.stop && { ...before.stop, since: Math.max(before.stop.since, at) };
  const holiday = before.holiday && { ...before.holiday, since: Math.max(before.holiday.since, at) };
  if (awaited) return { ...before, turnEnds: at + rules.turn, turns: before.turns + 1, stop, holiday };
  return { ...spend(before, at), turnEnds: null, late: false, stop, holiday };
}

/** Deducts what ran of the reserve. */
function spend(before: SeatClock, at: number): SeatClock {
  const { turnEnds, reserve, stop, holiday } = before;
  const ranUntil = Math.min(at, stop?.since ?? at, holiday?.since ?? at);
  if (turnEnds === null || ranUntil <= turnEnds) return before;
  return { ...before, turnEnds: ranUntil, reserve: Math.max(0, reserve - (ranUntil - turnEnds)) };
}

function mapSeats(clock: Clock, change: (seat: string, before: SeatClock) => SeatClock): Clock {
  const seats = [...clock.seats].map(([seat, before]) => [seat, change(seat, before)] as const);
  return { ...clock, seats: new Map(seats) };
}

/** The next event if no seat acts: a warning to a seat, the server plays for it, or its stopped clock runs again; without a seat, the clocks of all. */
export interface Due {
  readonly kind: "warning" | "fallback" | "restart";
  readonly seat: string;
  /** ms since 1970 */
  readonly at: number;
  /** When the seat's time is over; with `restart` not known yet. */
  readonly deadline: number;
}

/** The turn (`SeatClock.turns`) in which each seat was warned last. */
export type Warned = ReadonlyMap<string, number>;

/**
 * Returns the first thing due; `null`: no clock runs. A seat is warned once in a turn.
 * @param lagOf returns the ms that the server waits beyond a seat's deadline, for what its player did in time
 */
export function nextDue(
  { rules, seats, pause }: Clock,
  warned: Warned,
  lagOf: (seat: string) => number = () => 0,
): Due | null {
  if (pause !== null) return { kind: "restart", seat: "", at: pause.until, deadline: pause.until };
  let next: Due | null = null;
  for (const [seat, own] of seats) {
    const due = dueOf(seat, own, warned.get(seat) === own.turns ? 0 : rules.warning, lagOf);
    if (due !== null && (next === null || due.at < next.at)) next = due;
  }
  return next;
}

/** Returns when the next thing happens that changes the clocks, ms since 1970; `null`: nothing does until a player acts. */
export function nextChange(clock: Clock): number | null {
  return nextDue({ ...clock, rules: { ...clock.rules, warning: 0 } }, new Map())?.at ?? null;
}

/** @param warning ms before the deadline at which the seat is warned; 0: never @param lagOf as for `nextDue` */
function dueOf(seat: string, own: SeatClock, warning: number, lagOf: (seat: string) => number): Due | null {
  const { turnEnds, stop, holiday } = own;
  const until = Math.min((turnEnds === null ? null : stop?.until) ?? Infinity, holiday?.until ?? Infinity);
  if (until !== Infinity) return { kind: "restart", seat, at: until, deadline: until };
  const deadline = deadlineOf(own);
  if (deadline === null) return null;
  if (warning > 0) return { kind: "warning", seat, at: deadline - warning, deadline };
  return { kind: "fallback", seat, at: deadline + lagOf(seat), deadline };
}

/** Leaves out players who are away: when they are back, they have a turn's time again. */
export function stillWarned({ seats }: Clock, warned: Warned): Warned {
  return new Map([...warned].filter(([seat]) => seats.get(seat)?.away === false));
}

/** Returns the seats that were warned before their clocks stood still, by the server that had the match then. */
export function warnedBefore({ rules, seats }: Clock): Warned {
  const warned = new Map<string, number>();
  for (const [seat, { turnEnds, reserve, stop, turns }] of seats) {
    if (stop === null || turnEnds === null) continue;
    if (turnEnds + reserve - stop.since <= rules.warning) warned.set(seat, turns);
  }
  return warned;
}
