import {
  type Card,
  cardsIn,
  faceOf,
  type Seat,
  type Table,
  type Time,
} from "@flower-war/client-sdk/space-aztecs";
import { arePilesEmpty, cityOf, clockwiseFrom, type Effect, scoreOf, withPlayed } from "./cities.ts";
import { useState } from "react";
import type { SpaceAztecsScene } from "./texts.ts";

/** One card of a round. */
export interface RevealedCard {
  readonly seat: Seat;
  readonly time: Time;
  /** `null`: it still lies face down. */
  readonly card: Card | null;
  /** What it did; `null`: it was not played yet. */
  readonly effect: Effect | null;
  /** Every seat's points before and after it, in turn order. */
  readonly points: readonly { readonly seat: Seat; readonly before: number; readonly after: number }[];
}

/** The called times of a round, and what its cards have done so far. */
export interface Reveal {
  readonly round: number;
  /** The seat with the earliest card. */
  readonly starting: Seat;
  /** In the order in which they are played. */
  readonly cards: readonly RevealedCard[];
  /** Saucers that had come before the first of these cards. */
  readonly saucersBefore: number;
  /** Whether so many piles are empty since all have chosen that the match ends with this round. */
  readonly endsByPiles: boolean;
}

/**
 * Returns what the cards of a round have done, found by comparing two tables: one in which all still chose, and a later
 * one of the same round or of the beginning of the next. A seat that conceded before its card was played has none. `null`:
 * the times are not known, or the tables are further apart.
 */
export function revealOf(before: Table, after: Table): Reveal | null {
  const isSame = after.round === before.round && after.phase !== "choose" && after.phase !== "take";
  const isNext = after.round === before.round + 1 && after.phase === "take";
  if (!isSame && !isNext) return null;
  const played = playedCards(before, after);
  const cards: RevealedCard[] = [];
  let table = before;
  for (const seat of clockwiseFrom(after, after.starting)) {
    const card = played.get(seat) ?? faceUp(after, seat);
    if (card === null && after.out.includes(seat)) continue;
    const time = card === null ? after.times[seat] : faceOf(card).time;
    if (time === undefined) return null;
    const effect = card === null || isOpen(after, card) ? null : effectOf(card, seat, before, after, played);
    const next = card === null || effect === null ? table : withPlayed(table, seat, card, effect);
    const points = before.seats.map((each) => ({
      seat: each,
      before: scoreOf(table, each).total,
      after: scoreOf(next, each).total,
    }));
    cards.push({ seat, time, card, effect, points });
    table = next;
  }
  return {
    round: before.round,
    starting: after.starting,
    cards,
    saucersBefore: before.saucersPlayed,
    endsByPiles: arePilesEmpty(after),
  };
}

/** The card that a seat has turned up, whose effect waits for a decision. */
const faceUp = ({ turnedUp }: Table, seat: Seat): Card | null =>
  turnedUp?.seat === seat ? turnedUp.card : null;

const isOpen = ({ turnedUp }: Table, card: Card): boolean => turnedUp?.card === card;

/**
 * The card that each seat has played in between. A card that was taken in the same round is that of the one seat, or,
 * clockwise from the Saucer, of the seats, that would have played nothing.
 */
function playedCards(before: Table, after: Table): ReadonlyMap<Seat, Card> {
  const known = new Set(before.seats.flatMap((seat) => cardsIn(cityOf(before, seat))));
  const isNew = (card: Card) => !known.has(card);
  const played = new Map<Seat, Card>();
  const taken: { readonly by: Seat; readonly card: Card }[] = [];
  for (const seat of after.seats) {
    const { saucers, ...city } = cityOf(after, seat);
    const own = cardsIn({ ...city, saucers: saucers.map(({ card }) => ({ card, took: [] })) }).find(isNew);
    if (own !== undefined) played.set(seat, own);
    taken.push(...saucers.flatMap(({ took }) => took.filter(isNew).map((card) => ({ by: seat, card }))));
  }
  const waiting = new Set(after.chosen);
  for (const { by, card } of taken) {
    const owner = clockwiseFrom(after, by).find(
      (seat) => !played.has(seat) && !waiting.has(seat) && fitsTime(after, seat, card),
    );
    if (owner !== undefined) played.set(owner, card);
  }
  return played;
}

const fitsTime = ({ times }: Table, seat: Seat, card: Card): boolean =>
  times[seat] === undefined || times[seat] === faceOf(card).time;

function effectOf(
  card: Card,
  seat: Seat,
  before: Table,
  after: Table,
  played: ReadonlyMap<Seat, Card>,
): Effect {
  const { temples, saucers } = cityOf(after, seat);
  const ownerOf = (taken: Card): Seat | undefined =>
    before.seats.find((each) => played.get(each) === taken || cityOf(before, each).visible.includes(taken));
  return {
    under: temples.find((temple) => temple.covers.includes(card))?.card ?? null,
    covers: temples.find((temple) => temple.card === card)?.covers ?? [],
    took: (saucers.find((saucer) => saucer.card === card)?.took ?? []).flatMap((taken) => {
      const from = ownerOf(taken);
      return from === undefined ? [] : [{ from, card: taken }];
    }),
  };
}

/** The called times that are shown, with the viewer's own card. */
export interface OwnReveal extends Reveal {
  readonly own: Card | null;
}

interface Followed {
  readonly table: Table;
  /** The last table in which all still chose; `null`: none was seen. */
  readonly base: Table | null;
  /** The viewer's card in it or since. */
  readonly own: Card | null;
  readonly reveal: OwnReveal | null;
  /** How many of its cards were shown before. */
  readonly from: number;
}

interface Revealing {
  /** `null`: nothing is to be revealed, or the viewer has seen it. */
  readonly reveal: OwnReveal | null;
  readonly from: number;
  readonly close: () => void;
}

/** Says what is to be revealed: whenever all have chosen, and when cards were played after a decision. */
export function useReveal({ view: { table, chosen } }: SpaceAztecsScene): Revealing {
  const [followed, setFollowed] = useState<Followed>(() => ({
    table,
    base: table.phase === "choose" ? table : null,
    own: chosen,
    reveal: null,
    from: 0,
  }));
  if (followed.table !== table) setFollowed(follow(followed, table, chosen));
  else if (chosen !== null && chosen !== followed.own) setFollowed({ ...followed, own: chosen });
  return {
    reveal: followed.reveal,
    from: followed.from,
    close: () => setFollowed((now) => ({ ...now, reveal: null, from: shownOf(now.reveal) })),
  };
}

/** What is followed after another table came. */
export function follow(before: Followed, table: Table, chosen: Card | null): Followed {
  if (table.phase === "choose") {
    const isNew = before.base?.round !== table.round;
    return { ...before, table, base: table, own: chosen, ...(isNew && { from: 0 }) };
  }
  const { base } = before;
  const found = base === null ? null : revealOf(base, table);
  if (base === null || found === null || isOldNews(before, table)) return { ...before, table };
  const own = chosen ?? before.own;
  return { ...before, table, own, reveal: { ...found, own } };
}

/** Whether the round that the table has left was shown already: only who holds which pile has changed. */
function isOldNews({ table: known }: Followed, table: Table): boolean {
  return known.phase === "take" && table.phase === "take" && known.round === table.round;
}

const shownOf = (reveal: Reveal | null): number =>
  reveal === null ? 0 : reveal.cards.filter(({ effect }) => effect !== null).length;

/** A time of day as a part of the day, 0 to 1. */
export function partOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours + minutes / 60) / 24;
}
