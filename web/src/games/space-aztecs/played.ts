import {
  type Card,
  type City,
  faceOf,
  kindOf,
  type Score,
  type Seat,
  scoresOf,
  setOf,
  type Table,
} from "@flower-war/client-sdk/space-aztecs";
import { cityOf, othersInPlay } from "./cities.ts";

/** What a card did when it was played. */
export interface Effect {
  /** The Temple that an Aztec went under; `null`: it is visible. */
  readonly under: Card | null;
  /** The Aztecs that a Temple covered. */
  readonly covers: readonly Card[];
  /** The Aztecs that a Saucer took. */
  readonly took: readonly { readonly from: Seat; readonly card: Card }[];
}

/** Returns a table with one more card played (canon section 6). */
export function withPlayed(table: Table, seat: Seat, card: Card, effect: Effect): Table {
  const robbed = effect.took.map(({ from, card: taken }) => {
    const city = cityOf(table, from);
    return [from, { ...city, visible: city.visible.filter((each) => each !== taken) }] as const;
  });
  const cities = { ...table.cities, ...Object.fromEntries(robbed) };
  return { ...table, cities: { ...cities, [seat]: withCard(cityOf(table, seat), card, effect) } };
}

function withCard(city: City, card: Card, { under, covers, took }: Effect): City {
  switch (kindOf(card)) {
    case "codex":
      return { ...city, codices: [...city.codices, card] };
    case "saucer":
      return {
        ...city,
        saucers: [
          ...city.saucers.filter((each) => each.card !== card),
          { card, took: took.map((each) => each.card) },
        ],
      };
    case "temple":
      return {
        ...city,
        visible: city.visible.filter((each) => !covers.includes(each)),
        temples: [...city.temples, { card, covers }],
      };
    case "aztec":
      if (under === null) return { ...city, visible: [...city.visible, card] };
      return {
        ...city,
        temples: city.temples.map((each) =>
          each.card === under ? { ...each, covers: [...each.covers, card] } : each,
        ),
      };
  }
}

/**
 * Returns what a card would do if its seat played it now, before all others. Of several Aztecs that a Saucer may take it
 * takes the first.
 * @param covered whether an Aztec goes under the newest Temple of its set
 */
export function expectedEffect(table: Table, seat: Seat, card: Card, covered = false): Effect {
  const set = setOf(card);
  const city = cityOf(table, seat);
  const temple = city.temples.findLast((each) => setOf(each.card) === set);
  const ofSet = (cards: readonly Card[]) => cards.filter((each) => setOf(each) === set);
  const kind = kindOf(card);
  return {
    under: kind === "aztec" && covered ? (temple?.card ?? null) : null,
    covers: kind === "temple" ? ofSet(city.visible) : [],
    took:
      kind === "saucer"
        ? victims(table, seat, card).map(({ seat: from, aztecs }) => ({ from, card: aztecs[0] }))
        : [],
  };
}

/** A seat that a Saucer hits, with its visible Aztecs of the Saucer's set. */
export interface Victim {
  readonly seat: Seat;
  readonly aztecs: readonly [Card, ...Card[]];
}

/** The seats that a seat's Saucer hits, clockwise from that seat (canon section 6). */
export function victims(table: Table, seat: Seat, saucer: Card): readonly Victim[] {
  return othersInPlay(table, seat).flatMap((other) => {
    const [first, ...more] = cityOf(table, other).visible.filter((each) => setOf(each) === setOf(saucer));
    return first === undefined ? [] : [{ seat: other, aztecs: [first, ...more] as const }];
  });
}

/** What a seat's cards score now. */
export function scoreOf(table: Table, seat: Seat): Score {
  const found = scoresOf(table).find((each) => each.seat === seat);
  if (found === undefined) throw new RangeError(`the seat ${seat} is not in the match`);
  return found.score;
}

/** Orders cards by their time, the earliest first. */
export const byTime = (one: Card, other: Card): number => faceOf(one).time.localeCompare(faceOf(other).time);
