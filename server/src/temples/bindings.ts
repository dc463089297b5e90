import { refused } from "../fault.ts";

/** Which match a temple takes part in, and for which seats: one match per temple (P-5). */
export interface Binding {
  readonly templeId: string;
  /** The match's id. */
  readonly match: string;
  /** The seats local to this temple, in the order in which they came. Without any the binding has ended (P-5). */
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

export function withoutSeat(binding: Binding, seat: string): Binding {
  return { ...binding, seats: binding.seats.filter((local) => local !== seat) };
}

export function hasEnded({ seats }: Binding): boolean {
  return seats.length === 0;
}

/** The temple to which a seat is local, among the bindings of its match. */
export function templeOfSeat(bindings: readonly Binding[], seat: string): Binding | null {
  return bindings.find(({ seats }) => seats.includes(seat)) ?? null;
}
