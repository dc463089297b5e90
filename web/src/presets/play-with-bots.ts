import type { AnyMatch, GameName } from "@flower-war/client-sdk";
import { CATALOG } from "../games/catalog.ts";
import { host } from "../session/host.ts";
import { currentLanguage } from "../texts/index.ts";

/** Begins a match against bots at once, as newcomers play first. @param preset of the game; `null`: its defaults */
export function playWithBots(game: GameName, preset: string | null, name: string): Promise<AnyMatch> {
  const seats = CATALOG[game].seats.default;
  return host.create({
    game,
    ...(preset !== null && { preset }),
    name,
    seats,
    bots: seats - 1,
    clock: { profile: "relaxed" },
    language: currentLanguage(),
  });
}
