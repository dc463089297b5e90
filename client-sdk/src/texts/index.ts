/** What the texts of all games have in common, and their guides. */
import type { GameName } from "@flower-war/protocol";
import type { FlowerWarGuide } from "@flower-war/rules/flower-war";
import { GUIDES as FLOWER_WAR } from "@flower-war/rules/flower-war/texts/load";
import type { SpaceAztecsGuide } from "@flower-war/rules/space-aztecs";
import { GUIDES as SPACE_AZTECS } from "@flower-war/rules/space-aztecs/texts/load";
import type { Language } from "@flower-war/rules/texts";
import type { TieqchieqGuide } from "@flower-war/rules/tieqchieq";
import { GUIDES as TIEQCHIEQ } from "@flower-war/rules/tieqchieq/texts/load";

export * from "@flower-war/rules/texts";

/** What is read before a match, by game: options, presets, the rules for newcomers. */
interface GameGuides {
  readonly "flower-war": FlowerWarGuide;
  readonly mexica: FlowerWarGuide;
  readonly "space-aztecs": SpaceAztecsGuide;
  readonly tieqchieq: TieqchieqGuide;
}

const GUIDES: { readonly [G in GameName]: Readonly<Record<Language, () => Promise<GameGuides[G]>>> } = {
  "flower-war": FLOWER_WAR,
  mexica: FLOWER_WAR,
  "space-aztecs": SPACE_AZTECS,
  tieqchieq: TIEQCHIEQ,
};

/** Loads the guide to a game in a language, as data. In a bundle each is a chunk of its own. */
export const loadGuide = <G extends GameName>(game: G, language: Language): Promise<GameGuides[G]> =>
  GUIDES[game][language]();
