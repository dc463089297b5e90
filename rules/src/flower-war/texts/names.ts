import { spaceId } from "../board.ts";
import { dayOf } from "../card-face.ts";
import type { Card, Seat } from "../vocabulary.ts";
import { type FlowerWarTexts, HAND_CARDS, type HandCard } from "./types.ts";

/** Returns a card's name, e.g. `"Obsidian edge"`; a Day card is called by number and sign, `"7 xochitl"`. */
export function cardName(card: Card, texts: FlowerWarTexts): string {
  const day = dayOf(card);
  return day === null ? texts.cards[handCard(card)].name : `${day.number} ${day.sign}`;
}

/** Returns a space's number and name, e.g. `"11 ozomahtli"`. */
export function spaceName(number: number): string {
  return `${number} ${spaceId(number)}`;
}

/** Returns a reader who calls the seats by their own names. */
export function readerOf(
  seat: Seat | null,
  texts: FlowerWarTexts,
): { readonly seat: Seat | null; nameOf(seat: Seat): string } {
  return { seat, nameOf: (other) => texts.seats[other].name };
}

/**
 * Returns a card as one of the War and Rain decks.
 * @throws RangeError for any other card
 */
export function handCard(card: Card): HandCard {
  const found = HAND_CARDS.find((each) => each === card);
  if (found === undefined) throw new RangeError(`${card} is no War or Rain card`);
  return found;
}
