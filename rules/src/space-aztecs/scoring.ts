import { faceOf, type Role, setOf } from "./cards.ts";
import { aztecsIn, coveredIn } from "./city.ts";
import { codexPoints } from "./codices.ts";
import { cityOf, isInPlay, seatsInPlay } from "./seats.ts";
import type { Card, City, Score, Seat, Table } from "./vocabulary.ts";

/** Points for the number of Warriors of one type in a city; index 0 is none (canon section 2.2). */
export const WARRIOR_POINTS = {
  eagle: [0, 3, 9, 18],
  jaguar: [0, 2, 7, 15],
  serpent: [0, 1, 5, 11, 20],
} as const satisfies { readonly [R in Role]?: readonly number[] };

const WARRIORS = ["eagle", "jaguar", "serpent"] as const;

/** Points of a Priest paired with an Alien. */
export const PAIR = 10;
/** Points of a seat with the fewest cards of set P. */
export const FEWEST = -5;

/**
 * Returns what every seat's cards score now (canon section 8). Seats that conceded neither pay for the fewest of set P
 * nor spare others from it.
 */
export function scoresOf(table: Table): readonly { readonly seat: Seat; readonly score: Score }[] {
  const pinkOf = (seat: Seat) => countPink(cityOf(table, seat));
  const fewest = Math.min(...seatsInPlay(table).map(pinkOf));
  return table.seats.map((seat) => {
    const pays = table.removed !== "P" && isInPlay(table, seat) && pinkOf(seat) === fewest;
    return { seat, score: scoreOf(cityOf(table, seat), pays ? FEWEST : 0) };
  });
}

function scoreOf(city: City, fewest: number): Score {
  const codices = sum(city.codices, (codex) => codexPoints(codex, city));
  const aztecs = aztecPoints(city);
  const saucers = sum(city.saucers, ({ took }) => took.length);
  const total = codices + aztecs + fewest + saucers;
  return { codices, aztecs, fewest, saucers, total, survivors: aztecsIn(city).length };
}

function countPink(city: City): number {
  return aztecsIn(city).filter((card) => setOf(card) === "P").length;
}

/** Returns the points of a city's Aztecs, visible and covered. */
export function aztecPoints(city: City): number {
  const aztecs = aztecsIn(city);
  return (
    sum(aztecs, (card) => faceOf(card).points ?? 0) +
    sum(coveredIn(city), (card) => faceOf(card).sheltered ?? 0) +
    sum(WARRIORS, (type) => WARRIOR_POINTS[type][ofRole(aztecs, type).length] ?? 0) +
    pairPoints(aztecs)
  );
}

/**
 * Returns what pairs of Priest and Alien score beyond the Aliens' own points: the Aliens worth least are sacrificed.
 */
function pairPoints(aztecs: readonly Card[]): number {
  const aliens = ofRole(aztecs, "alien").map((card) => faceOf(card).points ?? 0);
  const pairs = Math.min(ofRole(aztecs, "priest").length, aliens.length);
  const sacrificed = aliens.toSorted((a, b) => a - b).slice(0, pairs);
  return PAIR * pairs - sum(sacrificed, (points) => points);
}

function ofRole(cards: readonly Card[], role: Role): readonly Card[] {
  return cards.filter((card) => faceOf(card).role === role);
}

function sum<V>(values: readonly V[], points: (value: V) => number): number {
  return values.reduce((total, value) => total + points(value), 0);
}
