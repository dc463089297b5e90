import { type GameListing, Refusal } from "@flower-war/client-sdk";
import { clientGameOf, type GamePage } from "@flower-war/client-sdk/own-games";
import type { readReplay } from "@flower-war/client-sdk/replay";
import { LoadOnce } from "../base/load-once.ts";
import { OWN_GAMES, type OwnGame } from "./own-games.ts";
import { moduleOf } from "./own-versions.ts";

/* What belongs to games that the page does not know, loaded when such a game is played or read about. */

/** The module of a game's page, as its server makes it (server/src/games/own-pages.ts). */
export interface OwnModule {
  readonly default: GamePage;
  /** Loads what draws its table; left out: the page draws it as `show` says. */
  readonly loadTable?: () => Promise<{ readonly default?: unknown }>;
  /** The paths of the table's style sheets. */
  readonly styles?: readonly string[];
}

const modules = new LoadOnce((path: string): Promise<OwnModule> => import(/* @vite-ignore */ path));

/**
 * Loads what shows a version of a game, once. A load that failed is repeated.
 * @param version as for `moduleOf`
 * @throws `Refusal` with `unknown-rules`: the server has no page of that version
 */
export async function loadOwnModule(game: OwnGame, version?: number): Promise<OwnModule> {
  const path = moduleOf(game, version);
  if (path === undefined) throw new Refusal({ code: "unknown-rules", message: "no page of this version" });
  return modules.load(path);
}

/** Loads the page of a version of a game, as `loadOwnModule` does. */
export const loadOwnPage = async (game: OwnGame, version?: number): Promise<GamePage> =>
  (await loadOwnModule(game, version)).default;

/** Loads a version of a game as the SDK plays it. */
export const loadOwnClient = async (game: OwnGame, version: number) =>
  clientGameOf((await loadOwnPage(game, version)).game);

type RulesLoaders = NonNullable<Parameters<typeof readReplay>[1]>;

/** Returns loaders of the rules of all these games. */
export function ownRules(): RulesLoaders {
  const loaders = [...OWN_GAMES].map(
    ([name, game]) =>
      [
        name as GameListing["game"],
        async (version: number) => (await loadOwnPage(game, version)).game,
      ] as const,
  );
  return Object.fromEntries(loaders);
}
