import { SEATS, type Seat, type Table, type Tribe } from "./vocabulary.ts";

/** The seats of a match by their number, in turn order (canon section 2). */
const SEATED: { readonly [count: number]: readonly Seat[] } = {
  2: ["east", "west"],
  3: ["east", "north", "west"],
  4: ["east", "north", "south", "west"],
  5: ["east", "north", "south", "topan", "west"],
  6: SEATS,
};

/**
 * Returns the seats of a match for 2 to 6 players, in turn order.
 * @throws RangeError for another number
 */
export function seatsFor(count: number): readonly Seat[] {
  const seats = SEATED[count];
  if (seats === undefined) throw new RangeError(`Flower War has 2 to 6 seats, not ${count}`);
  return seats;
}

/**
 * Returns what the table shows of a seat.
 * @throws RangeError for a seat that is not in the match
 */
export function tribeOf(table: Table, seat: Seat): Tribe {
  const tribe = table.tribes[seat];
  if (tribe === undefined) throw new RangeError(`${seat} has no seat in this match`);
  return tribe;
}

/** Returns whether a seat belongs to this match and has not conceded. */
export function isInPlay(table: Table, seat: Seat): boolean {
  return table.tribes[seat]?.out === 0;
}

/** Returns whether `other` is another seat than `seat`, and in play. */
export function isOtherInPlay(table: Table, seat: Seat, other: Seat | undefined): other is Seat {
  return other !== undefined && other !== seat && isInPlay(table, other);
}

/** Returns the seats in play, in turn order. */
export function seatsInPlay(table: Table): readonly Seat[] {
  return table.seats.filter((seat) => isInPlay(table, seat));
}

/** Returns every other seat in play "in turn order": from the one after `seat`, once round the table. */
export function othersInTurnOrder(table: Table, seat: Seat): readonly Seat[] {
  const { seats } = table;
  const at = seats.indexOf(seat);
  const others: Seat[] = [];
  for (let next = 1; next < seats.length; next += 1) {
    const other = seats[(at + next) % seats.length];
    if (other !== undefined && isInPlay(table, other)) others.push(other);
  }
  return others;
}

/** Returns the next seat in play in turn order; `seat` itself if it is the only one. */
export function nextInTurnOrder(table: Table, seat: Seat): Seat {
  return othersInTurnOrder(table, seat)[0] ?? seat;
}

/** Returns whether a seat holds War or Rain cards, signs included. This is public. */
export function holdsWarOrRain(table: Table, seat: Seat): boolean {
  const { war, rain } = tribeOf(table, seat).cards;
  return war + rain > 0;
}
