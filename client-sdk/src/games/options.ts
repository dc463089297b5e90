import type { OptionRanges } from "@flower-war/rules";
import { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS } from "@flower-war/rules/flower-war";
import { SPACE_AZTECS_OPTIONS } from "@flower-war/rules/space-aztecs";
import { TIEQCHIEQ_OPTIONS } from "@flower-war/rules/tieqchieq";
import type { GameMap, GameName } from "./game-map.ts";

/** The host options of each game, apart from its rules: who looks at them need not load a game. */
export const options: { readonly [G in GameName]: OptionRanges<GameMap[G]["options"]> } = {
  "flower-war": FLOWER_WAR_OPTIONS,
  mexica: MEXICA_OPTIONS,
  "space-aztecs": SPACE_AZTECS_OPTIONS,
  tieqchieq: TIEQCHIEQ_OPTIONS,
};
