import type { Slot, TempleTable } from "@flower-war/client-sdk/temple";
import type { Game, GameTypes } from "@flower-war/rules";
import type { RandomBelow } from "@flower-war/rules/bots";
import type { MatchState } from "../match/state.ts";

/** What a game adds to the match room: its schema state, the projection onto it, its bots, and what beads mean. */
export interface HostedGame<T extends GameTypes = GameTypes, S extends MatchState = MatchState> {
  readonly game: Game<T>;
  /** The synced state of a match of this game, empty. */
  newState(): S;
  /**
   * Writes what everybody sees into a state that `newState` made, touching only what changed.
   * @param before the view that the state shows: what is the same object in both need not be looked at; `null`: none
   */
  project(view: T["view"], state: S, before: T["view"] | null): void;
  /**
   * What only the view's own seat sees, as strings that the game's `readView` reads; none where nothing is hidden.
   * @param before as in `project`
   * @returns `null`: the same as in `before`
   */
  hand(view: T["view"], before: T["view"] | null): readonly string[] | null;
  /**
   * What names the turn or round that is on: a seat that is still awaited when it changes has its time anew (clocks).
   * Left out: each command begins another.
   */
  turnOf?(view: T["view"]): string | number;
  /** What an easy bot does whose decision is awaited; it sees only the view of its seat, and answers at once. */
  easyBot(view: T["view"], random: RandomBelow): T["command"];
  /** `null`: the game is not played through temples. */
  readonly temple: TempleGame<T> | null;
}

/** How a game is played through a temple's slots. */
export interface TempleGame<T extends GameTypes> {
  /** The command that a bead in this slot is. */
  bead(slot: Slot): T["command"];
  /** The seat that may sacrifice now, whether it still has a skull or not: it names the window. `null`: nobody. */
  window(view: T["view"]): T["seat"] | null;
  /** What displays show of the game, from what everybody sees. */
  display(view: T["view"]): TempleDisplay<T>;
}

export type TempleDisplay<T extends GameTypes> = Pick<
  TempleTable,
  "turn" | "step" | "open" | "left" | "offerings" | "apocalypse"
> & {
  /** Whose turn it is. */
  readonly seat: T["seat"] | null;
};
