import type { GameName } from "@flower-war/client-sdk";
import type { GameUi } from "../game-frame/game-ui.tsx";
import type { GameStory } from "../game-frame/story.ts";
import { OWN_GAMES, type OwnGame, titlesOf } from "../session/own-games.ts";
import { i18n, type Language, loadWithTexts } from "../texts/index.ts";
import type { Part } from "../texts/parts.ts";

/** What the page knows of a game before it loads the game, and how it loads the rest. */
interface CatalogEntry<G extends GameName = GameName> {
  readonly title: string;
  readonly seats: { readonly min: number; readonly max: number; readonly default: number };
  /** Returns the seats of a match by their number, in turn order. */
  readonly seatsFor: (count: number) => readonly string[];
  /** The preset that is played by default. */
  readonly preset: string;
  /** Whether a seat can be made local to a temple. */
  readonly temples: boolean;
  /** What the fairness of its chance is called, after what it comes from. */
  readonly fair: () => string;
  /** What one does in it, in a sentence or two. */
  readonly lead: () => string;
  /** Loads the game's part of the page. */
  readonly loadUi: (
    language: Language,
    version?: number,
  ) => Promise<(language: Language) => Promise<GameUi<G>>>;
  /** Loads what the game adds to results and replays. */
  readonly loadStory: (language: Language, version?: number) => Promise<GameStory<G>>;
}

/** Returns a function that loads a module of a game, and the game's texts of the page. */
function gamePart<Loaded>(load: (version?: number) => Promise<Loaded>, part: Part) {
  return (language: Language, version?: number): Promise<Loaded> =>
    loadWithTexts(() => load(version), language, part);
}

const FLOWER_WAR_SEATS: { readonly [count: number]: readonly string[] } = {
  2: ["east", "west"],
  3: ["east", "north", "west"],
  4: ["east", "north", "south", "west"],
  5: ["east", "north", "south", "topan", "west"],
  6: ["east", "north", "south", "topan", "mictlan", "west"],
};

/** What Flower War and Mexica share: the table and the story. */
const FLOWER_WAR = {
  seatsFor: (count: number) => FLOWER_WAR_SEATS[count] ?? [],
  temples: true,
  fair: () => i18n._("Fair dice"),
  loadUi: gamePart(async () => (await import("./flower-war/ui.ts")).loadFlowerWar, "games/flower-war"),
  loadStory: gamePart(async () => (await import("./flower-war/story.ts")).flowerWarStory, "games/flower-war"),
};

/** What is known of a game from its server. */
function ownEntry(own: OwnGame): CatalogEntry {
  const { seats, presets, temples, page } = own;
  return {
    get title() {
      return titlesOf(own).title;
    },
    seats,
    seatsFor: (count) => page.seats[count] ?? [],
    preset: presets[0]?.name ?? own.game,
    temples,
    fair: () => i18n._("Fair chance"),
    lead: () => titlesOf(own).lead,
    loadUi: gamePart(async (version) => (await import("./own/ui.tsx")).loadOwnUi(own, version), "games/own"),
    loadStory: gamePart(
      async (version) => (await import("./own/story.ts")).loadOwnStory(own, version),
      "games/own",
    ),
  };
}

/** The games that the page can show, the newcomer's first. */
export const CATALOG: { readonly [G in GameName]: CatalogEntry<G> } = {
  "flower-war": {
    title: "Flower War",
    preset: "short-evening",
    seats: { min: 2, max: 6, default: 4 },
    lead: () =>
      i18n._(
        "Walk the ring of days, gather skulls, feed two gods, and find eagle, serpent and flower before the world ends.",
      ),
    ...FLOWER_WAR,
  },
  mexica: {
    title: "Mexica",
    preset: "mexica",
    seats: { min: 2, max: 4, default: 4 },
    lead: () =>
      i18n._(
        "Flower War as it was first designed: cards are free, and 260 offerings begin the end of the world.",
      ),
    ...FLOWER_WAR,
  },
  "space-aztecs": {
    title: "Space Aztecs",
    preset: "space-aztecs",
    seats: { min: 2, max: 6, default: 4 },
    seatsFor: (count) => Array.from({ length: count }, (_, i) => String(i)),
    temples: false,
    fair: () => i18n._("Fair deal"),
    lead: () =>
      i18n._(
        "All secretly choose a card at once. Build a city of cards before the saucers take the people away.",
      ),
    loadUi: gamePart(
      async () => (await import("./space-aztecs/ui.ts")).loadSpaceAztecs,
      "games/space-aztecs",
    ),
    loadStory: gamePart(
      async () => (await import("./space-aztecs/story.ts")).spaceAztecsStory,
      "games/space-aztecs",
    ),
  },
  tieqchieq: {
    title: "Tıeqchıeq",
    preset: "tieqchieq",
    seats: { min: 2, max: 2, default: 2 },
    seatsFor: () => ["red", "yellow"],
    temples: false,
    fair: () => i18n._("Fair coins"),
    lead: () =>
      i18n._(
        "A race for two on a small board: toss the coins, cross the bridges, and bring six tokens home.",
      ),
    loadUi: gamePart(async () => (await import("./tieqchieq/ui.ts")).loadTieqchieq, "games/tieqchieq"),
    loadStory: gamePart(async () => (await import("./tieqchieq/story.ts")).tieqchieqStory, "games/tieqchieq"),
  },
  ...Object.fromEntries([...OWN_GAMES].map(([name, own]) => [name, ownEntry(own)])),
};

/** The entry of some game. */
type AnyEntry = (typeof CATALOG)[GameName];

/** Returns what is known of a game; `undefined`: the page does not know the game. */
export function catalogEntry(game: string): AnyEntry | undefined {
  return Object.hasOwn(CATALOG, game) ? CATALOG[game as GameName] : undefined;
}
