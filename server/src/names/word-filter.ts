import {
  assignIncrementingIds,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
  TextCensor,
} from "obscenity";

/** The host's settings of the filter; `null`: there is none. */
export interface WordFilterSettings {
  /** Words besides those of the library. */
  readonly words: readonly string[];
  /** Words in which nothing is found. */
  readonly allowed: readonly string[];
}

/** Finds words that a host does not want to read, in names and in talk. */
export interface WordFilter {
  /** Whether a text has such a word. */
  finds(text: string): boolean;
  /** Returns a text with an asterisk for each character of such words. */
  mask(text: string): string;
}

/** Names in which the library finds a word. */
const ALLOWED = ["analia", "analía"];

/** Opens the filter: the English words of the library, and the host's own. They are also found in other spellings. */
export function openWordFilter(settings: WordFilterSettings | null): WordFilter {
  if (settings === null) return { finds: () => false, mask: (text) => text };
  const { blacklistedTerms, whitelistedTerms = [] } = englishDataset.build();
  const words = settings.words.map((word) => parseRawPattern(`|${escape(fold(word))}|`));
  const matcher = new RegExpMatcher({
    blacklistedTerms: assignIncrementingIds([...blacklistedTerms.map(({ pattern }) => pattern), ...words]),
    whitelistedTerms: [...whitelistedTerms, ...[...ALLOWED, ...settings.allowed].flatMap(spellingsOf)],
    ...englishRecommendedTransformers,
  });
  const censor = new TextCensor().setStrategy(({ startIndex, endIndex }) =>
    "*".repeat(endIndex - startIndex + 1),
  );
  return {
    finds: (text) => matcher.hasMatch(text),
    mask: (text) => censor.applyTo(text, matcher.getAllMatches(text, true)),
  };
}

/** Returns a word as the library's transformers make it of a text: without marks and capitals, with single letters. */
function fold(word: string): string {
  const letters = word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return letters.replaceAll(/([beolsg])\1+/gu, "$1$1").replaceAll(/([^beolsg])\1+/gu, "$1");
}

/** Returns an allowed word in small and in capital letters: the library knows only the capitals of ASCII. */
function spellingsOf(word: string): string[] {
  return [word.toLowerCase(), word.toUpperCase().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())];
}

/** Returns a word as a pattern of the library that matches nothing but it. */
function escape(word: string): string {
  return word.replaceAll(/[[\]?|\\]/g, String.raw`\$&`);
}
