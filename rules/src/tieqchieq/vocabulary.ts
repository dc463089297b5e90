import { COMMON_REFUSALS } from "../admit.ts";

/**
 * The words of Tıeqchıeq (docs/rules/tieqchieq.md): each list once, the union derived from it, and the shapes of
 * states, views, commands and events.
 */

/** Both seats (canon section 1). Which one begins is drawn or chosen. */
export const SEATS = ["red", "yellow"] as const;
export type Seat = (typeof SEATS)[number];
export type BySeat<V> = { readonly [S in Seat]: V };

/**
 * The 21 squares, on which tokens can stand, row by row from below (canon section 3). Of the board's other places b2 and d4 are the
 * `ENDS`, and b4 and d2 are nothing; dots lie beside it.
 */
export const SQUARES = [
  ...(["a1", "b1", "c1", "d1", "e1"] as const),
  ...(["a2", "c2", "e2"] as const),
  ...(["a3", "b3", "c3", "d3", "e3"] as const),
  ...(["a4", "c4", "e4"] as const),
  ...(["a5", "b5", "c5", "d5", "e5"] as const),
] as const;
export type Square = (typeof SQUARES)[number];

/** Which seat begins. */
export const FIRSTS = ["random", "red", "yellow"] as const;

/** The options that a host may choose (canon section 1). */
export interface Options {
  readonly first: (typeof FIRSTS)[number];
}

/** The decisions that a seat can have to make; each is a phase of the turn (canon section 5). */
export const DECISIONS = ["toss", "act", "plus"] as const;
export type Decision = (typeof DECISIONS)[number];
export type Phase = Decision | "over";

/** The decision that a match waits for. */
export interface Awaiting {
  readonly seat: Seat;
  readonly decision: Decision;
}

/** A coin. In a toss 1 is face up; in a battle 0 is the front, red, and 1 the back, yellow. */
export type Coin = 0 | 1;

/** A colour's six tokens. */
export interface Tokens {
  /** Tokens that are not on the board, 0-6. */
  readonly reserve: number;
  /** The squares that hold a token, in the order of the colour's path. */
  readonly at: readonly Square[];
  /** Tokens that reached X, 0-6. */
  readonly home: number;
}

/** A decided battle (canon section 8). */
export interface Battle {
  readonly attacker: Seat;
  readonly square: Square;
  readonly coins: readonly Coin[];
  readonly winner: Seat;
}

export interface Outcome {
  /**
   * `home`: the winner's six tokens are home; `last-seat`: the other seat conceded; `tosses`: the safety stop (canon
   * section 9).
   */
  readonly by: "home" | "last-seat" | "tosses";
  /** `null` for a draw, which only the safety stop can bring. */
  readonly winner: Seat | null;
  /** Tokens that each colour has home. */
  readonly home: BySeat<number>;
}

/** The public view of a match; nothing is hidden (canon section 10). */
export interface Table {
  readonly options: Options;
  readonly tokens: BySeat<Tokens>;
  readonly phase: Phase;
  /** The seat whose turn it is; once the match is over, the one whose turn was last. */
  readonly turn: Seat;
  /** The current roll: 1-4 in `act` and `plus`, else 0. */
  readonly roll: number;
  /** The plus that a token has landed on; only in `plus`. */
  readonly plusAt: Square | null;
  /** Tosses so far. */
  readonly tosses: number;
  /** The four coins of the last toss; none before the first. */
  readonly coins: readonly Coin[];
  /** The last battle. */
  readonly battle: Battle | null;
  /** `null` while the match runs. */
  readonly outcome: Outcome | null;
}

/** A viewer's view: the table, and which seat it is. */
export interface View {
  readonly table: Table;
  /** `null` for a viewer without a seat. */
  readonly seat: Seat | null;
}

/**
 * A player's command (canon section 5). `from`: the square of an own token; `step`: whether to go one square on.
 */
export type Command =
  | { readonly type: "toss" }
  | { readonly type: "introduce" }
  | { readonly type: "move"; readonly from: Square }
  | { readonly type: "plus"; readonly step: boolean }
  | { readonly type: "concede" };

/** A command of the phase `act`. */
export type Act = Extract<Command, { readonly type: "introduce" | "move" }>;

/** Why a command is refused, in the order in which the reasons are checked (canon section 5). */
export const REFUSALS = [...COMMON_REFUSALS, "no-token", "no-move", "blocked"] as const;
export type RefusalCode = (typeof REFUSALS)[number];
