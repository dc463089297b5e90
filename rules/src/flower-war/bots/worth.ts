import { discCount } from "../discs.ts";
import { othersInTurnOrder, tribeOf } from "../seats.ts";
import { signsOf } from "../signs.ts";
import { handOf, type State } from "../state.ts";
import { type ByDeck, DECKS, type Deck, type Seat, SIGNS, type Sign, type View } from "../vocabulary.ts";
import { type HiddenSign, whereaboutsOf } from "./sign-belief.ts";

/** The worth of 0, 1, 2 and 3 different signs; everything else is measured by it. */
const SIGNS_WORTH = [0, 60, 160, 1000] as const;
const DISC = 20;
/** The worth of a skull, and the bonus of each of the first few: a seat without skulls loses cards in battle. */
const SKULL = 1;
const SAFE_SKULLS = 2;
const SAFETY = 1.5;
const CARD = 0.5;

/** The flowers of the Day deck. */
const FLOWERS = 13;

/** The deck that each sign lies in. */
const DECK_OF: { readonly [S in Sign]: Deck } = { eagle: "war", serpent: "rain", flower: "day" };

/** The probability that a card drawn now is the sign of its deck, as far as a viewer knows. */
export type Odds = ByDeck<number>;

/** The numbers of cards that each seat drew, by their deck. */
export type Draws = ReadonlyMap<Seat, ByDeck<number>>;

/** Returns the odds of drawing a sign: it is as likely in any place of its deck. */
export function oddsOf({ table, seat, hand }: View): Odds {
  const oddsOfHidden = (sign: HiddenSign): number => {
    const left = table.decks[DECK_OF[sign]];
    const isSeen = hand.some(({ card }) => card === sign) || table.spaces.some(({ top }) => top === sign);
    if (left === 0 || isSeen) return 0;
    const { deck, hands } = whereaboutsOf(table, seat, sign);
    const held = [...hands.values()].reduce((sum, each) => sum + each, 0);
    return deck === 0 ? 0 : deck / (deck + held) / left;
  };
  // Day cards in hands are flowers, which all seats know.
  const flowers = table.seats.reduce((sum, each) => sum + tribeOf(table, each).cards.day, 0);
  const day = table.decks.day === 0 ? 0 : Math.max(0, FLOWERS - flowers) / table.decks.day;
  return { war: oddsOfHidden("eagle"), rain: oddsOfHidden("serpent"), day };
}

/**
 * Returns how well a seat does against the others in a state, in points of its own: above 0 it is ahead. Signs that
 * came from `drawn` cards count only by their odds, so that a lucky card in one sample changes nothing.
 */
export function worthOf(state: State, seat: Seat, odds: Odds, drawn: Draws): number {
  const others = othersInTurnOrder(state.table, seat);
  const theirs = others.map((other) => ownWorth(state, other, odds, drawn));
  return ownWorth(state, seat, odds, drawn) - Math.max(0, ...theirs) / 2 - mean(theirs) / 2;
}

function ownWorth(state: State, seat: Seat, odds: Odds, drawn: Draws): number {
  const { table } = state;
  const { skulls, cards } = tribeOf(table, seat);
  const signs = signsOf(table, seat, handOf(state, seat));
  const held = SIGNS_WORTH[signs.length] ?? 0;
  const gain = (SIGNS_WORTH[signs.length + 1] ?? held) - held;
  const hope = SIGNS.filter((sign) => !signs.includes(sign)).reduce((sum, sign) => {
    const deck = DECK_OF[sign];
    return sum + gain * odds[deck] * (drawn.get(seat)?.[deck] ?? 0);
  }, 0);
  const handSize = DECKS.reduce((sum, deck) => sum + cards[deck], 0);
  return (
    held +
    hope +
    DISC * discCount(table, seat) +
    SKULL * skulls +
    SAFETY * Math.min(skulls, SAFE_SKULLS) +
    CARD * handSize
  );
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
