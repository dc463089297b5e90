/** A seat's place in a finished match. */
export interface Place {
  readonly seat: string;
  /** 1 is first; `null`: there is no winner, or the game ranks no seat behind the winner. */
  readonly place: number | null;
}

/**
 * Reads who stands where from the outcome of any game, the best first. Without a winner, no places are given.
 * @param outcome the game's own outcome
 * @param seats all seats in turn order
 */
export function readStandings(outcome: object, seats: readonly string[]): readonly Place[] {
  const winner = "winner" in outcome ? outcome.winner : undefined;
  const ranked = rankedSeats(outcome);
  if (ranked.length > 0) {
    return winner === null ? ranked.map(({ seat }) => ({ seat, place: null })) : ranked;
  }
  const first = seats.filter((seat) => seat === winner).map((seat) => ({ seat, place: 1 }));
  const others = seats.filter((seat) => seat !== winner).map((seat) => ({ seat, place: null }));
  return [...first, ...others];
}

function rankedSeats(outcome: object): readonly Place[] {
  if (!("standings" in outcome) || !Array.isArray(outcome.standings)) return [];
  const standings: readonly unknown[] = outcome.standings;
  return standings.flatMap((each) => (isPlace(each) ? { seat: each.seat, place: each.place } : []));
}

function isPlace(value: unknown): value is { seat: string; place: number } {
  return (
    typeof value === "object" &&
    value !== null &&
    "seat" in value &&
    typeof value.seat === "string" &&
    "place" in value &&
    typeof value.place === "number"
  );
}
