import { spaceAt, spaceNumber } from "./board.ts";
import { ruleOf } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import { GODS, type God, type Seat, SPACES, type SpaceId, type Table } from "./vocabulary.ts";

/** The discs of each bonus that adds up (canon section 8). */
const BONUSES = {
  movement: ["ehecatl", "cuetzpalin", "mazatl", "olin"],
  collect: ["cipactli", "tochtli", "cozcacuauhtli"],
  attack: ["miquiztli", "ocelotl", "cuauhtli"],
  defense: ["calli", "itzcuintli", "malinalli"],
} as const satisfies { readonly [bonus: string]: readonly SpaceId[] };

const MOST_OF_ONE_BONUS = 2;

const GIVE_RANGE: readonly SpaceId[] = ["ozomahtli", "acatl"];

/** The discs whose holder's first sacrifice of a turn to that god is free. */
const FREE_OFFERING: { readonly [G in God]: readonly SpaceId[] } = {
  tlaloc: ["coatl", "atl", "quiahuitl"],
  huitzilopochtli: ["tecpatl"],
};
/** The disc whose holder's first sacrifice of a turn is free, whichever the god. */
const FREE_FIRST_OFFERING: SpaceId = "xochitl";

/** Whether a seat holds a disc, earned or as a copy. */
export function holdsDisc(table: Table, seat: Seat, disc: SpaceId): boolean {
  return spaceAt(table, spaceNumber(disc)).disc === seat || tribeOf(table, seat).copies.includes(disc);
}

/** How many discs a seat has, copies too. */
export function discCount(table: Table, seat: Seat): number {
  const earned = table.spaces.filter(({ disc }) => disc === seat).length;
  return earned + tribeOf(table, seat).copies.length;
}

/** The discs that do not lie on the board, in the order of their spaces. */
export function discsOffBoard(table: Table): readonly SpaceId[] {
  return SPACES.filter((_, index) => table.spaces[index]?.disc !== null);
}

/** What a seat's discs add; rule changes come on top of it. */
export function bonusOf(table: Table, seat: Seat, bonus: keyof typeof BONUSES): number {
  return Math.min(BONUSES[bonus].filter((disc) => holdsDisc(table, seat, disc)).length, MOST_OF_ONE_BONUS);
}

/** Whether a seat may challenge another one space away: by a disc or by acatl's rule. */
export function hasRange(table: Table, seat: Seat): boolean {
  return ruleOf("acatl", table) || GIVE_RANGE.some((disc) => holdsDisc(table, seat, disc));
}

/** Whether the active seat's next sacrifice to a god takes its skull from supply. */
export function offersFree(table: Table, god: God): boolean {
  return table.supply > 0 && (isFirstFree(table) || isFirstToGodFree(table, god));
}

/** How many of the active seat's next sacrifices can be free at most. */
export function freeOfferingsLeft(table: Table): number {
  const byGod = GODS.filter((god) => isFirstToGodFree(table, god)).length;
  return Math.min(byGod + Number(isFirstFree(table)), GODS.length, table.supply);
}

function isFirstFree(table: Table): boolean {
  const { seat, sacrifices } = table.turn;
  return GODS.every((god) => sacrifices[god] === 0) && holdsDisc(table, seat, FREE_FIRST_OFFERING);
}

function isFirstToGodFree(table: Table, god: God): boolean {
  const { seat, sacrifices } = table.turn;
  return sacrifices[god] === 0 && FREE_OFFERING[god].some((disc) => holdsDisc(table, seat, disc));
}
