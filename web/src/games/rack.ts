import { type GameName, hostOptions, type OptionRange } from "@flower-war/client-sdk";

/** How a game is played: by options, whose missing ones have the game's defaults, or by a preset of this version. */
export type Play = { readonly options: object } | { readonly preset: string };

/** Returns the skulls on each rack; `null`: the game has no racks. */
export function rackOf(game: GameName, play: Play): number | null {
  const ranges = "options" in play ? hostOptions(game) : hostOptions(game, play.preset);
  const range = Object.entries<OptionRange>(ranges).find(([name]) => name === "rackSize")?.[1];
  if (range === undefined) return null;
  return Number(("options" in play ? Reflect.get(play.options, "rackSize") : undefined) ?? range.default);
}
