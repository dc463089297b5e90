import type { OptionRanges } from "@flower-war/rules";
import type { GameMap, GameName } from "./games/game-map.ts";
import { options } from "./games/options.ts";

export { integersOf, type OptionRange, type OptionRanges, type OptionValue } from "@flower-war/rules";

/** What a host may choose of a game, for `host.create({ game, options })`: each option's values and its default. */
export function hostOptions<G extends GameName>(game: G): OptionRanges<GameMap[G]["options"]> {
  return options[game];
}
