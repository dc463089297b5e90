import { RefusalError, refuse } from "../refusal.ts";

/** Binds a temple to the one match that it takes part in (P-5). */
export interface Binding {
  readonly templeId: string;
  /** The match's id. */
  readonly match: string;
  /** The seats local to the temple, in the order in which they were paired. A binding without seats has ended (P-5). */
  readonly seats: readonly string[];
}

/**
 * Returns a temple's binding with one more local seat.
 * @param before `null`: the temple is not bound
 * @throws `RefusalError` with `temple-elsewhere`: the temple is bound to another match
 */
export function addSeat(before: Binding | null, templeId: string, match: string, seat: string): Binding {
  if (before && before.match !== match) throw refuse("temple-elsewhere");
  const others = before?.seats.filter((local) => local !== seat) ?? [];
  return { templeId, match, seats: [...others, seat] };
}

export function removeSeat(binding: Binding, seat: string): Binding {
  return { ...binding, seats: binding.seats.filter((local) => local !== seat) };
}

export function removeAllSeats(binding: Binding): Binding {
  return { ...binding, seats: [] };
}

export function hasEnded({ seats }: Binding): boolean {
  return seats.length === 0;
}

/** Finds the binding of the temple to which a seat is local, among the bindings of its match. */
export function findBySeat(bindings: readonly Binding[], seat: string): Binding | null {
  return bindings.find(({ seats }) => seats.includes(seat)) ?? null;
}

const GONE: readonly string[] = ["unknown-match", "match-ended", "match-damaged"];

/** Whether a call of a match failed because the match is gone for good. Its bindings then end. */
export function isMatchGone(error: unknown): boolean {
  return error instanceof RefusalError && GONE.includes(error.body.code);
}
