import { CARDS } from "../cards.ts";
import { isRuleActive } from "../rule-changes.ts";
import { tribeOf } from "../seats.ts";
import { holdsAllSigns } from "../signs.ts";
import type { Card, God, Seat, Sign, Table } from "../vocabulary.ts";

/** The signs that are drawn into hidden hands. Flowers in hands are known. */
export type HiddenSign = Exclude<Sign, "flower">;

/** A Day card that is the flower. */
const FLOWER: Card = "7-xochitl";

/** Where each of them lies, and the god whose offerings draw from that deck. */
const SOURCES = {
  eagle: { deck: "war", other: "rain", god: "huitzilopochtli" },
  serpent: { deck: "rain", other: "war", god: "tlaloc" },
} as const;

/**
 * Offerings beyond the cards that are out of a deck at which it is as likely as not that the deck was reshuffled, and
 * how much the logarithm of the odds grows with each further one. Fitted to matches between easy and between skilled
 * bots (docs/performance-rules.md, "Where a sign lies").
 */
const RESHUFFLED = { even: 6, slope: 0.4 };

/** War or Rain cards drawn for each drawn Day card, at most: some four times the average. */
const DRAWN_BY_DAY_CARD = 0.25;

/**
 * How the logarithm of the odds that a hand has a sign grows with the logarithm of the ratio of its other cards to those
 * of the sign's deck, and with each skull that the seat saves, up to a number of them. Fitted to matches between skilled
 * bots, as above; easy bots save skulls without a reason, so that each counts for less than that fit says.
 */
const HOLDER = { ratio: 0.6, skull: 0.4, skulls: 4 };

/** How likely a sign lies in its deck, and in each hand. Only the ratios count. */
export interface Whereabouts {
  readonly deck: number;
  readonly hands: ReadonlyMap<Seat, number>;
}

/**
 * Returns where a sign that the viewer does not see may lie. Of the cards drawn from its deck a sign stays in the hand,
 * while others are played; so a deck that was reshuffled has it no more. No seat sees from the table alone whether that
 * happened, but each sacrifice draws a card: a deck with more offerings than cards out of it was likely reshuffled, if all
 * its cards can have been drawn. A conceding seat lays its cards down, a sign with them, and they can come back: after a
 * concession each hidden card is as likely. A seat that shows both other signs does not hold this one: it would have won.
 *
 * What a seat does tells more: one that has a sign offers to the other god for the one that it lacks, and one that lacks
 * none of the two saves its skulls.
 * @param viewer the seat that does not see it; `null` for a viewer without a seat
 */
export function whereaboutsOf(table: Table, viewer: Seat | null, sign: HiddenSign): Whereabouts {
  const { deck, other } = SOURCES[sign];
  const left = table.decks[deck];
  const others = table.seats.filter((seat) => seat !== viewer && !wouldHaveWon(table, seat, sign));
  const sizes = others.map((seat) => [seat, tribeOf(table, seat).cards[deck]] as const);
  if (table.seats.some((seat) => tribeOf(table, seat).out > 0)) return { deck: left, hands: new Map(sizes) };
  const held = sizes.reduce((sum, [, size]) => sum + size, 0);
  // What is out was drawn by all seats, and the part of those that cannot hold the sign was not it.
  const drawn = ((CARDS[deck].length - left) * others.length) / table.seats.length;
  const hands = new Map(
    sizes.map(([seat, size]) => {
      const { skulls, cards } = tribeOf(table, seat);
      const looksAway = ((1 + cards[other]) / (1 + size)) ** HOLDER.ratio;
      const saves = Math.exp(HOLDER.skull * Math.min(skulls, HOLDER.skulls));
      return [seat, held === 0 ? 0 : ((drawn * size) / held) * looksAway * saves];
    }),
  );
  return { deck: left * (1 - chanceOfReshuffle(table, sign)), hands };
}

/** Returns whether a seat shows both other signs, as discs or flowers. */
function wouldHaveWon(table: Table, seat: Seat, sign: HiddenSign): boolean {
  const shown: readonly Card[] = tribeOf(table, seat).cards.day > 0 ? [sign, FLOWER] : [sign];
  // The ids do not matter here.
  return holdsAllSigns(
    table,
    seat,
    shown.map((card) => ({ id: "", card })),
  );
}

/** Returns how likely a sign's deck was reshuffled, 0 to 1. */
function chanceOfReshuffle(table: Table, sign: HiddenSign): number {
  const { deck, god } = SOURCES[sign];
  const offerings = offeringsTo(table, god);
  // By atl's rule this counts too many, never too few: so it bounds the cards that were drawn.
  const mostDrawn = table.offerings[god] + DRAWN_BY_DAY_CARD * (CARDS.day.length - table.decks.day);
  if (mostDrawn <= CARDS[deck].length) return 0;
  const excess = offerings - (CARDS[deck].length - table.decks[deck]);
  return 1 / (1 + Math.exp(RESHUFFLED.slope * (RESHUFFLED.even - excess)));
}

/** Returns how many skulls were offered to a god, or fewer. By atl's rule Tlaloc's offerings count twice, those in his half of the lake once. */
function offeringsTo(table: Table, god: God): number {
  return god === "tlaloc" && isRuleActive("atl", table) ? table.lake[god] : table.offerings[god];
}
