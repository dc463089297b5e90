import { type ByDeck, type Card, DECKS, type Deck, type HeldCard, type Sign, SPACES } from "./vocabulary.ts";

interface Kind {
  readonly id: Card;
  readonly copies: number;
}

/** The War deck's table (canon section 7). */
const WAR: readonly Kind[] = [
  { id: "eagle", copies: 1 },
  { id: "macuahuitl", copies: 6 },
  { id: "obsidian-edge", copies: 4 },
  { id: "eagle-knight", copies: 3 },
  { id: "jaguar-knight", copies: 3 },
  { id: "atlatl", copies: 3 },
  { id: "chimalli", copies: 5 },
  { id: "war-drum", copies: 3 },
  { id: "captive", copies: 3 },
  { id: "feathered-retreat", copies: 2 },
  { id: "omen", copies: 3 },
  { id: "ambush", copies: 3 },
  { id: "xochiyaoyotl", copies: 1 },
];

/** The Rain deck's table. */
const RAIN: readonly Kind[] = [
  { id: "serpent", copies: 1 },
  { id: "tlalocs-tears", copies: 5 },
  { id: "chinampa", copies: 5 },
  { id: "spring-rain", copies: 5 },
  { id: "downpour", copies: 3 },
  { id: "drought", copies: 3 },
  { id: "canoe", copies: 4 },
  { id: "causeway", copies: 2 },
  { id: "offering-bowl", copies: 3 },
  { id: "chalchiuhtlicue", copies: 3 },
  { id: "mist", copies: 3 },
  { id: "tlaloque", copies: 3 },
];

/** The Day deck: 13 numbers of each of the 20 signs, `"<n>-<sign>"`. */
const DAY: readonly Kind[] = SPACES.flatMap((sign) =>
  Array.from({ length: 13 }, (_, index) => ({ id: `${index + 1}-${sign}`, copies: 1 })),
);

const KINDS: ByDeck<readonly Kind[]> = { war: WAR, rain: RAIN, day: DAY };

/**
 * Every card, in the order in which the decks lie before their first shuffle: War and Rain as in the canon's tables,
 * copies side by side; Day by sign from cipactli to xochitl, each from 1 to 13.
 */
export const CARDS: ByDeck<readonly Card[]> = {
  war: cardsOf(WAR),
  rain: cardsOf(RAIN),
  day: cardsOf(DAY),
};

function cardsOf(kinds: readonly Kind[]): readonly Card[] {
  return kinds.flatMap(({ id, copies }) => Array.from({ length: copies }, () => id));
}

const DECK_OF: ReadonlyMap<Card, Deck> = new Map(
  DECKS.flatMap((deck) => KINDS[deck].map(({ id }) => [id, deck] as const)),
);

/** The deck that a card belongs to. */
export function deckOf(card: Card): Deck {
  const deck = DECK_OF.get(card);
  if (deck === undefined) throw new RangeError(`there is no card ${card}`);
  return deck;
}

/** The sign that a card is, `null` for any other card. */
export function signOfCard(card: Card): Sign | null {
  if (card === "eagle" || card === "serpent") return card;
  return card.endsWith("-xochitl") ? "flower" : null;
}

/** A card of a hand by its id. */
export function heldCard(hand: readonly HeldCard[], id: string): HeldCard | undefined {
  return hand.find((held) => held.id === id);
}
