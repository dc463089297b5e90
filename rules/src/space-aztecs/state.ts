import { ChanceReader, isSeed, shuffledBy } from "../chance.ts";
import type { GameTypes } from "../game.ts";
import { FACES, kindOf, setOf, sortByTime } from "./cards.ts";
import { EMPTY_CITY } from "./city.ts";
import type { Event } from "./events.ts";
import { seatsFor } from "./seats.ts";
import {
  type BySeat,
  type Card,
  type Command,
  type Decision,
  type Options,
  type Outcome,
  PLACES,
  type RefusalCode,
  type Seat,
  type SetId,
  SETS,
  type Table,
  type View,
} from "./vocabulary.ts";

/** The whole state of a match: plain, serialisable, immutable. Nothing is random after the deal. */
export interface State {
  /** The public part. */
  readonly table: Table;
  readonly hidden: Hidden;
}

/** The part that no seat, or one alone, may see (canon section 9). */
export interface Hidden {
  /** Each place's cards, by time; index 0 is place 1. */
  readonly piles: readonly (readonly Card[])[];
  /** The cards that lie face down in front of their seats. */
  readonly chosen: BySeat<Card>;
  /** The cards that seats had chosen, but not played, when they conceded. */
  readonly box: readonly Card[];
}

/** The most players with whom one set stays in the box. */
const MAX_SEATS_WITH_THREE_SETS = 4;

/**
 * Returns a match before its first pile is taken (canon sections 3 and 11).
 * @throws RangeError for a number of seats or a seed that is not possible
 */
export function setup(options: Options, count: number, seed: string): State {
  if (!isSeed(seed)) throw new RangeError("a seed is 64 lower-case hexadecimal digits");
  const reader = new ChanceReader(seed);
  return deal(options, count, (n) => reader.below(n));
}

/**
 * Deals a match.
 * @param rand returns an integer from 0 to n - 1
 */
export function deal(options: Options, count: number, rand: (n: number) => number): State {
  const seats = seatsFor(count);
  const removed = count > MAX_SEATS_WITH_THREE_SETS ? null : chooseRemovedSet(options, rand);
  const cards = shuffledBy(cardsInPlay(options, removed), rand);
  const piles = PLACES.map((_, place) => sortByTime(cards.filter((_card, i) => i % PLACES.length === place)));
  const starting = seats[rand(count)];
  if (starting === undefined) throw new RangeError("the starting seat is not in the match");
  return {
    table: {
      options,
      seats,
      removed,
      round: 1,
      phase: "take",
      starting,
      places: piles.map(({ length }) => ({ cards: length, heldBy: null })),
      chosen: [],
      times: {},
      turnedUp: null,
      saucersPlayed: 0,
      cities: Object.fromEntries(seats.map((seat) => [seat, EMPTY_CITY])),
      out: [],
      outcome: null,
    },
    hidden: { piles, chosen: {}, box: [] },
  };
}

function chooseRemovedSet({ removedSet: wished }: Options, rand: (n: number) => number): SetId {
  if (wished !== "random") return wished;
  const drawn = SETS[rand(SETS.length)];
  if (drawn === undefined) throw new RangeError("there is no such set");
  return drawn;
}

/** Returns the cards of a match in the order of canon section 2.1; all others are in the box. */
export function cardsInPlay({ codex }: Options, removed: SetId | null): readonly Card[] {
  const all = FACES.map(({ id }) => id);
  return all.filter((card) =>
    kindOf(card) === "codex" ? codex : removed === null || setOf(card) !== removed,
  );
}

/** The types of Space Aztecs for the contract of game.ts. */
export interface SpaceAztecs extends GameTypes {
  options: Options;
  seat: Seat;
  state: State;
  view: View;
  command: Command;
  event: Event;
  refusal: RefusalCode;
  decision: Decision;
  outcome: Outcome;
}
