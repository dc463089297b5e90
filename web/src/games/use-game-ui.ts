import type { GameName } from "@flower-war/client-sdk";
import { use } from "react";
import { i18n } from "../texts/index.ts";
import { CATALOG } from "./catalog.ts";
import type { GameUi } from "./game-ui.ts";

const loaded = new Map<string, Promise<GameUi>>();

/** Returns a game's part of the page in the page's language. Suspends while it is loaded. */
export function useGameUi<G extends GameName>(game: G): GameUi<G> {
  return use(loadGameUi(game));
}

/** Loads a game's part of the page, once for each language. A load that failed is tried again. */
export function loadGameUi<G extends GameName>(game: G): Promise<GameUi<G>> {
  const key = `${game}/${i18n.locale}`;
  const known = loaded.get(key);
  if (known !== undefined) return known as unknown as Promise<GameUi<G>>;
  const loading = CATALOG[game].load();
  loaded.set(key, loading as unknown as Promise<GameUi>);
  loading.catch(() => loaded.delete(key));
  return loading;
}
