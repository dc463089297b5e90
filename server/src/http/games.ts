import type { GameListing, GameName } from "@flower-war/protocol";
import type { OptionRange } from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";

/** Lists the games that this server hosts, with seats, options and presets as the rules define them. */
export function listGames(games: ReadonlyMap<string, HostedGame>): readonly GameListing[] {
  return [...games].map(([name, { game, temple }]) => ({
    game: name as GameName,
    seats: game.seats,
    options: optionsOf(game.options),
    presets: (game.presets ?? []).map((preset) => ({
      name: preset.name,
      options: { ...preset.options },
      minutes: { ...preset.minutes },
    })),
    temples: temple !== null,
  }));
}

function optionsOf(options: object): GameListing["options"] {
  const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(options);
  return Object.fromEntries(
    ranges.map(([name, { values, default: initial }]) => [name, { values: [...values], default: initial }]),
  );
}
