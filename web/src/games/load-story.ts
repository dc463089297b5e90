import type { GameName } from "@flower-war/client-sdk";
import type { GameStory } from "./game-story.ts";

const STORIES: { readonly [G in GameName]: () => Promise<GameStory<G>> } = {
  "flower-war": async () => (await import("./flower-war/story.ts")).flowerWarStory,
  mexica: async () => (await import("./flower-war/story.ts")).flowerWarStory,
  "space-aztecs": async () => (await import("./space-aztecs/story.ts")).spaceAztecsStory,
  tieqchieq: async () => (await import("./tieqchieq/story.ts")).tieqchieqStory,
};

const loaded = new Map<GameName, Promise<GameStory>>();

/** Loads what a game adds to results and replays, once. A load that failed is tried again. */
export function loadStory<G extends GameName>(game: G): Promise<GameStory<G>> {
  const known = loaded.get(game);
  if (known !== undefined) return known as unknown as Promise<GameStory<G>>;
  const loading = STORIES[game]();
  loaded.set(game, loading as unknown as Promise<GameStory>);
  loading.catch(() => loaded.delete(game));
  return loading;
}
