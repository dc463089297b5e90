import type { GameName } from "@flower-war/client-sdk";
import { i18n, type Language, loadWithTexts } from "../texts/index.ts";
import type { GameUi } from "../game-frame/game-ui.ts";

/** What the page knows of a game before it loads the game. */
export interface CatalogEntry<G extends GameName = GameName> {
  readonly title: string;
  readonly seats: { readonly min: number; readonly max: number; readonly default: number };
  /** Whether a seat can be made local to a temple. */
  readonly temples: boolean;
  /** What one does in it, in a sentence or two. */
  readonly lead: () => string;
  /** Loads the game's part of the page, with its texts in a language. */
  readonly load: (language: Language) => Promise<GameUi<G>>;
}

const FLOWER_WAR_LEAD = () =>
  i18n._(
    "Walk the ring of days, gather skulls, feed two gods, and find eagle, serpent and flower before the world ends.",
  );

/** The games that the page can show, the newcomer's first. */
export const CATALOG: { readonly [G in GameName]: CatalogEntry<G> } = {
  "flower-war": {
    title: "Flower War",
    seats: { min: 2, max: 6, default: 4 },
    temples: true,
    lead: FLOWER_WAR_LEAD,
    load: loadFlowerWar,
  },
  mexica: {
    title: "Mexica",
    seats: { min: 2, max: 4, default: 4 },
    temples: true,
    lead: () =>
      i18n._(
        "Flower War as it was first designed: cards are free, and 260 offerings begin the end of the world.",
      ),
    load: loadFlowerWar,
  },
  "space-aztecs": {
    title: "Space Aztecs",
    seats: { min: 2, max: 6, default: 4 },
    temples: false,
    lead: () =>
      i18n._(
        "Everybody chooses a pile at once. Build a city of cards before the saucers take the people away.",
      ),
    load: (language) =>
      loadWithTexts(
        async () => (await import("./space-aztecs/ui.ts")).loadSpaceAztecs(language),
        language,
        "games/space-aztecs",
      ),
  },
  tieqchieq: {
    title: "Tıeqchıeq",
    seats: { min: 2, max: 2, default: 2 },
    temples: false,
    lead: () =>
      i18n._(
        "A race for two on a small board: toss the coins, cross the bridges, and bring six tokens home.",
      ),
    load: (language) =>
      loadWithTexts(
        async () => (await import("./tieqchieq/ui.ts")).loadTieqchieq(language),
        language,
        "games/tieqchieq",
      ),
  },
};

/** The entry of some game. */
export type AnyEntry = (typeof CATALOG)[GameName];

/** Returns what is known of a game; `undefined`: the page does not know the game. */
export function catalogEntry(game: string): AnyEntry | undefined {
  return Object.hasOwn(CATALOG, game) ? CATALOG[game as GameName] : undefined;
}

/** Loads the table that Flower War and Mexica share. */
function loadFlowerWar(language: Language) {
  return loadWithTexts(
    async () => (await import("./flower-war/ui.ts")).loadFlowerWar(language),
    language,
    "games/flower-war",
  );
}
