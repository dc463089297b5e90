import type { GameTypes } from "@flower-war/rules";
import type { MatchState } from "../match-state.ts";

/** What a game calls its own things, to a client. */
export interface ClientTypes extends GameTypes {
  /** What is synced of its table. */
  table: object;
  /** What a seat alone sees. */
  hand: readonly unknown[];
}

/** What the SDK needs of a game: no more of its rules than can be told from what the viewer may see. */
export interface ClientGame<T extends ClientTypes> {
  isSeat(name: string): name is T["seat"];
  /**
   * The very value that the rules' `view(state, seat)` has; `null` before the match begins.
   * @param seat `null`: what everybody sees
   */
  readView(state: MatchState<T["table"]>, seat: T["seat"] | null): T["view"] | null;
  /** What only the view's own seat sees. */
  hand(view: T["view"]): T["hand"];
  /** The decisions that the match waits for. */
  awaiting(view: T["view"]): readonly { readonly seat: T["seat"]; readonly decision: T["decision"] }[];
  legal(view: T["view"], seat: T["seat"]): readonly T["command"][];
  outcome(view: T["view"]): T["outcome"] | null;
}
