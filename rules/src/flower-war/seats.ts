import { SEATS, type Seat, type Table, type Tribe } from "./vocabulary.ts";

/** Who sits at a table of so many, in turn order (canon section 2). */
const SEATED: { readonly [count: number]: readonly Seat[] } = {
  2: ["east", "west"],
  3: ["east", "north", "west"],
  4: ["east", "north", "south", "west"],
  5: ["east", "north", "south", "topan", "west"],
  6: SEATS,
};

/** The seats of a match for 2 to 6 players, in turn order. */
export function seatsFor(count: number): readonly Seat[] {
  const seats = SEATED[count];
  if (seats === undefined) throw new RangeError(`Flower War has 2 to 6 seats, not ${count}`);
  return seats;
}

/** What the table shows of a seat of this match. */
export function tribeOf(table: Table, seat: Seat): Tribe {
  const tribe = table.tribes[seat];
  if (tribe === undefined) throw new RangeError(`${seat} has no seat in this match`);
  return tribe;
}

/** Whether a seat belongs to this match and has not conceded. */
export function inPlay(table: Table, seat: Seat): boolean {
  return table.tribes[seat]?.out === 0;
}

/** Whether `other` is another seat than `seat`, and in play. */
export function isOtherInPlay(table: Table, seat: Seat, other: Seat | undefined): other is Seat {
  return other !== undefined && other !== seat && inPlay(table, other);
}

/** The seats in play in turn order. */
export function seatsInPlay(table: Table): readonly Seat[] {
  return table.seats.filter((seat) => inPlay(table, seat));
}

/** Every other seat in play "in turn order": from the one after `seat`, once round the table. */
export function othersInTurnOrder(table: Table, seat: Seat): readonly Seat[] {
  const { seats } = table;
  const at = seats.indexOf(seat);
  const others: Seat[] = [];
  for (let next = 1; next < seats.length; next += 1) {
    const other = seats[(at + next) % seats.length];
    if (other !== undefined && inPlay(table, other)) others.push(other);
  }
  return others;
}

/** The seat in play that follows in turn order; `seat` itself where nobody else is left. */
export function nextInTurnOrder(table: Table, seat: Seat): Seat {
  return othersInTurnOrder(table, seat)[0] ?? seat;
}

/** Whether a seat holds War or Rain cards, which is for all to see; a sign is one too. */
export function holdsWarOrRain(table: Table, seat: Seat): boolean {
  const { war, rain } = tribeOf(table, seat).cards;
  return war + rain > 0;
}
