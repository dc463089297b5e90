import { describe, expect, it } from "vitest";
import { type Language, LANGUAGES, slotsOf } from "../../../src/texts/index.ts";
import type { Loaders } from "../../../src/texts/languages.ts";
import { formsOf, type Leaf, leavesOf, numbersIn, wordCount } from "./leaves.ts";

/** What the texts of a game may do differently from others. */
export interface LanguageRules {
  /** Texts that are the same in all languages: proper names and Nahuatl. */
  readonly same: readonly RegExp[];
  /** Texts of a language that are words of English too. */
  readonly alike: { readonly [L in Language]?: readonly RegExp[] };
  /** The most characters of texts, by the pattern of their path; the first that matches counts. */
  readonly lengths: readonly (readonly [RegExp, number])[];
}

/** Texts that a language has only where it needs them. */
const OPTIONAL = /\.hyphenated$/;

/** Loads all texts of a game, by language. */
export async function loadLanguages<A extends object, B extends object>(
  tables: Loaders<A>,
  guides: Loaders<B>,
): Promise<Record<Language, A & B>> {
  const loads = LANGUAGES.map(
    async (language) => [language, { ...(await tables[language]()), ...(await guides[language]()) }] as const,
  );
  return Object.fromEntries(await Promise.all(loads)) as unknown as Record<Language, A & B>;
}

/** Defines the tests that the texts of every game must pass in every language. */
export function testLanguages(texts: Readonly<Record<Language, object>>, rules: LanguageRules): void {
  for (const language of LANGUAGES) if (language !== "en") testLanguage(language, texts, rules);
}

function testLanguage(
  language: Language,
  texts: Readonly<Record<Language, object>>,
  { same, alike, lengths }: LanguageRules,
): void {
  const english = leavesOf(texts.en);
  const translated = leavesOf(texts[language]);
  const other = new Map(translated.map(({ path, text }) => [path, text]));
  const both = [...english, ...translated].filter(({ path }) => path !== "language");

  describe(`in English and ${language}`, () => {
    it("the same texts are there", () => {
      const paths = (leaves: readonly Leaf[]) =>
        leaves.flatMap(({ path }) => (OPTIONAL.test(path) ? [] : [path])).toSorted();
      expect(paths(translated)).toEqual(paths(english));
    });

    it("texts are plain JSON", () => {
      for (const each of [texts.en, texts[language]]) {
        expect(JSON.parse(JSON.stringify(each))).toEqual(each);
      }
    });

    it("a text has the same slots", () => {
      const differing = english.filter(({ path, text }) => {
        const own = other.get(path) ?? "";
        return slotsOf(text).toSorted().join() !== slotsOf(own).toSorted().join();
      });
      expect(differing).toEqual([]);
    });

    it("both forms of a text have the same slots, and the number among them has a slot or is said", () => {
      const wrong = both.filter(({ text }) => {
        if (typeof text === "string") return false;
        const [one, many] = [text.one, text.other].map((form) =>
          slotsOf(form).filter((slot) => slot !== text.by),
        );
        return one?.toSorted().join() !== many?.toSorted().join();
      });
      expect(wrong).toEqual([]);
    });

    it("a text states the same numbers", () => {
      const differing = english.flatMap(({ path, text }) => {
        const own = other.get(path) ?? "";
        const numbers = [numbersIn(text), numbersIn(own)];
        return String(numbers[0]) === String(numbers[1]) ? [] : [{ path, numbers }];
      });
      expect(differing).toEqual([]);
    });

    it("every text is translated", () => {
      const untranslated = english.filter(
        ({ path, text }) =>
          JSON.stringify(text) === JSON.stringify(other.get(path)) &&
          /\p{L}/u.test(
            formsOf(text)
              .join("")
              .replaceAll(/\{\w+\}/g, ""),
          ) &&
          ![...same, ...(alike[language] ?? [])].some((pattern) => pattern.test(path)),
      );
      expect(untranslated.map(({ path, text }) => [path, text])).toEqual([]);
    });

    it("no text is empty, has stray spaces, or a broken slot", () => {
      const broken = both.filter(({ text }) =>
        formsOf(text).some(
          (form) => form === "" || form !== form.trim() || /\s\s|\{(?!\w+\})|(?<!\{\w+)\}/.test(form),
        ),
      );
      expect(broken).toEqual([]);
    });

    it("a short text has at most 14 words", () => {
      const long = both.filter(
        ({ path, text }) => path.endsWith(".short") && formsOf(text).some((form) => wordCount(form) > 14),
      );
      expect(long).toEqual([]);
    });

    it("no text is longer than its place", () => {
      const limitOf = ({ path }: Leaf) => lengths.find(([pattern]) => pattern.test(path))?.[1] ?? 320;
      const long = both.flatMap((leaf) =>
        formsOf(leaf.text)
          .filter((form) => form.length > limitOf(leaf))
          .map((form) => [leaf.path, form.length, form]),
      );
      expect(long).toEqual([]);
    });
  });
}

/**
 * Returns the texts whose numbers are not the expected ones, and expected texts that are not there.
 * @param facts the numbers that a text must state, by its path; a text without digits need not be among them
 */
export function findDrift(texts: object, facts: { readonly [path: string]: readonly number[] }): unknown {
  const leaves = leavesOf(texts);
  const paths = new Set(leaves.map(({ path }) => path));
  const missing = Object.keys(facts).filter((path) => !paths.has(path));
  const wrong = leaves.flatMap(({ path, text }) => {
    if (path.endsWith(".canon")) return [];
    const stated = numbersIn(text);
    const expected = (facts[path] ?? []).toSorted((a, b) => a - b);
    return String(stated) === String(expected) ? [] : [{ path, stated, expected }];
  });
  return [...missing, ...wrong];
}
