import { isAgreed } from "@flower-war/rules";
import { z } from "zod";

/** The fields of an outcome that tell places; other fields are the game's own. */
const OUTCOME = z.object({
  winner: z.string().nullable().optional(),
  standings: z.array(z.object({ seat: z.string(), place: z.number() })).optional(),
});

/** How a seat did. */
export interface Placing {
  /** 1 is the best; equals share a place. */
  readonly place: number;
  readonly won: boolean;
}

/**
 * Returns the placing of each seat in an outcome: `standings` order the seats, and `winner` names the winner (`null`: none). Without
 * `winner`, the first has won; without `standings`, the winner is first and all others are second, or all are first without a winner.
 * After an agreed draw all are first, without a winner.
 * @returns `null`: the outcome has no placings, or the match was aborted
 */
export function placesOf(outcome: object, seats: readonly string[]): ReadonlyMap<string, Placing> | null {
  if (isAgreed(outcome)) {
    return outcome.by === "draw" ? new Map(seats.map((seat) => [seat, { place: 1, won: false }])) : null;
  }
  const { winner, standings } = OUTCOME.safeParse(outcome).data ?? {};
  if (standings) {
    if (standings.length !== seats.length) return null;
    const hasWon = (seat: string, place: number) => (winner === undefined ? place === 1 : winner === seat);
    return new Map(standings.map(({ seat, place }) => [seat, { place, won: hasWon(seat, place) }]));
  }
  if (winner === undefined) return null;
  return new Map(
    seats.map((seat) => {
      const won = seat === winner;
      return [seat, { place: won || winner === null ? 1 : 2, won }];
    }),
  );
}
