import {
  type Card,
  type City,
  faceOf,
  type Seat,
  scoresOf,
  type Table,
} from "@flower-war/client-sdk/space-aztecs";
import { aztecsIn, cityOf } from "../cities.ts";

/** Points of a Priest that has an Alien (canon section 2.2). */
const PAIR = 10;

/**
 * Returns what each card of a city is worth now, so that the numbers on the cards add up to the seat's points without
 * what the fewest pink cost. Of Warriors the first one has what one alone is worth, the next one what it adds.
 */
export function worthsOf(table: Table, seat: Seat): ReadonlyMap<Card, number> {
  const city = cityOf(table, seat);
  return new Map([
    ...aztecWorths(table, city),
    ...codexWorths(table, city),
    ...city.saucers.flatMap(({ took }) => took.map((card) => [card, 1] as const)),
  ]);
}

function aztecWorths(table: Table, city: City): readonly (readonly [Card, number])[] {
  const aztecs = aztecsIn(city);
  const covered = new Set(city.temples.flatMap(({ covers }) => covers));
  const ofRole = (role: string) => aztecs.filter((card) => faceOf(card).role === role);
  const priests = ofRole("priest");
  const aliens = ofRole("alien").toSorted((a, b) => pointsOf(a) - pointsOf(b));
  return aztecs.map((card) => {
    const { role, sheltered = 0 } = faceOf(card);
    switch (role) {
      case "priest":
        return [card, priests.indexOf(card) < aliens.length ? PAIR : 0];
      case "alien":
        return [card, aliens.indexOf(card) < priests.length ? 0 : pointsOf(card)];
      case "serpent":
      case "jaguar":
      case "eagle": {
        const kin = ofRole(role);
        const place = kin.indexOf(card);
        return [
          card,
          pointsTogether(table, kin.slice(0, place + 1)) - pointsTogether(table, kin.slice(0, place)),
        ];
      }
      default:
        return [card, pointsOf(card) + (covered.has(card) ? sheltered : 0)];
    }
  });
}

const pointsOf = (card: Card): number => faceOf(card).points ?? 0;

const pointsTogether = (table: Table, visible: readonly Card[]): number =>
  scoreAlone(table, { visible, temples: [], codices: [], saucers: [] }).aztecs;

/** The Codex of Scribes counts the Codices; so it has what the others leave of their sum. */
const SCRIBES = "C8";

function codexWorths(table: Table, city: City): readonly (readonly [Card, number])[] {
  const others = city.codices
    .filter((card) => card !== SCRIBES)
    .map((card) => [card, scoreAlone(table, { ...city, codices: [card] }).codices] as const);
  if (!city.codices.includes(SCRIBES)) return others;
  const rest = others.reduce((left, [, points]) => left - points, scoreAlone(table, city).codices);
  return [...others, [SCRIBES, rest]];
}

/** What a city would score if it were the only one. */
function scoreAlone(table: Table, city: City) {
  const [only] = scoresOf({ ...table, seats: ["0"], cities: { "0": city }, out: [] });
  if (only === undefined) throw new Error("a match has a seat");
  return only.score;
}
