import { isDeepStrictEqual } from "node:util";
import type { Game, GameTypes } from "@flower-war/rules";

/** Returns the name of the game's preset that has these options; `""`: none has. */
export function presetOf({ presets = [] }: Pick<Game<GameTypes>, "presets">, options: object): string {
  return presets.find((preset) => isDeepStrictEqual(preset.options, options))?.name ?? "";
}
