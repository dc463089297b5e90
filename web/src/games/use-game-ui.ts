import type { GameName } from "@flower-war/client-sdk";
import { LoadByLanguage } from "../texts/load-by-language.ts";
import { CATALOG } from "./catalog.ts";
import type { GameUi } from "../game-frame/game-ui.ts";

const uis = new LoadByLanguage<GameName, unknown>((game, language) => CATALOG[game].load(language));

/** Returns a game's part of the page in the page's language. Suspends while it is loaded. */
export function useGameUi<G extends GameName>(game: G): GameUi<G> {
  return uis.use(game) as GameUi<G>;
}

/** Loads a game's part of the page in the page's language. */
export function loadGameUi<G extends GameName>(game: G): Promise<GameUi<G>> {
  return uis.load(game) as Promise<GameUi<G>>;
}
