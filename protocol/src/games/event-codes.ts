import type { EventCode } from "./event-code.ts";
import { flowerWarEvents } from "./flower-war/events.ts";
import type { GameName } from "./game-map.ts";
import { spaceAztecsEvents } from "./space-aztecs/events.ts";
import { tieqchieqEvents } from "./tieqchieq/events.ts";

/** How each game's events are packed; those of other games travel as they are. */
export const EVENT_CODES: { readonly [G in GameName]?: EventCode } = {
  "flower-war": flowerWarEvents,
  mexica: flowerWarEvents,
  "space-aztecs": spaceAztecsEvents,
  tieqchieq: tieqchieqEvents,
};
