import { isAgreed } from "./agreement.ts";

/** How a seat did. */
export interface Placing {
  /** 1 is the best; equals share a place. */
  readonly place: number;
  readonly won: boolean;
}

/** A seat's place, as `standings` of an outcome tell it. */
interface Standing {
  readonly seat: string;
  readonly place: number;
}

/**
 * Returns the placing of each seat in the outcome of any game: `standings` order the seats, and `winner` names the winner (`null`: none).
 * Without `winner`, the first has won; without `standings`, the winner is first and all others are second, or all are first without a
 * winner. After an agreed draw all are first, without a winner.
 * @returns the seats in the order of `standings`, else in that of `seats`; `null`: the outcome has no placings, or the match was aborted
 */
export function placesOf(outcome: object, seats: readonly string[]): ReadonlyMap<string, Placing> | null {
  if (isAgreed(outcome)) {
    return outcome.by === "draw" ? new Map(seats.map((seat) => [seat, { place: 1, won: false }])) : null;
  }
  const { winner, standings } = outcome as { readonly winner?: unknown; readonly standings?: unknown };
  if (standings !== undefined) {
    if (!isStandings(standings) || standings.length !== seats.length) return null;
    const hasWon = ({ seat, place }: Standing) => (winner === undefined ? place === 1 : winner === seat);
    return new Map(standings.map((each) => [each.seat, { place: each.place, won: hasWon(each) }]));
  }
  if (winner === undefined) return null;
  return new Map(
    seats.map((seat) => {
      const won = seat === winner;
      return [seat, { place: won || winner === null ? 1 : 2, won }];
    }),
  );
}

const isStandings = (value: unknown): value is readonly Standing[] =>
  Array.isArray(value) && value.every(isStanding);

function isStanding(value: unknown): value is Standing {
  if (typeof value !== "object" || value === null) return false;
  const { seat, place } = value as Partial<Record<keyof Standing, unknown>>;
  return typeof seat === "string" && typeof place === "number";
}
