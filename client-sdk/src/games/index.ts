import type { GameName } from "../protocol.ts";
import type { ClientGame } from "./client-game.ts";
import type { FlowerWarTypes } from "./flower-war/index.ts";
import type { TieqchieqTypes } from "./tieqchieq/index.ts";

/** What each game calls its own things. A game joins the SDK by an entry here, one in `games` and one in `options`. */
export interface GameMap {
  "flower-war": FlowerWarTypes;
  mexica: FlowerWarTypes;
  tieqchieq: TieqchieqTypes;
}

/** Loads a game: bundled, each is a piece of its own, which only those fetch who play it. */
export const games: { readonly [G in GameName]: () => Promise<ClientGame<GameMap[G]>> } = {
  "flower-war": async () => (await import("./flower-war/index.ts")).flowerWarGame,
  mexica: async () => (await import("./flower-war/index.ts")).flowerWarGame,
  tieqchieq: async () => (await import("./tieqchieq/index.ts")).tieqchieqGame,
};

/** One decision that a match waits for. */
export interface AwaitedDecision<G extends GameName = GameName> {
  readonly seat: GameMap[G]["seat"];
  readonly decision: GameMap[G]["decision"];
}
