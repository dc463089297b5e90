/** What the texts of all games have in common, and their guides. */
import type { GameName } from "@flower-war/protocol";
import type { FlowerWarGuide } from "@flower-war/rules/flower-war";
import type { SpaceAztecsGuide } from "@flower-war/rules/space-aztecs";
import type { Language } from "@flower-war/rules/texts";
import type { TieqchieqGuide } from "@flower-war/rules/tieqchieq";

export * from "@flower-war/rules/texts";

/** What is read before a match, by game: options, presets, the rules for newcomers. */
interface GameGuides {
  readonly "flower-war": FlowerWarGuide;
  readonly mexica: FlowerWarGuide;
  readonly "space-aztecs": SpaceAztecsGuide;
  readonly tieqchieq: TieqchieqGuide;
}

type Loaders<T> = { readonly [L in Language]: () => Promise<T> };

const FLOWER_WAR: Loaders<FlowerWarGuide> = {
  en: async () => (await import("@flower-war/rules/flower-war/texts/guide/en")).en,
  es: async () => (await import("@flower-war/rules/flower-war/texts/guide/es")).es,
};

const GUIDES: { readonly [G in GameName]: Loaders<GameGuides[G]> } = {
  "flower-war": FLOWER_WAR,
  mexica: FLOWER_WAR,
  "space-aztecs": {
    en: async () => (await import("@flower-war/rules/space-aztecs/texts/guide/en")).en,
    es: async () => (await import("@flower-war/rules/space-aztecs/texts/guide/es")).es,
  },
  tieqchieq: {
    en: async () => (await import("@flower-war/rules/tieqchieq/texts/guide/en")).en,
    es: async () => (await import("@flower-war/rules/tieqchieq/texts/guide/es")).es,
  },
};

/** Loads the guide to a game in a language, as data. In a bundle each is a chunk of its own. */
export const loadGuide = <G extends GameName>(game: G, language: Language): Promise<GameGuides[G]> =>
  GUIDES[game][language]();
