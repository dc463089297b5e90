import type { GameName, OptionValue } from "@flower-war/client-sdk";
import { loadGuide, type RulesSection } from "@flower-war/client-sdk/texts";
import { LoadByLanguage } from "../texts/load-by-language.ts";

/** A host option in words. */
export interface OptionText {
  readonly label: string;
  readonly about: string;
  /** Texts by value; numbers have none. */
  readonly values: { readonly [value: string]: string | undefined };
}

/** What the pages around a table say of a game: its guide, which a match does not load. */
interface GameTexts {
  readonly options: { readonly [name: string]: OptionText | undefined };
  /** The rules for newcomers, in their order. */
  readonly rules: readonly RulesSection[];
}

/** What `GameTexts` are made of; Flower War has more. */
interface Source {
  readonly options: object;
  readonly rules: { readonly [section: string]: RulesSection };
}

const texts = new LoadByLanguage((game: GameName, language) => read(loadGuide(game, language)));

/** Returns the guide to a game in the page's language. Suspends while it is loaded. */
export const useGameTexts = (game: GameName): GameTexts => texts.use(game);

async function read(source: Promise<Source>): Promise<GameTexts> {
  const { options, rules } = await source;
  return { options: options as GameTexts["options"], rules: Object.values(rules) };
}

/** Returns the value of a host option in words. */
export function describeValue(option: OptionText | undefined, value: OptionValue): string {
  return option?.values[String(value)] ?? String(value);
}
