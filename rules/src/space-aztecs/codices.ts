import { faceOf, setOf } from "./cards.ts";
import { aztecsIn, coveredIn } from "./city.ts";
import { type Card, type City, SETS } from "./vocabulary.ts";

const NOON = "12:00";
const POINTS = 2;
const MOST_POINTS = 8;

/** What a Codex pays in a city: 2 points for each of its items, at most 8 (canon section 2.3). */
export function codexPoints(codex: Card, city: City): number {
  return Math.min(MOST_POINTS, POINTS * itemsOf(codex, city));
}

function itemsOf(codex: Card, city: City): number {
  const counted = countedIn(city);
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
      return perSet(counted).filter((count) => count > 0).length;
    case "C7":
      return Math.max(...perSet(counted));
    case "C8":
      return city.codices.length;
    default:
      throw new RangeError(`${codex} is no Codex`);
  }
}

/** Aztecs and Temples of a city; Saucers, what lies under them, and Codices lie outside it. */
function countedIn(city: City): readonly Card[] {
  return [...aztecsIn(city), ...city.temples.map(({ card }) => card)];
}

function perSet(cards: readonly Card[]): readonly number[] {
  return SETS.map((set) => cards.filter((card) => setOf(card) === set).length);
}
