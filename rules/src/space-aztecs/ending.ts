import { scoresOf } from "./scoring.ts";
import type { Outcome, Score, Table } from "./vocabulary.ts";

/** The number of empty piles that ends a match. */
export const EMPTY_PILES = 2;

/** Returns the number of Saucers that ends a match: it depends on whether more than 4 play (canon section 7). */
export function saucerLimit({ seats }: Pick<Table, "seats">): number {
  return seats.length <= 4 ? 7 : 9;
}

/** Returns what ends the match with the round that was just played; `null` if it goes on (canon section 7). */
export function findEndReason(table: Table): Outcome["by"] | null {
  const empty = table.places.filter(({ cards }) => cards === 0).length;
  if (empty >= EMPTY_PILES) return "piles";
  return table.saucersPlayed >= saucerLimit(table) ? "saucers" : null;
}

/** Returns an ending with its standings: by points, then by the Aztecs in the city (canon section 8). */
export function outcomeOf(table: Table, by: Outcome["by"]): Outcome {
  const scores = scoresOf(table);
  const standings = scores.map(({ seat, score }) => {
    const ahead = scores.filter((other) => isAhead(other.score, score));
    return { seat, place: 1 + ahead.length, score };
  });
  return { by, standings: standings.toSorted((a, b) => a.place - b.place) };
}

function isAhead(one: Score, other: Score): boolean {
  return one.total > other.total || (one.total === other.total && one.survivors > other.survivors);
}
