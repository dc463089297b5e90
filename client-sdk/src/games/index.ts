import type { Game, OptionRanges } from "@flower-war/rules";
import {
  type FlowerWar,
  flowerWar,
  type HeldCard,
  mexica,
  SEATS,
  type Seat,
} from "@flower-war/rules/flower-war";
import type { GameName, MatchState } from "../protocol.ts";
import { type FlowerWarTable, readView } from "./flower-war/index.ts";

/** What each game calls its own things. A game joins the SDK by an entry here and one in `games`. */
export interface GameMap {
  "flower-war": FlowerWarTypes;
  mexica: FlowerWarTypes;
}

interface FlowerWarTypes extends FlowerWar {
  table: FlowerWarTable;
  hand: readonly HeldCard[];
}

/** One decision that a match waits for. */
export interface AwaitedDecision<G extends GameName = GameName> {
  readonly seat: GameMap[G]["seat"];
  readonly decision: GameMap[G]["decision"];
}

/** What the SDK needs of a game. All of it is computed from what the viewer may see. */
export interface ClientGame<G extends GameName> {
  readonly options: OptionRanges<GameMap[G]["options"]>;
  isSeat(name: string): name is GameMap[G]["seat"];
  /**
   * The very value that the rules' `view(state, seat)` has; `null` before the match begins.
   * @param seat `null`: what everybody sees
   */
  readView(
    state: MatchState<GameMap[G]["table"]>,
    seat: GameMap[G]["seat"] | null,
  ): GameMap[G]["view"] | null;
  /** What only the view's own seat sees. */
  hand(view: GameMap[G]["view"]): GameMap[G]["hand"];
  awaiting(view: GameMap[G]["view"]): readonly AwaitedDecision<G>[];
  legal(view: GameMap[G]["view"], seat: GameMap[G]["seat"]): readonly GameMap[G]["command"][];
  outcome(view: GameMap[G]["view"]): GameMap[G]["outcome"] | null;
}

export const games: { readonly [G in GameName]: ClientGame<G> } = {
  "flower-war": flowerWarOf(flowerWar),
  mexica: flowerWarOf(mexica),
};

/** Flower War or its other preset. */
function flowerWarOf(game: Game<FlowerWar>): ClientGame<"flower-war"> & ClientGame<"mexica"> {
  return {
    options: game.options,
    isSeat: (name): name is Seat => SEATS.some((seat) => seat === name),
    readView,
    hand: ({ hand }) => hand,
    awaiting: (view) => game.awaiting(view),
    legal: (view, seat) => game.legal(view, seat),
    outcome: (view) => game.outcome(view),
  };
}
