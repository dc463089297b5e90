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

/** The space so many steps ahead, 1-20; movement runs from 20 to 1. */
export function stepsAhead(space: number, steps: number): number {
  return ((space - 1 + steps) % SPACES.length) + 1;
}

/** Whether two spaces lie exactly one step apart. */
export function areNeighbours(a: number, b: number): boolean {
  return stepsAhead(a, 1) === b || stepsAhead(b, 1) === a;
}

/** What the table shows of a space, 1-20. */
export function spaceAt(table: Table, number: number): Space {
  const space = table.spaces[number - 1];
  if (space === undefined) throw new RangeError(`there is no space ${number}`);
  return space;
}

/** The name of a space, 1-20, and of its disc. */
export function spaceId(number: number): SpaceId {
  const id = SPACES[number - 1];
  if (id === undefined) throw new RangeError(`there is no space ${number}`);
  return id;
}

/** The number of a space, 1-20. */
export function spaceNumber(id: SpaceId): number {
  return SPACES.indexOf(id) + 1;
}

/** The active seat's space, whoever plays or pays: where costs, cards and Day cards go. */
export function currentSpace(table: Table): number {
  return tribeOf(table, table.turn.seat).space;
}
