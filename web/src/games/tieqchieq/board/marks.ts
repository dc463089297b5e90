import { ENDS, SEATS, type Seat, type Square, type Table } from "@flower-war/client-sdk/tieqchieq";
import type { Choice, Way } from "../acts/acts.ts";
import { startOf } from "./geometry.ts";

/** What the board shows of the viewer's choices. Acts are named by their numbers. */
export interface Marks {
  /** The acts that end on a place. */
  readonly goals: ReadonlyMap<string, readonly number[]>;
  /** The act of a cell's token. */
  readonly movable: ReadonlyMap<string, number>;
  /** Own tokens that cannot move now. */
  readonly stuck: ReadonlySet<string>;
  /** The cell of the chosen token and its way; `null`: nothing is chosen. */
  readonly chosen: { readonly number: number | null; readonly from: string; readonly way: Way } | null;
}

export const NO_MARKS: Marks = { goals: new Map(), movable: new Map(), stuck: new Set(), chosen: null };

/** Returns the cell from which a choice moves a token. */
export const cellOf = ({ act }: Choice, seat: Seat): string =>
  act.type === "move" ? act.from : startOf(seat);

/** Returns what the board shows while the viewer chooses an act. */
export function marksOf(choices: readonly Choice[], seat: Seat, chosen: Choice | null): Marks {
  const goals = new Map<string, number[]>();
  const movable = new Map<string, number>();
  const stuck = new Set<string>();
  for (const choice of choices) {
    const { number, way } = choice;
    if (number === null || way === null) {
      stuck.add(cellOf(choice, seat));
      continue;
    }
    movable.set(cellOf(choice, seat), number);
    goals.set(way.to, [...(goals.get(way.to) ?? []), number]);
  }
  const way = chosen?.way ?? null;
  return {
    goals,
    movable,
    stuck,
    chosen:
      chosen === null || way === null ? null : { number: chosen.number, from: cellOf(chosen, seat), way },
  };
}

/**
 * Returns the choice that a cell means: that of the token which stands there, or the next one of those that end there;
 * `null`: none.
 */
export function choiceAt(
  cell: string,
  choices: readonly Choice[],
  seat: Seat,
  chosen: Choice | null,
): Choice | null {
  const open = choices.filter(({ number }) => number !== null);
  const own = open.find((choice) => cellOf(choice, seat) === cell);
  if (own !== undefined) return own;
  const ending = open.filter(({ way }) => way?.to === cell);
  const at = ending.findIndex(({ number }) => number === chosen?.number);
  return ending[(at + 1) % ending.length] ?? null;
}

/** Returns whose token stands on a square; `null`: none does. */
export function holderOf({ tokens }: Table, cell: string): Seat | null {
  return SEATS.find((seat) => tokens[seat].at.includes(cell as Square)) ?? null;
}

/** Returns whose X a place is; `null`: it is none. */
export const endOf = (cell: string): Seat | null => SEATS.find((seat) => ENDS[seat] === cell) ?? null;
