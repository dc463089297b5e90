/**
 * The clocks of a match's players, as pure arithmetic: a clock follows from when things happened, which the journal
 * holds, and from nothing else. All times are ms, points in time ms since 1970.
 *
 * A seat's turn lasts from the moment it is awaited until the match waits for it no more or its next turn begins, however
 * many decisions that takes. First the turn's own time runs, then the seat's reserve; at the end of both somebody plays for it. Where
 * several seats decide at the same time each has its own deadline.
 */
import type { ClockRules } from "@flower-war/client-sdk/protocol";

export interface SeatClock {
  /** What is left for later turns, once this turn's own time is over. */
  readonly reserve: number;
  /** When this turn's own time is over and the reserve begins to run; `null`: the seat is not awaited. */
  readonly turnEnds: number | null;
  /** Turns in a row in which somebody had to play for the seat. */
  readonly missed: number;
  /** Somebody had to play for it in this turn already. */
  readonly late: boolean;
  /** Its player is taken to be gone: it is played for at once until he is back. */
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
export interface Played {
  readonly seat: string;
  /** By the seat's player; else by somebody in its place. */
  readonly own: boolean;
  readonly at: number;
  /** It began another turn. */
  readonly newTurn: boolean;
  /** The seats that the match waits for afterwards. */
  readonly awaiting: readonly string[];
}

/** The clocks of a match that begins. @param awaiting the seats that it waits for first */
export function startClock(
  rules: ClockRules,
  seats: readonly string[],
  awaiting: readonly string[],
  at: number,
): Clock {
  const fresh = { reserve: rules.reserve, turnEnds: null, missed: 0, late: false, away: false };
  const clock = { rules, seats: new Map(seats.map((seat) => [seat, fresh])), givenBack: 0 };
  return mapSeats(clock, (seat, own) => awaited(own, awaiting.includes(seat), rules, at));
}

/** The clocks after a command. */
export function afterCommand(clock: Clock, { seat, own, at, newTurn, awaiting }: Played): Clock {
  return mapSeats(clock, (each, before) => {
    if (each !== seat) return awaited(before, awaiting.includes(each), clock.rules, at);
    const answered = afterAnswer(before, own, clock.rules, at);
    const rested = newTurn ? awaited(answered, false, clock.rules, at) : answered;
    return awaited(rested, awaiting.includes(each), clock.rules, at);
  });
}

/** The clocks when a player is back: he is not away any more, and has a turn's time if he is awaited. */
export function afterReturn(clock: Clock, seat: string, at: number): Clock {
  return mapSeats(clock, (each, before) => {
    if (each !== seat || !before.away) return before;
    const turnEnds = before.turnEnds === null ? null : at + clock.rules.turn;
    return { ...before, turnEnds, missed: 0, late: false, away: false };
  });
}

/** The clocks when the server was away for so long: whoever was awaited has as much time left as before. */
export function giveBack(clock: Clock, ms: number): Clock {
  const given = mapSeats(clock, (_, before) =>
    before.turnEnds === null ? before : { ...before, turnEnds: before.turnEnds + ms },
  );
  return { ...given, givenBack: clock.givenBack + ms };
}

/** When somebody plays for a seat; `null`: its clock does not run, or it is away, where nobody waits for a clock. */
export function deadlineOf({ turnEnds, reserve, away }: SeatClock): number | null {
  return turnEnds === null || away ? null : turnEnds + reserve;
}

function afterAnswer(before: SeatClock, own: boolean, rules: ClockRules, at: number): SeatClock {
  const spent = spend(before, at);
  if (own) return { ...spent, reserve: spent.reserve + rules.increment, missed: 0, late: false, away: false };
  const missed = before.late ? before.missed : before.missed + 1;
  return { ...spent, missed, late: true, away: missed >= rules.awayAfter };
}

/** A seat that is awaited, or not, from now on. One that was goes on with its turn. */
function awaited(before: SeatClock, now: boolean, rules: ClockRules, at: number): SeatClock {
  const was = before.turnEnds !== null;
  if (was === now) return before;
  if (now) return { ...before, turnEnds: at + rules.turn };
  return { ...spend(before, at), turnEnds: null, late: false };
}

/** Takes what ran of the reserve away. */
function spend(before: SeatClock, at: number): SeatClock {
  const { turnEnds, reserve } = before;
  if (turnEnds === null || at <= turnEnds) return before;
  return { ...before, turnEnds: at, reserve: Math.max(0, reserve - (at - turnEnds)) };
}

function mapSeats(clock: Clock, change: (seat: string, before: SeatClock) => SeatClock): Clock {
  const seats = [...clock.seats].map(([seat, before]) => [seat, change(seat, before)] as const);
  return { ...clock, seats: new Map(seats) };
}
