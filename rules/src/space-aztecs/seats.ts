import { type City, SEATS, type Seat, type Table } from "./vocabulary.ts";

/**
 * Returns the seats of a match for 2 to 6 players, clockwise.
 * @throws RangeError for another number
 */
export function seatsFor(count: number): readonly Seat[] {
  if (count < 2 || count > SEATS.length) throw new RangeError(`Space Aztecs has 2 to 6 seats, not ${count}`);
  return SEATS.slice(0, count);
}

/** Returns whether a seat belongs to this match and has not conceded. */
export function isInPlay({ seats, out }: Table, seat: Seat): boolean {
  return seats.includes(seat) && !out.includes(seat);
}

/** Returns the seats that have not conceded, clockwise. */
export function seatsInPlay(table: Table): readonly Seat[] {
  return table.seats.filter((seat) => isInPlay(table, seat));
}

/** Returns all seats in play clockwise, beginning with `first`. */
export function clockwiseFrom(table: Table, first: Seat): readonly Seat[] {
  const { seats } = table;
  const at = seats.indexOf(first);
  return [...seats.slice(at), ...seats.slice(0, at)].filter((seat) => isInPlay(table, seat));
}

/** Returns the other seats in play, clockwise from the one after `seat`. */
export function othersOf(table: Table, seat: Seat): readonly Seat[] {
  return clockwiseFrom(table, seat).filter((other) => other !== seat);
}

/**
 * Returns the city of a seat.
 * @throws RangeError for a seat that is not in the match
 */
export function cityOf({ cities }: Table, seat: Seat): City {
  const city = cities[seat];
  if (city === undefined) throw new RangeError(`${seat} has no seat in this match`);
  return city;
}
