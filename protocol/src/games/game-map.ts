import type { GameTypes } from "@flower-war/rules";
import type { FlowerWarTypes } from "./flower-war/table.ts";
import type { SpaceAztecsTypes } from "./space-aztecs/table.ts";
import type { TieqchieqTypes } from "./tieqchieq/table.ts";

/** The types of a game, as clients see it. */
export interface ClientTypes extends GameTypes {
  /** The synced table. */
  table: object;
  /** The part that a seat alone sees. */
  hand: readonly unknown[];
}

/** The types of each game, by its name on the wire. A project with a game of its own augments this interface. */
export interface GameMap {
  "flower-war": FlowerWarTypes;
  mexica: FlowerWarTypes;
  "space-aztecs": SpaceAztecsTypes;
  tieqchieq: TieqchieqTypes;
}

/** A game's name on the wire. */
export type GameName = keyof GameMap;

export const GAMES = [
  "flower-war",
  "mexica",
  "space-aztecs",
  "tieqchieq",
] as const satisfies readonly GameName[];
