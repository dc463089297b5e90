import type { GameName } from "@flower-war/client-sdk";
import { LoadOnce } from "../app/load-once.ts";
import type { GameStory } from "./game-story.ts";

const STORIES: { readonly [G in GameName]: () => Promise<GameStory<G>> } = {
  "flower-war": async () => (await import("./flower-war/story.ts")).flowerWarStory,
  mexica: async () => (await import("./flower-war/story.ts")).flowerWarStory,
  "space-aztecs": async () => (await import("./space-aztecs/story.ts")).spaceAztecsStory,
  tieqchieq: async () => (await import("./tieqchieq/story.ts")).tieqchieqStory,
};

const stories = new LoadOnce<GameName, unknown>((game) => STORIES[game]());

/** Loads what a game adds to results and replays. */
export function loadStory<G extends GameName>(game: G): Promise<GameStory<G>> {
  return stories.load(game) as Promise<GameStory<G>>;
}

/** Returns what a game adds to results and replays. Suspends while it is loaded. */
export function useGameStory<G extends GameName>(game: G): GameStory<G> {
  return stories.use(game) as GameStory<G>;
}
