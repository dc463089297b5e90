import { below, isSeed, shuffledBy } from "../chance.ts";
import { byTime, FACES, kindOf, setOf } from "./cards.ts";
import { EMPTY_CITY } from "./city.ts";
import { seatsFor } from "./seats.ts";
import { type BySeat, type Card, type Options, PLACES, SETS, type SetId, type Table } from "./vocabulary.ts";

/** The whole truth of a match: plain, serialisable, immutable. Nothing is random after the deal. */
export interface State {
  /** All that everybody sees. */
  readonly table: Table;
  readonly hidden: Hidden;
}

/** What nobody, or one seat alone, may see (canon section 9). */
export interface Hidden {
  /** Each place's cards, by time; index 0 is place 1. */
  readonly piles: readonly (readonly Card[])[];
  /** The cards that lie face down before their seats. */
  readonly chosen: BySeat<Card>;
}

/** With more players than this all four sets are played with. */
const MOST_WITH_THREE_SETS = 4;

/** A match whose first pile is to be taken (canon sections 3 and 11). */
export function setup(options: Options, count: number, seed: string): State {
  if (!isSeed(seed)) throw new RangeError("a seed is 64 lower-case hexadecimal digits");
  let position = 0;
  return deal(options, count, (n) => {
    const drawn = below(seed, position, n);
    position = drawn.position;
    return drawn.value;
  });
}

/** @param rand an integer from 0 to n - 1 */
export function deal(options: Options, count: number, rand: (n: number) => number): State {
  const seats = seatsFor(count);
  const removed = count > MOST_WITH_THREE_SETS ? null : removedSet(options, rand);
  const cards = shuffledBy(playedWith(options, removed), rand);
  const piles = PLACES.map((_, place) => byTime(cards.filter((_card, i) => i % PLACES.length === place)));
  const starting = seats[rand(count)];
  if (starting === undefined) throw new RangeError("the starting seat is one of the match");
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
      outcome: null,
    },
    hidden: { piles, chosen: {} },
  };
}

function removedSet({ removedSet: wished }: Options, rand: (n: number) => number): SetId {
  if (wished !== "random") return wished;
  const drawn = SETS[rand(SETS.length)];
  if (drawn === undefined) throw new RangeError("a set is one of four");
  return drawn;
}

/** The cards of a match in the order of canon section 2.1; all others are in the box. */
export function playedWith({ codex }: Options, removed: SetId | null): readonly Card[] {
  const all = FACES.map(({ id }) => id);
  return all.filter((card) =>
    kindOf(card) === "codex" ? codex : removed === null || setOf(card) !== removed,
  );
}
