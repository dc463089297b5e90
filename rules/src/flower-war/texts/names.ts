import { spaceId } from "../board.ts";
import { dayOf } from "../card-face.ts";
import type { Card, Seat } from "../vocabulary.ts";
import type { FlowerWarTexts } from "./en.ts";
import type { CardText } from "./types.ts";

/** Returns a card's name, e.g. `"Obsidian edge"`; a Day card is called by number and sign, `"7 xochitl"`. */
export function cardName(card: Card, texts: FlowerWarTexts): string {
  const day = dayOf(card);
  return day === null ? cardText(card, texts).name : `${day.number} ${day.sign}`;
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
 * Returns the texts of a War or Rain card.
 * @throws RangeError for any other card
 */
export function cardText(card: Card, { cards }: FlowerWarTexts): CardText {
  if (!Object.hasOwn(cards, card)) throw new RangeError(`${card} is no War or Rain card`);
  return cards[card as keyof typeof cards];
}
