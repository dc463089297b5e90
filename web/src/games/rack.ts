import type { GameName } from "@flower-war/client-sdk";
import { rangesOf } from "./option-ranges.ts";

/** How a game is played: by options, whose missing ones have the game's defaults, or by a preset of this version. */
export type Play = { readonly options: object } | { readonly preset: string };

/** Returns the skulls on each rack; `null`: the game has no racks. */
export function rackOf(game: GameName, play: Play): number | null {
  const { rackSize: range } = rangesOf(game, "options" in play ? game : play.preset);
  if (range === undefined) return null;
  return Number(("options" in play ? Reflect.get(play.options, "rackSize") : undefined) ?? range.default);
}
