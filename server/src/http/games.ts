import type { GameListing, GameName } from "@flower-war/client-sdk/protocol";
import type { OptionRange } from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";

/** The games that this server plays, as the rules define their seats and options. */
export function listGames(games: ReadonlyMap<string, HostedGame>): readonly GameListing[] {
  return [...games].map(([name, { game, temple }]) => ({
    game: name as GameName,
    seats: game.seats,
    options: optionsOf(game.options),
    temples: temple !== null,
  }));
}

function optionsOf(options: object): GameListing["options"] {
  const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(options);
  return Object.fromEntries(
    ranges.map(([name, { values, default: unless }]) => [name, { values: [...values], default: unless }]),
  );
}
