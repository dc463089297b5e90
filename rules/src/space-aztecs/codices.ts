import { faceOf, setOf } from "./cards.ts";
import { aztecsIn, coveredIn } from "./city.ts";
import { type Card, type City, SETS } from "./vocabulary.ts";

export const NOON = "12:00";
export const POINTS = 2;
export const MAX_POINTS = 8;

/** Returns what a Codex scores in a city: 2 points for each of its items, at most 8 (canon section 2.3). */
export function codexPoints(codex: Card, city: City): number {
  return Math.min(MAX_POINTS, POINTS * itemsOf(codex, city));
}

function itemsOf(codex: Card, city: City): number {
  const counted = countedCards(city);
  switch (codex) {
    case "C1":
      return counted.filter((card) => faceOf(card).time < NOON).length;
    case "C2":
      return counted.filter((card) => faceOf(card).time >= NOON).length;
    case "C3":
      return city.temples.length;
    case "C4":
      return coveredIn(city).length;
    case "C5":
      return city.visible.length;
    case "C6":
      return countPerSet(counted).filter((count) => count > 0).length;
    case "C7":
      return Math.max(...countPerSet(counted));
    case "C8":
      return city.codices.length;
    default:
      throw new RangeError(`${codex} is not a Codex`);
  }
}

/** Returns the Aztecs and Temples of a city. Saucers, the cards under them, and Codices are outside it. */
function countedCards(city: City): readonly Card[] {
  return [...aztecsIn(city), ...city.temples.map(({ card }) => card)];
}

function countPerSet(cards: readonly Card[]): readonly number[] {
  return SETS.map((set) => cards.filter((card) => setOf(card) === set).length);
}
