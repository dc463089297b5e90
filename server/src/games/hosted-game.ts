import type { MatchState } from "@flower-war/protocol";
import { JsonState, packJsonHand, writeJsonTable } from "@flower-war/protocol/json-table";
import type { Slot, TempleTable } from "@flower-war/protocol/temple";
import type { Game, GameTypes } from "@flower-war/rules";
import type { RandomBelow } from "@flower-war/rules/bots";

/** A game as matches host it: its rules, its synced state, its easy bot, and what beads mean in it. */
export interface HostedGame<T extends GameTypes = GameTypes, S extends MatchState = MatchState> {
  readonly game: Game<T>;
  /** Creates the synced state of a new match. */
  newState(): S;
  /**
   * Writes the public view into a state that `newState` made, touching only what changed.
   * @param before the view that the state shows: parts that are the same object in both are skipped; `null`: none
   */
  write(view: T["view"], state: S, before: T["view"] | null): void;
  /**
   * Packs what only the view's own seat sees as strings, which the game's `readView` reads; none where nothing is hidden.
   * @param before as in `write`
   * @param seen the public view of the same state
   * @returns `null`: the same as in `before`
   */
  packHand(view: T["view"], before: T["view"] | null, seen: T["view"]): readonly string[] | null;
  /**
   * Names the current turn or round: a seat that is still awaited when it changes gets its turn time anew (clocks).
   * Default: each command begins another turn.
   */
  turnOf?(view: T["view"]): string | number;
  /** In how many turns a player gives commands themselves for a match to be rated for them (docs/ratings.md). Default 6 */
  readonly ratedTurns?: number;
  /** Picks a command for an awaited seat, synchronously, from the seat's view. */
  easyBot(view: T["view"], random: RandomBelow): T["command"];
  /** `null`: the game is not played with temples. */
  readonly temple: TempleGame<T> | null;
  /**
   * The module beside the game's whose default export is its `GamePage`: with it the page shows the game. Only for games that `hostGame` made.
   * `new URL("./page.ts", import.meta.url)`
   */
  readonly page?: URL;
  /**
   * The module in the page's folder, or below, whose default export draws the table, or parts of it: a `GameTable` of `@flower-war/game-frame`. Only
   * with a `page`. `new URL("./web/table.tsx", import.meta.url)`
   */
  readonly table?: URL;
  /** Earlier versions of it, the latest first, for matches that began with them. Whoever hosts the game gives them as games of their own. */
  readonly earlier?: readonly HostedGame[];
}

/** A game whose matches sync its views as JSON. */
export type JsonGame<T extends GameTypes> = Omit<
  HostedGame<T, JsonState>,
  "newState" | "write" | "packHand" | "earlier"
>;

/**
 * Returns a game hosted without a synced state of its own: each part of its views is JSON, and what a seat alone sees goes to that seat
 * alone. The views have to be plain JSON.
 */
export function hostGame<T extends GameTypes>(game: JsonGame<T>): HostedGame<T, JsonState> {
  return {
    ...game,
    newState: () => new JsonState(),
    write: (view, state) => writeJsonTable(view, state),
    packHand: (view, _before, seen) => packJsonHand(view, seen),
  };
}

/** How a game is played through a temple's slots. */
export interface TempleGame<T extends GameTypes> {
  /** Returns the command that a bead in this slot means. */
  bead(slot: Slot): T["command"];
  /** Returns the seat that may sacrifice now, whether or not it still has a skull: it names the window. `null`: no seat. */
  window(view: T["view"]): T["seat"] | null;
  /** Returns what displays show of the game, from the public view. */
  display(view: T["view"]): TempleDisplay<T>;
}

export type TempleDisplay<T extends GameTypes> = Pick<
  TempleTable,
  "turn" | "step" | "open" | "left" | "offerings" | "lake" | "apocalypse"
> & {
  /** The seat whose turn it is. */
  readonly seat: T["seat"] | null;
  readonly winner: T["seat"] | null;
};
