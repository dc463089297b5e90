import type { GameMap, GameName } from "@flower-war/protocol";
import type { OptionRanges } from "@flower-war/rules";
import { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS, SHORT_EVENING_OPTIONS } from "@flower-war/rules/flower-war";
import { SPACE_AZTECS_OPTIONS } from "@flower-war/rules/space-aztecs";
import { TIEQCHIEQ_OPTIONS } from "@flower-war/rules/tieqchieq";

export { integersOf, type OptionRange, type OptionRanges, type OptionValue } from "@flower-war/rules";

type Ranges<G extends GameName> = OptionRanges<GameMap[G]["options"]>;

/** By game and preset. Separate from the games' rules, so that reading options loads no game. */
const options: { readonly [G in GameName]: { readonly [preset: string]: Ranges<G> } } = {
  "flower-war": { "flower-war": FLOWER_WAR_OPTIONS, "short-evening": SHORT_EVENING_OPTIONS },
  mexica: { mexica: MEXICA_OPTIONS },
  "space-aztecs": { "space-aztecs": SPACE_AZTECS_OPTIONS },
  tieqchieq: { tieqchieq: TIEQCHIEQ_OPTIONS },
};

/**
 * Returns the options of a game for `host.create({ game, options })`: the values and the default of each.
 * @param preset whose defaults they have. Default, also for a preset that this version does not know: the game's own
 */
export function hostOptions<G extends GameName>(game: G, preset: string = game): Ranges<G> {
  return options[game][preset] ?? options[game][game];
}
