import { placesOf } from "@flower-war/client-sdk/players";

/** A seat's place in a finished match. */
export interface Place {
  readonly seat: string;
  /** 1 is first; `null`: nobody won. */
  readonly place: number | null;
}

/**
 * Reads who stands where from the outcome of any game, the best first. Without a winner, no places are given.
 * @param outcome the game's own outcome, or that of an agreement
 * @param seats all seats in turn order
 */
export function readStandings(outcome: object, seats: readonly string[]): readonly Place[] {
  const places = placesOf(outcome, seats);
  if (places === null) return seats.map((seat) => ({ seat, place: null }));
  const all = [...places].map(([seat, { place, won }]) => ({ seat, place, won }));
  const hasWinner = all.some(({ won }) => won);
  return all
    .toSorted((one, other) => one.place - other.place)
    .map(({ seat, place }) => ({ seat, place: hasWinner ? place : null }));
}
