import { isRuleActive } from "./rule-changes.ts";
import { tribeOf } from "./seats.ts";
import { type Seat, SPACES, type Space, type SpaceId, type Table } from "./vocabulary.ts";

/** The space, 1-20, on which each seat begins (canon section 2). */
export const STARTING_SPACE: { readonly [S in Seat]: number } = {
  east: 20,
  north: 5,
  west: 10,
  south: 15,
  topan: 3,
  mictlan: 13,
};

const NUMBERS = Object.fromEntries(SPACES.map((id, index) => [id, index + 1])) as {
  readonly [S in SpaceId]: number;
};

/** Returns the space, 1-20, so many steps ahead in the current direction of movement; negative steps lead back. */
export function spaceAhead(table: Table, space: number, steps: number): number {
  return wrapSpace(isRuleActive("cuetzpalin", table) ? space - steps : space + steps);
}

/** Returns how many steps, 0-19, `to` lies ahead of `from`. */
export function distanceAhead(table: Table, from: number, to: number): number {
  return isRuleActive("cuetzpalin", table)
    ? wrapSpace(from - to) % SPACES.length
    : wrapSpace(to - from) % SPACES.length;
}

/** Returns whether two spaces lie exactly one step apart. */
export function areNeighbours(a: number, b: number): boolean {
  return wrapSpace(a + 1) === b || wrapSpace(b + 1) === a;
}

/** Maps any number onto the ring of spaces 1-20, where 20 is followed by 1. */
function wrapSpace(space: number): number {
  const index = (space - 1) % SPACES.length;
  return (index < 0 ? index + SPACES.length : index) + 1;
}

/** Returns what the table shows of a space, 1-20. */
export function spaceAt(table: Table, number: number): Space {
  const space = table.spaces[number - 1];
  if (space === undefined) throw new RangeError(`there is no space ${number}`);
  return space;
}

/** Returns the id of a space, 1-20, which is also the id of its disc. */
export function spaceId(number: number): SpaceId {
  const id = SPACES[number - 1];
  if (id === undefined) throw new RangeError(`there is no space ${number}`);
  return id;
}

/** Returns the number of a space, 1-20. */
export function spaceNumber(id: SpaceId): number {
  return NUMBERS[id];
}

/** Returns how many more skulls the rack of a space can hold. */
export function dayCount(table: Table, number: number): number {
  return table.options.rackSize - spaceAt(table, number).rack;
}

/** Returns the active seat's space. Costs, cards and Day cards of all seats go there. */
export function currentSpace(table: Table): number {
  return tribeOf(table, table.turn.seat).space;
}
