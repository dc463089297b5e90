import { type BySeat, SEATS, type Seat, type Square } from "./vocabulary.ts";

/** A token's step on its path: 0 on the dot, 1-14 on a square, 15 on X (canon section 3.1). */
export const DOT = 0;
export const HOME = 15;

/** The squares of each colour's path; index 0 is step 1. A half turn of the board maps one onto the other. */
const PATHS: BySeat<readonly Square[]> = {
  red: ["a1", "b1", "c1", "d1", "e1", "e2", "e3", "e4", "e5", "d5", "c5", "c4", "c3", "b3"],
  yellow: ["e5", "d5", "c5", "b5", "a5", "a4", "a3", "a2", "a1", "b1", "c1", "c2", "c3", "d3"],
};

/** What is painted on squares (canon section 3.2). */
const TERRITORY: BySeat<readonly Square[]> = { red: ["a2", "b1"], yellow: ["e4", "d5"] };
const PLUSES: BySeat<readonly Square[]> = { red: ["e2", "c5"], yellow: ["a4", "c1"] };
const RINGS: readonly Square[] = ["a1", "e5", "a3", "e3"];
export const SUN: Square = "c3";
/** Where each colour's X is (canon section 3.1). It is no square: what reaches it is home, and stands nowhere. */
export const ENDS = { red: "b2", yellow: "d4" } as const satisfies BySeat<string>;
/** A place of the board that is an X. */
export type End = (typeof ENDS)[Seat];

/** The cost of a square, and of a square in the other colour's territory. */
const COST = 1;
const TERRITORY_COST = 3;

/** What a square does to a token that lands there, depending on the token's colour. */
export type Feature = "plus" | "ring" | "sun";

export function otherSeat(seat: Seat): Seat {
  return seat === "red" ? "yellow" : "red";
}

/** Returns the square of a step on a colour's path; `null` for the dot and X. */
export function squareAt(seat: Seat, step: number): Square | null {
  return PATHS[seat][step - 1] ?? null;
}

/**
 * Returns the step of a square on a colour's path.
 * @throws RangeError for a square that is not on it
 */
export function stepOf(seat: Seat, square: Square): number {
  const index = PATHS[seat].indexOf(square);
  if (index < 0) throw new RangeError(`${square} is not on the path of ${seat}`);
  return index + 1;
}

/** Returns whose territory a square is; `null` for neutral squares. */
export function territoryOf(square: Square): Seat | null {
  return SEATS.find((seat) => TERRITORY[seat].includes(square)) ?? null;
}

/** Returns what it costs to enter a step, 1-15. */
export function costOf(seat: Seat, step: number): number {
  const square = squareAt(seat, step);
  return square !== null && territoryOf(square) === otherSeat(seat) ? TERRITORY_COST : COST;
}

export function featureOf(seat: Seat, square: Square): Feature | null {
  if (PLUSES[seat].includes(square)) return "plus";
  if (RINGS.includes(square)) return "ring";
  return square === SUN ? "sun" : null;
}
