import type { Options, Outcome, Phase, Seat, Square } from "@flower-war/rules/tieqchieq";

/**
 * What is synced of Tıeqchıeq's table (rules: `Table`), packed for the wire: `""` stands for nobody and nothing. Coins are
 * `0` and `1` in the order tossed, e.g. `"0100"`. Means nothing while the match is `gathering`.
 */
export interface TieqchieqTable {
  first: Options["first"];
  red: SyncedTokens;
  yellow: SyncedTokens;
  phase: Phase;
  turn: Seat;
  /** 1-4 in `act` and `plus`, else 0. */
  roll: number;
  plusAt: Square | "";
  tosses: number;
  /** Of the last toss; `""` before the first. */
  coins: string;
  /** The last one; `attacker` `""`: none yet. */
  battle: { attacker: Seat | ""; square: Square | ""; coins: string; winner: Seat | "" };
  /** `by` `""`: the match is on. */
  outcome: { by: Outcome["by"] | ""; winner: Seat | "" };
}

export interface SyncedTokens {
  reserve: number;
  /** Squares that hold one, joined by spaces, in the order of the colour's path. */
  at: string;
  home: number;
}
