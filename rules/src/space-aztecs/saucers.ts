import { setOf } from "./cards.ts";
import { visibleOf } from "./city.ts";
import { cityOf, othersOf } from "./seats.ts";
import type { Card, Seat, Table } from "./vocabulary.ts";

/** A seat that a Saucer hits, with its visible Aztecs of the Saucer's set: at least one. */
export interface Victim {
  readonly seat: Seat;
  readonly aztecs: readonly Card[];
}

/** Returns the seats that a seat's Saucer hits, clockwise from that seat (canon section 6). */
export function victimsOf(table: Table, seat: Seat, saucer: Card): readonly Victim[] {
  return othersOf(table, seat)
    .map((other) => ({ seat: other, aztecs: visibleOf(cityOf(table, other), setOf(saucer)) }))
    .filter(({ aztecs }) => aztecs.length > 0);
}

/** Returns the victims that have several Aztecs to choose from. */
export function choicesOf(table: Table, seat: Seat, saucer: Card): readonly Victim[] {
  return victimsOf(table, seat, saucer).filter(({ aztecs }) => aztecs.length > 1);
}
