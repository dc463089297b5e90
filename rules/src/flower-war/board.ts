import { ruleOf } from "./rule-changes.ts";
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

/** The space so many steps ahead, 1-20, the way that movement now runs; negative steps lead back. */
export function stepsAhead(table: Table, space: number, steps: number): number {
  return wrapped(ruleOf("cuetzpalin", table) ? space - steps : space + steps);
}

/** How many steps ahead, 0-19, a space lies of another. */
export function distanceAhead(table: Table, from: number, to: number): number {
  return ruleOf("cuetzpalin", table)
    ? wrapped(from - to) % SPACES.length
    : wrapped(to - from) % SPACES.length;
}

/** Whether two spaces lie exactly one step apart. */
export function areNeighbours(a: number, b: number): boolean {
  return wrapped(a + 1) === b || wrapped(b + 1) === a;
}

/** The number, 1-20, of a space counted on round the ring, where 20 is followed by 1. */
function wrapped(space: number): number {
  const index = (space - 1) % SPACES.length;
  return (index < 0 ? index + SPACES.length : index) + 1;
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
  return NUMBERS[id];
}

/** Skulls that a space's rack has room for. */
export function dayCount(table: Table, number: number): number {
  return table.options.rackSize - spaceAt(table, number).rack;
}

/** The active seat's space, whoever plays or pays: where costs, cards and Day cards go. */
export function currentSpace(table: Table): number {
  return tribeOf(table, table.turn.seat).space;
}
