import { drawSeed, type RandomBelow } from "../../bots/bot.ts";
import { blockAt } from "../../chance.ts";
import { CARDS, signOfCard } from "../cards.ts";
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
  return dealerOf(view)(random);
}

/** Returns a function that deals such states of one view: all that they share is prepared once. */
export function dealerOf(view: View): (random: RandomBelow) => State {
  const { table } = view;
  const flow = plausibleFlow(table);
  const unseen = unseenCards(view);
  return (random) => ({ table, hidden: deal(view, unseen, random), flow });
}

/** Cards of a deck: its signs, and all others. */
interface Cards {
  readonly signs: Card[];
  readonly plain: Card[];
}

/** A pile of cards of one deck: what is left of the deck, or a hand's share of it. */
interface Pile {
  readonly deck: Deck;
  /** The seat whose hand it is; `null` for the deck. */
  readonly seat: Seat | null;
  readonly size: number;
  readonly cards: Card[];
}

function deal(view: View, unseen: ByDeck<Cards>, random: RandomBelow): Hidden {
  const { table, seat: viewer, hand } = view;
  const others = table.seats.filter((seat) => seat !== viewer);
  const left = {
    war: copyOf(unseen.war, random),
    rain: copyOf(unseen.rain, random),
    day: copyOf(unseen.day, random),
  };
  const piles = DECKS.flatMap((deck): Pile[] => [
    ...others.map((seat) => ({ deck, seat, size: tribeOf(table, seat).cards[deck], cards: [] })),
    { deck, seat: null, size: table.decks[deck], cards: [] },
  ]);
  // Flowers in hands are known, so they are placed first.
  for (const deck of ["day", "war", "rain"] as const) placeSigns(view, piles, left[deck].signs, deck, random);
  for (const { deck, size, cards } of piles) fill(cards, left[deck].plain, size - cards.length, random);
  // Where no other card of its deck is left, a sign lies even where it would have won.
  for (const { deck, size, cards } of piles) cards.push(...left[deck].signs.splice(0, size - cards.length));
  const covered = shuffled(
    DECKS.flatMap((deck) => left[deck].plain),
    random,
  );
  // Signs that found no room come last: they are covered in a stack if possible.
  for (const deck of DECKS) covered.push(...left[deck].signs);

  let nextHeld = 1 + Math.max(0, ...hand.map(({ id }) => Number(id.slice(1)) || 0));
  const handOf = (seat: Seat): readonly HeldCard[] => {
    if (seat === viewer) return hand;
    const cards = shuffled(
      piles.flatMap((pile) => (pile.seat === seat ? pile.cards : [])),
      random,
    );
    return cards.map((card) => ({ id: `c${nextHeld++}`, card }));
  };
  const deckOf = (deck: Deck): readonly Card[] =>
    piles.find((pile) => pile.seat === null && pile.deck === deck)?.cards ?? [];
  const hands = Object.fromEntries(table.seats.map((seat) => [seat, handOf(seat)]));
  const decks = { war: deckOf("war"), rain: deckOf("rain"), day: deckOf("day") };
  let from = 0;
  const stacks = table.spaces.map(({ height, top }) =>
    top === null ? [] : [...covered.slice(from, (from += height - 1)), top],
  );
  const seed = drawSeed(random);
  return { hands, decks, stacks, seed, chance: 0, block: blockAt(seed, 0), nextHeld };
}

/** Returns the cards of each deck that this viewer does not see. */
function unseenCards({ table, hand }: View): ByDeck<Cards> {
  const seen = [...hand.map(({ card }) => card), ...table.spaces.flatMap(({ top }) => top ?? [])];
  const unseen = (deck: Deck): Cards => {
    const cards = [...CARDS[deck]];
    for (const card of seen) {
      const at = cards.indexOf(card);
      if (at >= 0) cards.splice(at, 1);
    }
    const isSign = (card: Card) => signOfCard(card) !== null;
    return { signs: cards.filter(isSign), plain: cards.filter((card) => !isSign(card)) };
  };
  return { war: unseen("war"), rain: unseen("rain"), day: unseen("day") };
}

/** Returns the cards in lists of their own, in a random order. */
function copyOf({ signs, plain }: Cards, random: RandomBelow): Cards {
  return { signs: shuffled([...signs], random), plain: shuffled([...plain], random) };
}

/** Shuffles a list in place, and returns it. */
function shuffled(cards: Card[], random: RandomBelow): Card[] {
  for (let last = cards.length - 1; last > 0; last -= 1) swap(cards, last, random(last + 1));
  return cards;
}

function swap(cards: Card[], one: number, other: number): void {
  const card = cards[one] ?? "";
  cards[one] = cards[other] ?? "";
  cards[other] = card;
}

/** Moves `count` of the shuffled cards to those that lie in a pile already, in a random order. */
function fill(pile: Card[], from: Card[], count: number, random: RandomBelow): void {
  const signs = pile.splice(0);
  if (count > 0) pile.push(...from.splice(-count));
  for (const sign of signs) {
    pile.push(sign);
    swap(pile, pile.length - 1, random(pile.length));
  }
}

/**
 * Moves the signs of a deck to where there is room, the likelier places more often (sign-belief.ts). A Day card in a hand
 * is always a flower. No other sign is dealt to a seat that would have won with it. Those without room are left.
 */
function placeSigns(
  view: View,
  piles: readonly Pile[],
  signs: Card[],
  deck: Deck,
  random: RandomBelow,
): void {
  const mine = piles.filter((pile) => pile.deck === deck);
  const hands = mine.filter(({ seat }) => seat !== null);
  if (deck === "day")
    for (const { cards, size } of hands) cards.push(...signs.splice(0, size - cards.length));
  for (const sign of signs.splice(0)) {
    const open = mine.filter(
      (pile) =>
        pile.size > pile.cards.length &&
        (pile.seat === null || !wouldWin(view.table, pile.seat, piles, sign)),
    );
    const pile = pickPile(open, likelihoodsOf(view, sign, open), random);
    if (pile === undefined) signs.push(sign);
    else pile.cards.push(sign);
  }
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

function wouldWin(table: Table, seat: Seat, piles: readonly Pile[], sign: Card): boolean {
  const cards = [...piles.flatMap((pile) => (pile.seat === seat ? pile.cards : [])), sign];
  // The ids do not matter here.
  const hand = cards.map((card) => ({ id: "", card }));
  return signsOf(table, seat, hand).length === SIGNS.length;
}
