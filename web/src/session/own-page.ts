import type { GameListing } from "@flower-war/client-sdk";
import { clientGameOf, type GamePage } from "@flower-war/client-sdk/own-games";
import type { readReplay } from "@flower-war/client-sdk/replay";
import { LoadOnce } from "../base/load-once.ts";
import { OWN_GAMES, type OwnGame } from "./own-games.ts";

/* What belongs to games that the page does not know, loaded when such a game is played or read about. */

const pages = new LoadOnce(async (path: string) => {
  const { default: page } = (await import(/* @vite-ignore */ path)) as { readonly default: GamePage };
  return page;
});

/** Loads what shows a game, once. A load that failed is repeated. */
export const loadOwnPage = ({ page }: OwnGame): Promise<GamePage> => pages.load(page.module);

/** Loads a game as the SDK plays it. */
export const loadOwnClient = async (game: OwnGame) => clientGameOf((await loadOwnPage(game)).game);

type RulesLoaders = NonNullable<Parameters<typeof readReplay>[1]>;

/** Returns loaders of the rules of all these games. */
export function ownRules(): RulesLoaders {
  const loaders = [...OWN_GAMES].map(
    ([name, game]) => [name as GameListing["game"], async () => (await loadOwnPage(game)).game] as const,
  );
  return Object.fromEntries(loaders);
}
