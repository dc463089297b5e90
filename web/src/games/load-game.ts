import type { GameName, OptionValue } from "@flower-war/client-sdk";
import { loadGuide, type RulesSection } from "@flower-war/client-sdk/texts";
import type { GameUi } from "../game-frame/game-ui.tsx";
import type { GameStory } from "../game-frame/story.ts";
import { OWN_GAMES } from "../session/own-games.ts";
import { LoadByLanguage } from "../texts/lazy-part.tsx";
import { CATALOG } from "./catalog.ts";

/* Of a game of the host's own, a match or its replay is shown by the version that it was played with. */

/** A match, or what is known of one. */
interface Played<G extends GameName> {
  readonly game: G;
  /** Default: that of new matches. */
  readonly version?: number | undefined;
}

const keyOf = ({ game, version }: Played<GameName>) => `${game} ${version ?? ""}`;

function partOf(key: string) {
  const [game, version] = key.split(" ");
  return [CATALOG[game as GameName], version ? Number(version) : undefined] as const;
}

const uis = new LoadByLanguage(async (key, language): Promise<unknown> => {
  const [entry, version] = partOf(key);
  return (await entry.loadUi(language, version))(language);
});

/** Returns a game's part of the page in the page's language. Suspends while it is loaded. */
export function useGameUi<G extends GameName>(played: Played<G>): GameUi<G> {
  return uis.use(keyOf(played)) as GameUi<G>;
}

/** Loads a game's part of the page in the page's language. */
export function loadGameUi<G extends GameName>(played: Played<G>): Promise<GameUi<G>> {
  return uis.load(keyOf(played)) as Promise<GameUi<G>>;
}

const stories = new LoadByLanguage((key, language): Promise<unknown> => {
  const [entry, version] = partOf(key);
  return entry.loadStory(language, version);
});

/** Loads what a game adds to results and replays. */
export function loadStory<G extends GameName>(played: Played<G>): Promise<GameStory<G>> {
  return stories.load(keyOf(played)) as Promise<GameStory<G>>;
}

/** Returns what a game adds to results and replays. Suspends while it is loaded. */
export function useGameStory<G extends GameName>(played: Played<G>): GameStory<G> {
  return stories.use(keyOf(played)) as GameStory<G>;
}

/** A host option in words. */
export interface OptionText {
  readonly label: string;
  readonly about: string;
  /** Texts by value; numbers have none. */
  readonly values: { readonly [value: string]: string | undefined };
}

/** A part of the rules for newcomers. */
export type RuleSection = Pick<RulesSection, "heading" | "paragraphs">;

/** What the pages around a table say of a game: its guide, which a match does not load. */
interface GuideTexts {
  readonly options: { readonly [name: string]: OptionText | undefined };
  /** The sections of the rules for newcomers, by their names, or in their order. */
  readonly rules: { readonly [name: string]: RuleSection } | readonly RuleSection[];
}

const guides = new LoadByLanguage<GameName, GuideTexts>(async (game, language) => {
  const own = OWN_GAMES.get(game);
  if (own !== undefined) {
    const { texts } = await (await import("../session/own-page.ts")).loadOwnPage(own);
    const { options, rules } = texts[language] ?? texts.en;
    return { options: options as GuideTexts["options"], rules };
  }
  return loadGuide(game, language);
});

/** Returns the guide to a game in the page's language. Suspends while it is loaded. */
export const useGameTexts = (game: GameName): GuideTexts => guides.use(game);

/** Returns the value of a host option in words. */
export function describeValue(option: OptionText | undefined, value: OptionValue): string {
  return option?.values[String(value)] ?? String(value);
}
