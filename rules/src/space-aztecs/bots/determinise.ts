import type { RandomBelow } from "../../bots/bot.ts";
import { shuffled } from "../../bots/shuffled.ts";
import { byTime, FACES } from "../cards.ts";
import { cardsIn } from "../city.ts";
import { cityOf } from "../seats.ts";
import { playedWith, type State } from "../state.ts";
import type { Card, Seat, View } from "../vocabulary.ts";

/**
 * A whole state that shows this viewer just what it sees: the cards that it cannot see lie anywhere where they can. A
 * card whose time is told is known, for no two share one.
 */
export function determinise({ table, seat: viewer, pile, chosen }: View, random: RandomBelow): State {
  const told = (seat: Seat): Card | undefined =>
    seat === viewer ? (chosen ?? undefined) : FACES.find(({ time }) => time === table.times[seat])?.id;
  const known = new Set([
    ...table.seats.flatMap((seat) => cardsIn(cityOf(table, seat))),
    ...table.chosen.flatMap((seat) => told(seat) ?? []),
    ...pile,
    ...(table.turnedUp === null ? [] : [table.turnedUp.card]),
  ]);
  const unknown = shuffled(
    playedWith(table.options, table.removed).filter((card) => !known.has(card)),
    random,
  );
  const next = () => unknown.pop() ?? "";
  return {
    table,
    hidden: {
      chosen: Object.fromEntries(table.chosen.map((seat) => [seat, told(seat) ?? next()])),
      piles: table.places.map(({ cards, heldBy }) =>
        heldBy !== null && heldBy === viewer ? pile : byTime(Array.from({ length: cards }, next)),
      ),
    },
  };
}
