import type { GameMap, GameName } from "@flower-war/protocol";
import type { OptionRanges } from "@flower-war/rules";
import { PRESET_OPTIONS } from "@flower-war/rules/flower-war";
import { SPACE_AZTECS_OPTIONS } from "@flower-war/rules/space-aztecs";
import { TIEQCHIEQ_OPTIONS } from "@flower-war/rules/tieqchieq";

export { integersOf, type OptionRange, type OptionRanges, type OptionValue } from "@flower-war/rules";

/** By preset. Separate from the games' rules, so that reading options loads no game. */
const options: { readonly [preset: string]: object } = {
  ...PRESET_OPTIONS,
  "space-aztecs": SPACE_AZTECS_OPTIONS,
  tieqchieq: TIEQCHIEQ_OPTIONS,
};

/**
 * Returns the options of a game for `host.create({ game, options })`: the values and the default of each.
 * @param preset of this version, whose defaults they have. Default: that with the game's own name
 */
export function hostOptions<G extends GameName>(
  game: G,
  preset: string = game,
): OptionRanges<GameMap[G]["options"]> {
  return (options[preset] ?? options[game]) as OptionRanges<GameMap[G]["options"]>;
}
