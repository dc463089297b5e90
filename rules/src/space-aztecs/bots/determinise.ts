import type { RandomBelow } from "../../bots/bot.ts";
import { shuffle } from "../../bots/shuffle.ts";
import { FACES, sortByTime } from "../cards.ts";
import { cardsIn } from "../city.ts";
import { cityOf } from "../seats.ts";
import { cardsInPlay, type State } from "../state.ts";
import type { Card, Seat, View } from "../vocabulary.ts";

/**
 * Returns a whole state that shows this viewer exactly what it sees. Cards that it cannot see are dealt at random to
 * where they may lie. A card whose time is public is known, since no two share one.
 */
export function determinise({ table, seat: viewer, pile, chosen }: View, random: RandomBelow): State {
  const knownCard = (seat: Seat): Card | undefined =>
    seat === viewer ? (chosen ?? undefined) : FACES.find(({ time }) => time === table.times[seat])?.id;
  const known = new Set([
    ...table.seats.flatMap((seat) => cardsIn(cityOf(table, seat))),
    ...table.chosen.flatMap((seat) => knownCard(seat) ?? []),
    ...pile,
    ...(table.turnedUp === null ? [] : [table.turnedUp.card]),
  ]);
  const unknown = shuffle(
    cardsInPlay(table.options, table.removed).filter((card) => !known.has(card)),
    random,
  );
  const next = () => unknown.pop() ?? "";
  return {
    table,
    hidden: {
      chosen: Object.fromEntries(table.chosen.map((seat) => [seat, knownCard(seat) ?? next()])),
      piles: table.places.map(({ cards, heldBy }) =>
        heldBy !== null && heldBy === viewer ? pile : sortByTime(Array.from({ length: cards }, next)),
      ),
    },
  };
}
