import { refused } from "../fault.ts";

/** Which match a temple takes part in, and for which seats: one match per temple (P-5). */
export interface Binding {
  readonly templeId: string;
  /** The match's id. */
  readonly match: string;
  /** The seats local to this temple, in the order in which they came; never empty. */
  readonly seats: readonly string[];
}

/**
 * The binding with one more local seat.
 * @param binding what the temple has so far
 * @throws `Refused` with `temple-elsewhere`: the temple is bound to another match
 */
export function withSeat(binding: Binding | null, templeId: string, match: string, seat: string): Binding {
  if (binding && binding.match !== match) throw refused("temple-elsewhere");
  const others = binding?.seats.filter((local) => local !== seat) ?? [];
  return { templeId, match, seats: [...others, seat] };
}

/** The binding without a seat; `null`: that was the last one, the binding ends (P-5). */
export function withoutSeat(binding: Binding, seat: string): Binding | null {
  const seats = binding.seats.filter((local) => local !== seat);
  return seats.length === 0 ? null : { ...binding, seats };
}

/** The temple to which a seat is local, among the bindings of its match. */
export function templeOfSeat(bindings: readonly Binding[], seat: string): Binding | null {
  return bindings.find(({ seats }) => seats.includes(seat)) ?? null;
}
