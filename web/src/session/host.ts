import { FlowerWar } from "@flower-war/client-sdk";
import { isEmbedded } from "../base/routes.ts";
import { OWN_GAMES } from "./own-games.ts";

const ownClients = [...OWN_GAMES].map(
  ([name, game]) =>
    [name, async (version: number) => (await import("./own-page.ts")).loadOwnClient(game, version)] as const,
);

/** The server that the page came from. */
export const host = new FlowerWar(location.origin, {
  // Who watches in a frame is no player of each site that has one.
  player: !isEmbedded(location.pathname),
  games: Object.fromEntries(ownClients),
});
