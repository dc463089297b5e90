import { type GameName, hostOptions, type OptionRange } from "@flower-war/client-sdk";
import { OWN_GAMES } from "../session/own-games.ts";

/** Returns the options of a game: the values and the default of each. @param preset whose defaults they have; default: the game's own */
export function rangesOf(game: GameName, preset: string = game): { readonly [option: string]: OptionRange } {
  return OWN_GAMES.get(game)?.options ?? hostOptions(game, preset);
}
