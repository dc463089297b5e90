import type { GameMap, GameName } from "@flower-war/protocol";
import type { ClientGame } from "./client-game.ts";

/**
 * Loads a game's rules. In a bundle each game is a chunk of its own, fetched when the game is played.
 * @param version of a game of the host's own: the one that the match began with (`Game.version`), 1 if it names none
 */
export type GameLoader<G extends GameName> = (version: number) => Promise<ClientGame<GameMap[G]>>;

const loadFlowerWar = async () => (await import("./flower-war.ts")).flowerWarGame;

/** The games that the SDK has the rules of. */
export const games: { readonly [G in GameName]: GameLoader<G> } = {
  "flower-war": loadFlowerWar,
  mexica: loadFlowerWar,
  "space-aztecs": async () => (await import("./space-aztecs.ts")).spaceAztecsGame,
  tieqchieq: async () => (await import("./tieqchieq.ts")).tieqchieqGame,
};
