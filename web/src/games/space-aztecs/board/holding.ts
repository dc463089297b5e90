import type { Seat, Table } from "@flower-war/client-sdk/space-aztecs";

/** The number, 1-8, of the place whose pile a seat holds; `null`: it holds none. */
export function placeOf({ places }: Table, seat: Seat | null): number | null {
  const index = places.findIndex(({ heldBy }) => heldBy !== null && heldBy === seat);
  return index === -1 ? null : index + 1;
}

/** Piles so small may soon be empty, and two empty piles end the match. */
const FEW = 2;

/** Whether a pile is nearly empty. */
export const isLow = ({ cards }: { readonly cards: number }): boolean => cards <= FEW;
