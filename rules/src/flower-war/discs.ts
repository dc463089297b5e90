import { spaceAt, spaceNumber } from "./board.ts";
import { type Seat, SPACES, type SpaceId, type Table } from "./vocabulary.ts";

const GIVE_RANGE: readonly SpaceId[] = ["ozomahtli", "acatl"];

/** Whether a seat holds a disc. */
export function holdsDisc(table: Table, seat: Seat, disc: SpaceId): boolean {
  return spaceAt(table, spaceNumber(disc)).disc === seat;
}

/** The discs that a seat holds, in the order of their spaces. */
export function discsOf(table: Table, seat: Seat): readonly SpaceId[] {
  return SPACES.filter((_, index) => table.spaces[index]?.disc === seat);
}

/** The discs that do not lie on the board, in the order of their spaces. */
export function discsOffBoard(table: Table): readonly SpaceId[] {
  return SPACES.filter((_, index) => table.spaces[index]?.disc !== null);
}

/** Whether a seat may challenge another one space away (canon section 8, bonus *range*). */
export function hasRange(table: Table, seat: Seat): boolean {
  return GIVE_RANGE.some((disc) => holdsDisc(table, seat, disc));
}
