import { type RandomBelow, shuffle } from "../../bots/bot.ts";
import { FACES, sortByTime } from "../cards.ts";
import { cardsIn } from "../city.ts";
import { cityOf } from "../seats.ts";
import { cardsInPlay, type State } from "../state.ts";
import type { Card, Seat, View } from "../vocabulary.ts";

/**
 * Returns a whole state that shows this viewer exactly what it sees. Cards that it cannot see are dealt at random to
 * where they may lie; those that are left are in the box. A card whose time is public is known, since no two share one.
 */
export function determinise({ table, seat: viewer, pile, chosen }: View, random: RandomBelow): State {
  const knownCard = (seat: Seat): Card | undefined =>
    seat === viewer ? (chosen ?? undefined) : FACES.find(({ time }) => time === table.times[seat])?.id;
  const laid = table.seats.flatMap((seat) => cardsIn(cityOf(table, seat)));
  const boxed = table.out.flatMap((seat) => knownCard(seat) ?? []).filter((card) => !laid.includes(card));
  const known = new Set([
    ...laid,
    ...boxed,
    ...table.chosen.flatMap((seat) => knownCard(seat) ?? []),
    ...pile,
    ...(table.turnedUp === null ? [] : [table.turnedUp.card]),
  ]);
  const unknown = shuffle(
    cardsInPlay(table.options, table.removed).filter((card) => !known.has(card)),
    random,
  );
  const next = () => unknown.pop() ?? "";
  const chosenCards = Object.fromEntries(table.chosen.map((seat) => [seat, knownCard(seat) ?? next()]));
  const piles = table.places.map(({ cards, heldBy }) =>
    heldBy !== null && heldBy === viewer ? pile : sortByTime(Array.from({ length: cards }, next)),
  );
  return { table, hidden: { chosen: chosenCards, piles, box: [...boxed, ...unknown] } };
}
