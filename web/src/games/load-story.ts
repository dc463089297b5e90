import type { GameName } from "@flower-war/client-sdk";
import { type Language, loadWithTexts } from "../texts/index.ts";
import { LoadByLanguage } from "../texts/load-by-language.ts";
import type { GameStory } from "../game-frame/story.ts";

const loadFlowerWar = (language: Language) =>
  loadWithTexts(
    async () => (await import("./flower-war/story.ts")).flowerWarStory,
    language,
    "games/flower-war",
  );

const STORIES: { readonly [G in GameName]: (language: Language) => Promise<GameStory<G>> } = {
  "flower-war": loadFlowerWar,
  mexica: loadFlowerWar,
  "space-aztecs": (language) =>
    loadWithTexts(
      async () => (await import("./space-aztecs/story.ts")).spaceAztecsStory,
      language,
      "games/space-aztecs",
    ),
  tieqchieq: (language) =>
    loadWithTexts(
      async () => (await import("./tieqchieq/story.ts")).tieqchieqStory,
      language,
      "games/tieqchieq",
    ),
};

const stories = new LoadByLanguage<GameName, unknown>((game, language) => STORIES[game](language));

/** Loads what a game adds to results and replays. */
export function loadStory<G extends GameName>(game: G): Promise<GameStory<G>> {
  return stories.load(game) as Promise<GameStory<G>>;
}

/** Returns what a game adds to results and replays. Suspends while it is loaded. */
export function useGameStory<G extends GameName>(game: G): GameStory<G> {
  return stories.use(game) as GameStory<G>;
}
