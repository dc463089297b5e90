import { CARDS, deckOf } from "../cards.ts";
import { costOf } from "../costs.ts";
import { discCount } from "../discs.ts";
import { othersInTurnOrder, tribeOf } from "../seats.ts";
import { signsOf } from "../signs.ts";
import { handOf, type State } from "../state.ts";
import {
  type ByDeck,
  type Card,
  DECKS,
  type Deck,
  type Seat,
  SIGNS,
  type Sign,
  type Table,
  type View,
} from "../vocabulary.ts";
import { type HiddenSign, whereaboutsOf } from "./sign-belief.ts";

/**
 * The skilled bot's values, in points of which all three signs bring 1,000. `npm run simulate -- --tune` plays with others
 * (docs/performance-rules.md, "Weights").
 */
export interface Weights {
  /** The first sign. */
  readonly sign: number;
  /** What the second sign brings more. */
  readonly secondSign: number;
  readonly disc: number;
  readonly skull: number;
  /** A War card in hand. */
  readonly war: number;
  /** A Rain card in hand. It brings skulls and further cards, so that even a skull is well spent on one. */
  readonly rain: number;
  /** A Day card in hand. */
  readonly day: number;
  /** The bonus for a causeway in hand until the world begins to end: it leads to the disc of a rack with a single skull. */
  readonly causeway: number;
  /** The bonus for each skull that can pay for a causeway in hand, while a rack is low and until the world begins to end. */
  readonly fare: number;
  /** The bonus for a captive in hand: the card that may take a sign. */
  readonly captive: number;
  /** The part of what a sign would bring another seat that it is worth to draw it before. */
  readonly denial: number;
  /** A skull until the world begins to end, where offerings decide who wins then. */
  readonly savedSkull: number;
  /** An offering that counts for the best tribe. */
  readonly offering: number;
}

/** The weights that it plays with. */
export const WEIGHTS: Weights = {
  sign: 60,
  secondSign: 100,
  disc: 20,
  skull: 1,
  war: 0.5,
  rain: 1.2,
  day: 0.5,
  causeway: 10,
  fare: 1,
  captive: 1.2,
  denial: 0.5,
  savedSkull: 1.5,
  offering: 5,
};

/** The worth of all three signs. */
const WIN = 1000;

/** The flowers of the Day deck. */
const FLOWERS = 13;

/** The deck that each sign lies in. */
const DECK_OF: { readonly [S in Sign]: Deck } = { eagle: "war", serpent: "rain", flower: "day" };

/** The card that leads to any space, and the number of its copies. */
const CAUSEWAY = "causeway";
const CAUSEWAYS = CARDS.rain.filter((card) => card === CAUSEWAY).length;

/** The most skulls of a rack that is low: it may soon be emptied. */
const LOW = 2;

/** The probability that a card drawn now is the sign of its deck, or a causeway, as far as a viewer knows. */
export interface Odds extends ByDeck<number> {
  readonly causeway: number;
}

/** The numbers of cards that each seat drew, by their deck. */
export type Draws = ReadonlyMap<Seat, ByDeck<number>>;

/** Returns the odds of drawing a sign or a causeway: each is as likely in any place of its deck. */
export function oddsOf(view: View): Odds {
  const { table, seat, hand } = view;
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
  return { war: oddsOfHidden("eagle"), rain: oddsOfHidden("serpent"), day, causeway: oddsOfCauseway(view) };
}

/** Returns the odds that the next Rain card is a causeway: each Rain card that the viewer does not see is as likely. */
function oddsOfCauseway({ table, hand }: View): number {
  if (table.decks.rain === 0) return 0;
  const seen = [...hand.map(({ card }) => card), ...table.spaces.flatMap(({ top }) => top ?? [])];
  const unseen = CARDS.rain.length - seen.filter((card) => deckOf(card) === "rain").length;
  return (CAUSEWAYS - seen.filter((card) => card === CAUSEWAY).length) / unseen;
}

/**
 * Returns how well a seat does against the others in a state, in points of its own: above 0 it is ahead. Signs and causeways that
 * came from `drawn` cards count only by their odds, so that a lucky card in one sample changes nothing.
 */
export function worthOf(state: State, seat: Seat, odds: Odds, drawn: Draws, weights: Weights): number {
  const { table } = state;
  const others = othersInTurnOrder(table, seat);
  const signs = new Map([seat, ...others].map((each) => [each, signsOf(table, each, handOf(state, each))]));
  const hoped = table.apocalypse.state === "none" ? weights.causeway * odds.causeway : 0;
  const causeways = (draws: ByDeck<number> | undefined) => hoped * (draws?.rain ?? 0);
  const worth = (each: Seat) =>
    ownWorth(state, each, signs, weights) +
    hopeOf(each, signs, odds, drawn.get(each), weights) +
    causeways(drawn.get(each));
  const theirs = others.map(worth);
  return worth(seat) - Math.max(0, ...theirs) / 2 - mean(theirs) / 2;
}

/** The signs that each seat in play holds. */
type Held = ReadonlyMap<Seat, readonly Sign[]>;

function ownWorth(state: State, seat: Seat, held: Held, weights: Weights): number {
  const { table } = state;
  const { skulls, cards, offered } = tribeOf(table, seat);
  const hand = handOf(state, seat);
  const countOf = (kind: Card) => hand.filter(({ card }) => card === kind).length;
  const causeways = countOf(CAUSEWAY);
  const isEnding = table.apocalypse.state !== "none";
  return (
    worthOfSigns(held.get(seat)?.length ?? 0, weights) +
    weights.disc * discCount(table, seat) +
    (offered === undefined || isEnding ? weights.skull : weights.savedSkull) * skulls +
    weights.offering * (offered ?? 0) +
    (isEnding || causeways === 0 ? 0 : weights.causeway * causeways + weights.fare * fareOf(table, skulls)) +
    weights.captive * countOf("captive") +
    DECKS.reduce((sum, deck) => sum + weights[deck] * cards[deck], 0)
  );
}

/** Returns how many of a seat's skulls would pay for a causeway; 0 unless a rack is low. */
function fareOf(table: Table, skulls: number): number {
  return table.spaces.some(({ rack }) => rack <= LOW) ? Math.min(costOf(table, CAUSEWAY), skulls) : 0;
}

function worthOfSigns(count: number, { sign, secondSign }: Weights): number {
  if (count >= SIGNS.length) return WIN;
  return count === 0 ? 0 : count === 1 ? sign : sign + secondSign;
}

/**
 * Returns what the cards that a seat drew are worth by the odds that they are signs: to it, and because no other seat
 * draws them then.
 */
function hopeOf(
  seat: Seat,
  held: Held,
  odds: Odds,
  draws: ByDeck<number> | undefined,
  weights: Weights,
): number {
  if (draws === undefined) return 0;
  let hope = 0;
  for (const sign of SIGNS) {
    const deck = DECK_OF[sign];
    if (draws[deck] === 0 || odds[deck] === 0) continue;
    const gains = new Map([...held].map(([each, signs]) => [each, gainOf(signs, sign, weights)]));
    const own = gains.get(seat) ?? 0;
    gains.delete(seat);
    // There are flowers enough for all.
    const denied = sign === "flower" ? 0 : weights.denial * mean([...gains.values()]);
    hope += (own + denied) * odds[deck] * draws[deck];
  }
  return hope;
}

/** Returns what one more sign would bring a seat. */
function gainOf(signs: readonly Sign[], sign: Sign, weights: Weights): number {
  if (signs.includes(sign)) return 0;
  return worthOfSigns(signs.length + 1, weights) - worthOfSigns(signs.length, weights);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
