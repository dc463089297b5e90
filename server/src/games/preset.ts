import { isDeepStrictEqual } from "node:util";
import type { Game, GameTypes } from "@flower-war/rules";

/** Returns the name of the game's preset that has these options; `""`: none has. */
export function presetOf({ presets = [] }: Pick<Game<GameTypes>, "presets">, options: object): string {
  return presets.find((preset) => isDeepStrictEqual(preset.options, options))?.name ?? "";
}

/** Returns the expected minutes of a match with this preset; `null`: they were not measured. @param seats how many */
export function minutesOf(
  { presets = [] }: Pick<Game<GameTypes>, "presets">,
  preset: string,
  seats: number,
): number | null {
  return presets.find(({ name }) => name === preset)?.minutes[seats] ?? null;
}
