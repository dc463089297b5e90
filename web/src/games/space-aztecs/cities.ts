import type { Card, City, Seat, Table } from "@flower-war/client-sdk/space-aztecs";

const EMPTY: City = { visible: [], temples: [], codices: [], saucers: [] };

/** The city of a seat; an empty one for a seat that is not in the match. */
export const cityOf = ({ cities }: Pick<Table, "cities">, seat: Seat): City => cities[seat] ?? EMPTY;

/** All seats clockwise, beginning with `first`. */
export function clockwiseFrom({ seats }: Pick<Table, "seats">, first: Seat): readonly Seat[] {
  const at = seats.indexOf(first);
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** The other seats in play, clockwise from the one after `seat`. */
export function othersInPlay(table: Pick<Table, "seats" | "out">, seat: Seat): readonly Seat[] {
  return clockwiseFrom(table, seat)
    .slice(1)
    .filter((other) => !table.out.includes(other));
}

/** Every Aztec of a city, visible and covered. */
export function aztecsIn({ visible, temples }: City): readonly Card[] {
  return [...visible, ...temples.flatMap(({ covers }) => covers)];
}

/** Every card in front of a seat, including those under its Saucers. */
export function cardsIn(city: City): readonly Card[] {
  const { temples, codices, saucers } = city;
  return [
    ...aztecsIn(city),
    ...temples.map(({ card }) => card),
    ...codices,
    ...saucers.flatMap(({ card, took }) => [card, ...took]),
  ];
}
