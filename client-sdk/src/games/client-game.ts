import type { ClientTypes, SyncedMatch } from "@flower-war/protocol";

/** The part of a game's rules that the SDK uses: it works on the view of one viewer. */
export interface ClientGame<T extends ClientTypes> {
  /** The version of the rules (`Game.version`); missing: 1. Matches of another one are refused with `unknown-game`. */
  readonly version?: number | undefined;
  isSeat(name: string): name is T["seat"];
  /**
   * Returns the same value as the rules' `view(state, seat)`; `null` before the match begins.
   * @param seat `null` for a spectator
   */
  readView(state: SyncedMatch<T["table"]>, seat: T["seat"] | null): T["view"] | null;
  /** Returns what only the view's own seat sees. */
  hand(view: T["view"]): T["hand"];
  /** Returns the decisions that the match waits for. */
  awaiting(view: T["view"]): readonly { readonly seat: T["seat"]; readonly decision: T["decision"] }[];
  /** Returns every command that the rules accept from this seat now. */
  legal(view: T["view"], seat: T["seat"]): readonly T["command"][];
  /** The number of the protocol that introduced each type of command; missing: it has always been there. */
  readonly since?: { readonly [type: string]: number };
  /** Returns how the match ended; `null` until it is over. */
  outcome(view: T["view"]): T["outcome"] | null;
}
