import type { FlowerWarTypes } from "./flower-war/types.ts";
import type { SpaceAztecsTypes } from "./space-aztecs/types.ts";
import type { TieqchieqTypes } from "./tieqchieq/types.ts";

/** What each game calls its own things, by its name on the wire. Who brings a game of his own adds to it. */
export interface GameMap {
  "flower-war": FlowerWarTypes;
  mexica: FlowerWarTypes;
  "space-aztecs": SpaceAztecsTypes;
  tieqchieq: TieqchieqTypes;
}

/** A game's name on the wire. */
export type GameName = keyof GameMap;
