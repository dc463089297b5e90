import { drawSeed, type RandomBelow, shuffle } from "../../bots/bot.ts";
import { blockAt } from "../../chance.ts";
import { CARDS, kindOf, signOfCard } from "../cards.ts";
import { tribeOf } from "../seats.ts";
import { signsOf } from "../signs.ts";
import type { Hidden, State } from "../state.ts";
import {
  type ByDeck,
  type Card,
  DECKS,
  type Deck,
  type HeldCard,
  type Seat,
  SIGNS,
  type Table,
  type View,
} from "../vocabulary.ts";
import { plausibleFlow } from "./plausible-flow.ts";
import { whereaboutsOf } from "./sign-belief.ts";

/**
 * Returns a whole state that shows this viewer exactly what it sees. Cards that it cannot see are dealt at random to
 * where they may lie, chance is new, and the flow is the usual one. Canon section 15 holds, and no seat has won in
 * secret. A sign lies in a deck or a hand, as it nearly always does, if there is room for it.
 */
export function determinise(view: View, random: RandomBelow): State {
  const { table } = view;
  return { table, hidden: hiddenOf(view, random), flow: plausibleFlow(table) };
}

/** A pile of cards of one deck: what is left of the deck, or a hand's share of it. */
interface Pile {
  readonly deck: Deck;
  /** The seat whose hand it is; `null` for the deck. */
  readonly seat: Seat | null;
  readonly size: number;
  readonly cards: Card[];
}

function hiddenOf(view: View, random: RandomBelow): Hidden {
  const { table, seat: viewer, hand } = view;
  const others = table.seats.filter((seat) => seat !== viewer);
  const unseen = unseenCards(view, random);
  const piles = DECKS.flatMap((deck): Pile[] => [
    ...others.map((seat) => ({ deck, seat, size: tribeOf(table, seat).cards[deck], cards: [] })),
    { deck, seat: null, size: table.decks[deck], cards: [] },
  ]);
  // Flowers in hands are known, so they are placed first.
  for (const deck of ["day", "war", "rain"] as const) placeSigns(view, piles, unseen, deck, random);
  for (const { deck, size, cards } of piles) cards.push(...unseen[deck].splice(0, size - cards.length));
  const covered = shuffle(
    DECKS.flatMap((deck) => unseen[deck]),
    random,
  );

  let nextHeld = 1 + Math.max(0, ...hand.map(({ id }) => Number(id.slice(1))));
  const handOf = (seat: Seat): readonly HeldCard[] => {
    if (seat === viewer) return hand;
    const cards = shuffle(
      piles.flatMap((pile) => (pile.seat === seat ? pile.cards : [])),
      random,
    );
    return cards.map((card) => ({ id: `c${nextHeld++}`, card }));
  };
  const deckOf = (deck: Deck): readonly Card[] =>
    shuffle(
      piles.flatMap((pile) => (pile.seat === null && pile.deck === deck ? pile.cards : [])),
      random,
    );
  const hands = Object.fromEntries(table.seats.map((seat) => [seat, handOf(seat)]));
  const decks = { war: deckOf("war"), rain: deckOf("rain"), day: deckOf("day") };
  const stacks = table.spaces.map(({ height, top }) =>
    top === null ? [] : [...covered.splice(0, height - 1), top],
  );
  const seed = drawSeed(random);
  return { hands, decks, stacks, seed, chance: 0, block: blockAt(seed, 0), nextHeld };
}

/** Returns the cards of each deck that this viewer does not see, in a random order. */
function unseenCards({ table, hand }: View, random: RandomBelow): ByDeck<Card[]> {
  const seen = [...hand.map(({ card }) => card), ...table.spaces.flatMap(({ top }) => top ?? [])];
  const unseen = (deck: Deck) => {
    const cards = shuffle(CARDS[deck], random);
    for (const card of seen) {
      const at = cards.indexOf(card);
      if (at >= 0) cards.splice(at, 1);
    }
    return cards;
  };
  return { war: unseen("war"), rain: unseen("rain"), day: unseen("day") };
}

/**
 * Moves the signs of a deck from its unseen cards to where there is room, the likelier places more often (sign-belief.ts).
 * A Day card in a hand is always a flower. No other sign is dealt to a seat that would have won with it.
 */
function placeSigns(
  view: View,
  piles: readonly Pile[],
  unseen: ByDeck<Card[]>,
  deck: Deck,
  random: RandomBelow,
): void {
  const { table } = view;
  const mine = piles.filter((pile) => pile.deck === deck);
  if (deck === "day") for (const pile of mine) if (pile.seat !== null) fillWithFlowers(pile, unseen.day);
  const signs = unseen[deck].filter((card) => signOfCard(card) !== null);
  for (const sign of signs) {
    const open = mine.filter(
      (pile) =>
        pile.size > pile.cards.length && (pile.seat === null || !wouldWin(table, pile.seat, piles, sign)),
    );
    const pile = pickPile(open, likelihoodsOf(view, sign, open), random);
    if (pile === undefined) continue;
    unseen[deck].splice(unseen[deck].indexOf(sign), 1);
    pile.cards.push(sign);
  }
  // Signs that found no room come last, so that they are covered in a stack if possible.
  unseen[deck].sort((a, b) => Number(signOfCard(a) !== null) - Number(signOfCard(b) !== null));
}

/** Returns how likely a sign lies in each of some piles of its deck. A flower left over may lie in any place of them. */
function likelihoodsOf({ table, seat }: View, card: Card, piles: readonly Pile[]): readonly number[] {
  const sign = signOfCard(card);
  if (sign === null || sign === "flower") return piles.map(({ size, cards }) => size - cards.length);
  const { deck, hands } = whereaboutsOf(table, seat, sign);
  return piles.map((pile) => (pile.seat === null ? deck : (hands.get(pile.seat) ?? 0)));
}

const STEPS = 2 ** 32;

/** Returns one of some piles at random, each as likely as its weight says; `undefined` if there is none. */
function pickPile(piles: readonly Pile[], weights: readonly number[], random: RandomBelow): Pile | undefined {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let left = piles.length < 2 ? 0 : (sum * random(STEPS)) / STEPS;
  return piles.find((_, index) => (left -= weights[index] ?? 0) < 0) ?? piles[0];
}

function fillWithFlowers(pile: Pile, unseen: Card[]): void {
  while (pile.cards.length < pile.size) {
    const at = unseen.findIndex((card) => kindOf(card).sign === "flower");
    if (at < 0) return;
    pile.cards.push(...unseen.splice(at, 1));
  }
}

function wouldWin(table: Table, seat: Seat, piles: readonly Pile[], sign: Card): boolean {
  const cards = [...piles.flatMap((pile) => (pile.seat === seat ? pile.cards : [])), sign];
  // The ids do not matter here.
  const hand = cards.map((card) => ({ id: "", card }));
  return signsOf(table, seat, hand).length === SIGNS.length;
}
