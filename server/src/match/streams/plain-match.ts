import { type Challenge, PROTOCOL_VERSION, readClock, readSeat } from "@flower-war/protocol";
import type { PlainTable, PlainView } from "@flower-war/protocol/server";
import type { Match } from "../match.ts";

/** Returns the public state of a match besides the game itself. */
export function describeTable(match: Match, challenges: readonly Challenge[]): PlainTable {
  const { state, seats, details } = match;
  const { start, offer, asks, canAbort, rematch, codeShown, silent, title, policy } = details;
  const {
    takeBacks,
    takeBack,
    pauses,
    paused,
    holidays,
    onHoliday,
    daysTaken,
    handOvers,
    offeredSeats,
    judges,
    judge,
    seals,
    revealing,
    terms,
  } = details;
  const clock = readClock(state, details.stopped, (seat): seat is string => state.seats.has(seat));
  return {
    status: state.status,
    seats: seats.all.map(([seat, shown]) => readSeat(seat, shown)),
    clocks: clock && { ...clock, seats: Object.fromEntries(clock.seats) },
    awaiting: match.awaiting,
    outcome: match.outcome,
    secret: state.secret || null,
    start,
    startsAt: details.startsAt || null,
    offer,
    asks,
    canAbort,
    claimsAt: details.claimsAt || null,
    rematch,
    previous: details.previous || null,
    keptUntil: details.keptUntil || null,
    codeShown,
    silent,
    title,
    watchDelay: details.watchDelay ?? 0,
    unwatched: details.unwatched ?? false,
    takeBacks,
    takeBack,
    pauses,
    paused,
    holidays,
    onHoliday,
    daysTaken,
    handOvers,
    offeredSeats,
    judges,
    judge,
    policy,
    seals,
    revealing,
    terms,
    challenges,
  };
}

/** Returns the part that a viewer alone sees. @param seat `null`: a viewer without a seat */
export function describeView(match: Match, seat: string | null): PlainView {
  return { view: match.viewOf(seat ?? "public"), legal: seat === null ? [] : match.legal(seat) };
}

/** Returns what never changes, and the counters of the moment. @param now ms since 1970 */
export function describeMatch({ state }: Match, seat: string | null, now: number) {
  const { id, code, game, commitment, n } = state;
  const isPrivate = state.private;
  return {
    protocolVersion: PROTOCOL_VERSION,
    match: id,
    code,
    game,
    private: isPrivate,
    commitment,
    you: seat,
    n,
    now,
  };
}
