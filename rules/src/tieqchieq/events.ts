import type { Battle, Coin, Outcome, Seat, Square } from "./vocabulary.ts";

/**
 * The events of a match. Fields named `chance` are the position of the chance stream after the draw; `redact` removes
 * them. The last event of a command is `tossed` if an act is legal, else the one that says what follows:
 * `plus-reached`, `turn-began` or `ended`.
 */
export type Event =
  | {
      readonly type: "tossed";
      readonly seat: Seat;
      readonly coins: readonly Coin[];
      readonly chance?: number;
    }
  /** A token came from the reserve onto the board. */
  | { readonly type: "introduced"; readonly seat: Seat; readonly to: Square }
  | { readonly type: "moved"; readonly seat: Seat; readonly from: Square; readonly to: Square }
  /** A token reached X. */
  | { readonly type: "came-home"; readonly seat: Seat; readonly from: Square }
  /** The loser's token went back to its reserve. */
  | { readonly type: "battled"; readonly battle: Battle; readonly chance?: number }
  /** A token landed on a plus of its own colour and may go one square on. */
  | { readonly type: "plus-reached"; readonly seat: Seat; readonly at: Square }
  /** The token on the plus stayed there. */
  | { readonly type: "stayed"; readonly seat: Seat; readonly at: Square }
  /** `extra`: it is an extra turn of the seat whose turn ended. */
  | { readonly type: "turn-began"; readonly seat: Seat; readonly extra: boolean }
  /** A seat gave the match up. */
  | { readonly type: "conceded"; readonly seat: Seat }
  | { readonly type: "ended"; readonly outcome: Outcome };
