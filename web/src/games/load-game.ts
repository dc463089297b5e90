import type { GameName, OptionValue } from "@flower-war/client-sdk";
import { loadGuide, type RulesSection } from "@flower-war/client-sdk/texts";
import type { GameUi } from "../game-frame/game-ui.tsx";
import type { GameStory } from "../game-frame/story.ts";
import { OWN_GAMES } from "../session/own-games.ts";
import { LoadByLanguage } from "../texts/lazy-part.tsx";
import { CATALOG } from "./catalog.ts";

const uis = new LoadByLanguage<GameName, unknown>(async (game, language) => {
  const load = await CATALOG[game].loadUi(language);
  return load(language);
});

/** Returns a game's part of the page in the page's language. Suspends while it is loaded. */
export function useGameUi<G extends GameName>(game: G): GameUi<G> {
  return uis.use(game) as GameUi<G>;
}

/** Loads a game's part of the page in the page's language. */
export function loadGameUi<G extends GameName>(game: G): Promise<GameUi<G>> {
  return uis.load(game) as Promise<GameUi<G>>;
}

const stories = new LoadByLanguage<GameName, unknown>((game, language) => CATALOG[game].loadStory(language));

/** Loads what a game adds to results and replays. */
export function loadStory<G extends GameName>(game: G): Promise<GameStory<G>> {
  return stories.load(game) as Promise<GameStory<G>>;
}

/** Returns what a game adds to results and replays. Suspends while it is loaded. */
export function useGameStory<G extends GameName>(game: G): GameStory<G> {
  return stories.use(game) as GameStory<G>;
}

/** A host option in words. */
export interface OptionText {
  readonly label: string;
  readonly about: string;
  /** Texts by value; numbers have none. */
  readonly values: { readonly [value: string]: string | undefined };
}

/** What the pages around a table say of a game: its guide, which a match does not load. */
interface GuideTexts {
  readonly options: { readonly [name: string]: OptionText | undefined };
  /** The rules for newcomers, in their order. */
  readonly rules: readonly Pick<RulesSection, "heading" | "paragraphs">[];
}

const guides = new LoadByLanguage<GameName, GuideTexts>(async (game, language) => {
  const own = OWN_GAMES.get(game);
  if (own !== undefined) {
    const { texts } = await (await import("../session/own-page.ts")).loadOwnPage(own);
    const { options, rules } = texts[language] ?? texts.en;
    return { options: options as GuideTexts["options"], rules };
  }
  const { options, rules } = await loadGuide(game, language);
  return { options, rules: Object.values(rules) };
});

/** Returns the guide to a game in the page's language. Suspends while it is loaded. */
export const useGameTexts = (game: GameName): GuideTexts => guides.use(game);

/** Returns the value of a host option in words. */
export function describeValue(option: OptionText | undefined, value: OptionValue): string {
  return option?.values[String(value)] ?? String(value);
}
