import type { AnyMatch, GameName, Listing } from "@flower-war/client-sdk";
import { CATALOG } from "../games/catalog.ts";
import { host } from "../session/host.ts";

/**
 * Finds a seat at once: in an open public match of the game if one is listed, else in a new match whose other seats bots
 * take.
 */
export function playNow(game: GameName, name: string, listed: readonly Listing[]): Promise<AnyMatch> {
  const open = listed.some((listing) => listing.game === game && listing.open > 0);
  if (open) return host.quickPlay({ game, name });
  const seats = CATALOG[game].seats.default;
  return host.create({ game, name, seats, bots: seats - 1, clock: { profile: "relaxed" } });
}

/** The options of the preset `short-evening`. */
const SHORT_EVENING = { rackSize: 6 } as const;

/** Begins a short match of Flower War against bots, which newcomers are offered first. */
export function playShortEvening(name: string): Promise<AnyMatch> {
  const game = "flower-war";
  const seats = CATALOG[game].seats.default;
  const clock = { profile: "relaxed" } as const;
  return host.create({ game, name, seats, bots: seats - 1, options: SHORT_EVENING, clock });
}
