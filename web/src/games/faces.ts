import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { GameFace } from "./face.ts";
import { flowerWar, mexica } from "./flower-war/face.ts";
import { spaceAztecs } from "./space-aztecs/face.ts";
import { tieqchieq } from "./tieqchieq/face.ts";

/** The games that the page can show. */
export const FACES: { readonly [G in GameName]: GameFace<GameMap[G]> } = {
  "flower-war": flowerWar,
  mexica,
  "space-aztecs": spaceAztecs,
  tieqchieq,
};
