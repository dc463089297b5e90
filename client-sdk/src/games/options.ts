import type { GameMap, GameName } from "@flower-war/protocol";
import type { OptionRanges } from "@flower-war/rules";
import { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS, SHORT_EVENING_OPTIONS } from "@flower-war/rules/flower-war";
import { SPACE_AZTECS_OPTIONS } from "@flower-war/rules/space-aztecs";
import { TIEQCHIEQ_OPTIONS } from "@flower-war/rules/tieqchieq";

export { integersOf, type OptionRange, type OptionRanges, type OptionValue } from "@flower-war/rules";

/** Separate from the games' rules, so that reading options loads no game. */
const options: { readonly [G in GameName]: OptionRanges<GameMap[G]["options"]> } = {
  "flower-war": FLOWER_WAR_OPTIONS,
  mexica: MEXICA_OPTIONS,
  "space-aztecs": SPACE_AZTECS_OPTIONS,
  tieqchieq: TIEQCHIEQ_OPTIONS,
};

/** Returns the options of a game for `host.create({ game, options })`: the values and the default of each. */
export function hostOptions<G extends GameName>(game: G): OptionRanges<GameMap[G]["options"]> {
  return options[game];
}

/** The presets of this version whose options are not a game's defaults. */
const presets: { readonly [game: string]: { readonly [preset: string]: object } } = {
  "flower-war": { "short-evening": SHORT_EVENING_OPTIONS },
};

/** Returns the options in which a preset of this version differs from its game's defaults; none, if there is no such preset. */
export function presetOptions<G extends GameName>(game: G, preset: string): Partial<GameMap[G]["options"]> {
  return presets[game]?.[preset] ?? {};
}
