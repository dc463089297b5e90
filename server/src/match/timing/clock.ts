/*
 * The clocks of a match's players, as pure arithmetic: a clock follows from when things happened, which the journal holds,
 * and from nothing else. All times are in ms, points in time in ms since 1970.
 *
 * A seat's turn lasts from when it is awaited until it is not, or until its next turn begins, however many decisions that
 * takes. First the turn's own time runs, then the seat's reserve; when both are over the server plays for the seat. Where
 * several seats decide at the same time each has its own deadline.
 */
import type { ClockRules } from "@flower-war/protocol";

export interface SeatClock {
  /** What is left for later turns once this turn's own time is over. */
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
}

export interface Clock {
  readonly rules: ClockRules;
  /** The seats that have a clock: those of people. */
  readonly seats: ReadonlyMap<string, SeatClock>;
  /** ms given back so far because the server was away. */
  readonly givenBack: number;
}

/** A command that was played. */
export interface PlayedCommand {
  readonly seat: string;
  /** Played by the seat's player, not by the server for them. */
  readonly own: boolean;
  readonly at: number;
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
  const fresh = { reserve: rules.reserve, turnEnds: null, turns: 0, missed: 0, late: false, away: false };
  const clock = { rules, seats: new Map(seats.map((seat) => [seat, fresh])), givenBack: 0 };
  return mapSeats(clock, (seat, own) => setAwaited(own, awaiting.includes(seat), rules, at));
}

/** Returns the clocks after a command. */
export function afterCommand(clock: Clock, { seat, own, at, newTurn, awaiting }: PlayedCommand): Clock {
  return mapSeats(clock, (each, before) => {
    if (each !== seat) return setAwaited(before, awaiting.includes(each), clock.rules, at);
    const answered = countAnswer(before, own, clock.rules, at);
    const rested = newTurn ? setAwaited(answered, false, clock.rules, at) : answered;
    return setAwaited(rested, awaiting.includes(each), clock.rules, at);
  });
}

/** Returns the clocks when a player who was away is back: with a turn's time if they are awaited. */
export function afterReturn(clock: Clock, seat: string, at: number): Clock {
  return mapSeats(clock, (each, before) => {
    if (each !== seat || !before.away) return before;
    const turnEnds = before.turnEnds === null ? null : at + clock.rules.turn;
    return { ...before, turnEnds, missed: 0, late: false, away: false };
  });
}

/** Returns the clocks when the server was away for `ms`: awaited seats have as much time left as before. */
export function giveBack(clock: Clock, ms: number): Clock {
  const given = mapSeats(clock, (_, before) =>
    before.turnEnds === null ? before : { ...before, turnEnds: before.turnEnds + ms },
  );
  return { ...given, givenBack: clock.givenBack + ms };
}

/** Returns when the server plays for a seat; `null`: its clock does not run, or its player is away. */
export function deadlineOf({ turnEnds, reserve, away }: SeatClock): number | null {
  return turnEnds === null || away ? null : turnEnds + reserve;
}

function countAnswer(before: SeatClock, own: boolean, rules: ClockRules, at: number): SeatClock {
  const spent = spend(before, at);
  if (own) return { ...spent, reserve: spent.reserve + rules.increment, missed: 0, late: false, away: false };
  const missed = before.late ? before.missed : before.missed + 1;
  return { ...spent, missed, late: true, away: missed >= rules.awayAfter };
}

/** Starts or stops a seat's turn; one that is awaited already goes on with its turn. */
function setAwaited(before: SeatClock, awaited: boolean, rules: ClockRules, at: number): SeatClock {
  const was = before.turnEnds !== null;
  if (was === awaited) return before;
  if (awaited) return { ...before, turnEnds: at + rules.turn, turns: before.turns + 1 };
  return { ...spend(before, at), turnEnds: null, late: false };
}

/** Deducts what ran of the reserve. */
function spend(before: SeatClock, at: number): SeatClock {
  const { turnEnds, reserve } = before;
  if (turnEnds === null || at <= turnEnds) return before;
  return { ...before, turnEnds: at, reserve: Math.max(0, reserve - (at - turnEnds)) };
}

function mapSeats(clock: Clock, change: (seat: string, before: SeatClock) => SeatClock): Clock {
  const seats = [...clock.seats].map(([seat, before]) => [seat, change(seat, before)] as const);
  return { ...clock, seats: new Map(seats) };
}

/** What happens next if nobody acts: a warning to a seat, or the server plays for it. */
export interface Due {
  readonly kind: "warning" | "fallback";
  readonly seat: string;
  /** ms since 1970 */
  readonly at: number;
  /** When the server plays for the seat: with `fallback` the same as `at`. */
  readonly deadline: number;
}

/**
 * Returns the first thing due; `null`: no clock runs.
 * @param warned the seats that were warned already
 */
export function nextDue({ rules, seats }: Clock, warned: ReadonlySet<string>): Due | null {
  let next: Due | null = null;
  for (const [seat, own] of seats) {
    const deadline = deadlineOf(own);
    if (deadline === null) continue;
    const warns = rules.warning > 0 && !warned.has(seat);
    const due: Due = warns
      ? { kind: "warning", seat, at: deadline - rules.warning, deadline }
      : { kind: "fallback", seat, at: deadline, deadline };
    if (next === null || due.at < next.at) next = due;
  }
  return next;
}

/** Returns those of the warned seats that need no second warning: their time is still almost over. */
export function stillWarned({ rules, seats }: Clock, warned: Iterable<string>, now: number): Set<string> {
  const kept = new Set<string>();
  for (const seat of warned) {
    const own = seats.get(seat);
    const deadline = own === undefined ? null : deadlineOf(own);
    if (deadline !== null && deadline - now <= rules.warning) kept.add(seat);
  }
  return kept;
}
