import type { Play } from "./play.ts";
import { scoresOf } from "./scoring.ts";
import { seatsInPlay } from "./seats.ts";
import type { Outcome, Table } from "./vocabulary.ts";

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

/** Ends the match if all seats but one have conceded. Returns whether it did. */
export function endIfLastSeat(play: Play): boolean {
  if (seatsInPlay(play.table).length > 1) return false;
  play.emit({ type: "ended", outcome: outcomeOf(play.table, "last-seat") });
  return true;
}

/**
 * Returns an ending with its standings: by points, then by the Aztecs in the city (canon section 8); seats that
 * conceded come last, the first one lowest.
 */
export function outcomeOf(table: Table, by: Outcome["by"]): Outcome {
  const scores = scoresOf(table);
  const ranks = scores.map(({ seat, score }) => ({
    seat,
    score,
    rank: table.out.includes(seat) ? [0, table.out.indexOf(seat)] : [1, score.total, score.survivors],
  }));
  const standings = ranks.map(({ seat, score, rank }) => {
    const ahead = ranks.filter((other) => isAhead(other.rank, rank));
    return { seat, place: 1 + ahead.length, score };
  });
  return { by, standings: standings.toSorted((a, b) => a.place - b.place) };
}

/** Compares ranks number by number. */
function isAhead(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) > (other[at] ?? 0);
}
