import { spaceAt, spaceId, spaceNumber } from "./board.ts";
import { isRuleActive } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import { GODS, type God, type Seat, SPACES, type SpaceId, type Table } from "./vocabulary.ts";

/** The spaces of the discs that give each bonus; several discs add up (canon section 8). */
const BONUSES = {
  movement: numbersOf("ehecatl", "cuetzpalin", "mazatl", "olin"),
  collect: numbersOf("cipactli", "tochtli", "cozcacuauhtli"),
  attack: numbersOf("miquiztli", "ocelotl", "cuauhtli"),
  defense: numbersOf("calli", "itzcuintli", "malinalli"),
} as const;

export const MAX_BONUS = 2;

/** The discs whose holder may challenge a seat one space away. */
const RANGE_DISCS = numbersOf("ozomahtli", "acatl");

/** The discs whose holder's first sacrifice to that god in a turn is free. */
const FREE_OFFERING_DISCS: { readonly [G in God]: readonly number[] } = {
  tlaloc: numbersOf("coatl", "atl", "quiahuitl"),
  huitzilopochtli: numbersOf("tecpatl"),
};
/** The disc whose holder's first sacrifice in a turn is free, to either god. */
const FREE_FIRST_OFFERING_DISC = spaceNumber("xochitl");

/** The bonus of a disc (canon section 8). */
export type DiscBonus = keyof typeof BONUSES | "range" | `free-${God}` | "free-first";

/** Returns what the disc of a space gives its holder. */
export function bonusOfDisc(disc: SpaceId): DiscBonus {
  const number = spaceNumber(disc);
  for (const bonus of ["movement", "collect", "attack", "defense"] as const) {
    if (BONUSES[bonus].includes(number)) return bonus;
  }
  const god = GODS.find((each) => FREE_OFFERING_DISCS[each].includes(number));
  if (god !== undefined) return `free-${god}`;
  return RANGE_DISCS.includes(number) ? "range" : "free-first";
}

function numbersOf(...discs: readonly SpaceId[]): readonly number[] {
  return discs.map(spaceNumber);
}

/** Returns whether a seat holds the disc of a space, earned or as a copy. */
export function holdsDisc(table: Table, seat: Seat, space: number): boolean {
  return spaceAt(table, space).disc === seat || tribeOf(table, seat).copies.includes(spaceId(space));
}

/** Returns how many discs a seat has, including copies. */
export function discCount(table: Table, seat: Seat): number {
  const earned = table.spaces.filter(({ disc }) => disc === seat).length;
  return earned + tribeOf(table, seat).copies.length;
}

/** Returns the discs that do not lie on the board, in the order of their spaces. */
export function discsOffBoard(table: Table): readonly SpaceId[] {
  return SPACES.filter((_, index) => table.spaces[index]?.disc !== null);
}

/** Returns the bonus of a seat's discs; rule changes are added by the caller. */
export function bonusOf(table: Table, seat: Seat, bonus: keyof typeof BONUSES): number {
  let held = 0;
  for (const disc of BONUSES[bonus]) held += Number(holdsDisc(table, seat, disc));
  return Math.min(held, MAX_BONUS);
}

/** Returns whether a seat may challenge another one space away: by a disc or by acatl's rule. */
export function hasRange(table: Table, seat: Seat): boolean {
  return isRuleActive("acatl", table) || RANGE_DISCS.some((disc) => holdsDisc(table, seat, disc));
}

/** Returns whether the active seat's next sacrifice to a god takes its skull from supply. */
export function isOfferingFree(table: Table, god: God): boolean {
  return table.supply > 0 && (isFirstFree(table) || isFirstToGodFree(table, god));
}

/** Returns how many of the active seat's next sacrifices can be free at most. */
export function freeOfferingsLeft(table: Table): number {
  const byGod = GODS.filter((god) => isFirstToGodFree(table, god)).length;
  return Math.min(byGod + Number(isFirstFree(table)), GODS.length, table.supply);
}

function isFirstFree(table: Table): boolean {
  const { seat, sacrifices } = table.turn;
  return GODS.every((god) => sacrifices[god] === 0) && holdsDisc(table, seat, FREE_FIRST_OFFERING_DISC);
}

function isFirstToGodFree(table: Table, god: God): boolean {
  const { seat, sacrifices } = table.turn;
  return sacrifices[god] === 0 && FREE_OFFERING_DISCS[god].some((disc) => holdsDisc(table, seat, disc));
}
