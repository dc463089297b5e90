import type { AnyMatch } from "@flower-war/client-sdk";
import { CATALOG } from "../games/catalog.ts";
import { host } from "../session/host.ts";
import { currentLanguage } from "../texts/index.ts";

/** The options of the preset `short-evening`. */
const SHORT_EVENING = { rackSize: 6 } as const;

/** Begins a short match of Flower War against bots, which newcomers are offered first. */
export function playShortEvening(name: string): Promise<AnyMatch> {
  const game = "flower-war";
  const seats = CATALOG[game].seats.default;
  const clock = { profile: "relaxed" } as const;
  const language = currentLanguage();
  return host.create({ game, name, seats, bots: seats - 1, options: SHORT_EVENING, clock, language });
}
