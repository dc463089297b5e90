import { DAY } from "./cards/day.ts";
import type { Kind } from "./cards/kind.ts";
import { RAIN } from "./cards/rain.ts";
import { WAR } from "./cards/war.ts";
import { type ByDeck, type Card, DECKS, type Deck, type HeldCard, type Sign } from "./vocabulary.ts";

const TABLES: ByDeck<readonly Kind[]> = { war: WAR, rain: RAIN, day: DAY };

/**
 * Every card, in the order of the decks before their first shuffle: War and Rain as in the canon's tables, copies side
 * by side; Day by sign from cipactli to xochitl, each from 1 to 13.
 */
export const CARDS: ByDeck<readonly Card[]> = {
  war: cardsOf(WAR),
  rain: cardsOf(RAIN),
  day: cardsOf(DAY),
};

function cardsOf(kinds: readonly Kind[]): readonly Card[] {
  return kinds.flatMap(({ id, copies }) => Array.from({ length: copies }, () => id));
}

/** A row of a deck's table, with its deck and all columns: V8 reads fields fastest of objects that have the same ones. */
type Row = ReturnType<typeof rowOf>;

function rowOf(deck: Deck, { id, copies, cost, sign, battle, turn, lingers, day }: Kind) {
  return { deck, id, copies, cost, sign, battle, turn, lingers, day };
}

const ROWS: ReadonlyMap<Card, Row> = new Map(
  DECKS.flatMap((deck) => TABLES[deck].map((kind) => [kind.id, rowOf(deck, kind)] as const)),
);

/** Returns a card's row in its deck's table. */
export function kindOf(card: Card): Row {
  const row = ROWS.get(card);
  if (row === undefined) throw new RangeError(`there is no card ${card}`);
  return row;
}

export function deckOf(card: Card): Deck {
  return kindOf(card).deck;
}

/** Returns the sign that a card is; `null` for any other card. */
export function signOfCard(card: Card): Sign | null {
  return kindOf(card).sign ?? null;
}

export function heldCard(hand: readonly HeldCard[], id: string): HeldCard | undefined {
  return hand.find((held) => held.id === id);
}
