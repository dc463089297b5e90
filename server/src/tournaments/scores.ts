/**
 * What a win is worth. All points are whole parts of it, also when up to six players share places: `shareOf` divides by at most five
 * opponents, and halves for ties.
 */
export const WIN = 120;

/** How much each table counts in a tie-break that takes the mean of its opponents: every number of up to five divides it, so that all are whole. */
export const TABLE = 120;

/** What a tie-break of points is counted in: so many make a win. */
export const TIE_BREAK = WIN * TABLE;

/** What a player gets of a table that is over. */
export interface Score {
  readonly points: number;
  /** Whether they were first alone. */
  readonly isWin: boolean;
  /** The others, and which part of a win over each it was, in `WIN`ths. */
  readonly others: readonly { readonly player: string; readonly share: number }[];
}

/** Which part of a win over another a player's place is: all if it is better, half if it is the same. Who has no place wins nothing. */
function shareOf(place: number | null, other: number | null): number {
  if (place === null) return 0;
  if (other === null || place < other) return WIN;
  return place === other ? WIN / 2 : 0;
}

/** Returns what each player of a table gets of it. @param places of the players, from 1; `null`: none */
export function scoresOf(
  players: readonly string[],
  places: readonly (number | null)[],
): ReadonlyMap<string, Score> {
  const placeOf = (i: number) => places[i] ?? null;
  return new Map(
    players.map((player, i) => {
      const others = players.flatMap((other, j) =>
        i === j ? [] : [{ player: other, share: shareOf(placeOf(i), placeOf(j)) }],
      );
      const sum = others.reduce((all, { share }) => all + share, 0);
      const isWin = others.length > 0 && others.every(({ share }) => share === WIN);
      return [player, { points: sum / Math.max(1, others.length), isWin, others }];
    }),
  );
}
