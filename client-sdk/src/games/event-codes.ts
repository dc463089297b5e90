import type { EventCode } from "./event-code.ts";
import { flowerWarEvents } from "./flower-war/event-code.ts";
import type { GameName } from "./game-map.ts";
import { spaceAztecsEvents } from "./space-aztecs/event-code.ts";
import { tieqchieqEvents } from "./tieqchieq/event-code.ts";

/** How each game's events travel; those of a game that is not here travel as they are. */
export const EVENT_CODES: { readonly [G in GameName]?: EventCode } = {
  "flower-war": flowerWarEvents,
  mexica: flowerWarEvents,
  "space-aztecs": spaceAztecsEvents,
  tieqchieq: tieqchieqEvents,
};
