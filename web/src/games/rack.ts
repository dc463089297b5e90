import { type GameName, hostOptions, type OptionRange } from "@flower-war/client-sdk";

/** Returns the skulls on each rack with some options of a game; `null`: it has no racks. */
export function rackOf(game: GameName, options: object): number | null {
  const range = Object.entries<OptionRange>(hostOptions(game)).find(([name]) => name === "rackSize");
  return range === undefined ? null : Number(Reflect.get(options, "rackSize") ?? range[1].default);
}
