import type { ClientGame } from "./client-game.ts";
import type { GameMap, GameName } from "./game-map.ts";

/** Loads a game. Bundled, each is a piece of its own, which only those fetch who play it. */
export type GameLoader<G extends GameName> = () => Promise<ClientGame<GameMap[G]>>;

/** The games that the SDK knows. */
export const games: { readonly [G in GameName]: GameLoader<G> } = {
  "flower-war": async () => (await import("./flower-war/index.ts")).flowerWarGame,
  mexica: async () => (await import("./flower-war/index.ts")).flowerWarGame,
  "space-aztecs": async () => (await import("./space-aztecs/index.ts")).spaceAztecsGame,
  tieqchieq: async () => (await import("./tieqchieq/index.ts")).tieqchieqGame,
};
