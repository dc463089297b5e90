import spanishWords from "naughty-words/es.json" with { type: "json" };
import {
  assignIncrementingIds,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
  TextCensor,
} from "obscenity";
import { cacheAnswers } from "./cache-answers.ts";

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

/** Names, or beginnings of names, in which the library wrongly finds a word (`_`: a space); names that are such a word are not listed. */
const NAMES = wordsOf(`
  analakshm analena analía analia analiese analis analkumar annalena annaliese annalis anush anusia anuska
  anuszka anuș hanuš hanusz arshit akshit ikshit shital shitara shitta shittu assefa asshidiq assmann bích
  bich_hang bich_lien bich_ngoc bich_phuong bich_thuy bich_van thi_bich boobalan cuma cumhur cummings cumpston
  de_cock dicken dickerson dickhoff dickinson dickmann dickson fagan fagbe fagerb fagerl fagerst faghri fagin
  fagundes fu fukaya fukazawa fukuda fukuhara fukui fukumoto fukunaga fukuoka fukushima fukuyama fukuzawa
  giovanni_verga john_lee_hooker negrón penistone rapee benjaporn chaiyaporn duangporn jiraporn kanyaporn
  nattaporn pornchai pornpimol pornsak pornsuda pornthip porntip rattanaporn sasiporn siriporn somporn supaporn
  suporn thanaporn wanporn semench semenenko semenov semenyuk sementsov slutsk sluter thorndyke tít vandyke
  wankel wankhede`);

/** Words of other languages in which the library finds an English one. */
const WORDS = wordsOf("anális analis analiz assez cumpl negro rapera rapero retardo");

/** Words of the Spanish list that are names, or that people say without harm. */
const HARMLESS = new Set(
  wordsOf(`
    asesinato asno caca concha drogas esperma haciendo_el_amor heroína idiota infierno maciza maldito martillo
    orina pervertido pezón pinche pis racista sádico semen sexo travesti trio vulva`),
);
/** What that list lacks. */
const MISSING = wordsOf(
  "puto pendeja cabrona zorra culero culera chinga_tu_madre chingada chingado hijodeputa hijoputa hitler",
);
const SPANISH = [...spanishWords, ...MISSING].filter((word) => !HARMLESS.has(word.toLowerCase()));

/** Letters that stand apart, as in "w o r d" or "w.o.r.d". */
const SPACED = /(?<!\p{L})\p{L}(?:[^\p{L}\p{N}]{1,2}\p{L}(?!\p{L})){2,}/gu;

/**
 * Opens the filter: the English words of `obscenity` (MIT), the Spanish ones of `naughty-words` (CC BY 4.0), and the host's own. They are
 * also found in other spellings, and with spaces or signs between all letters. It knows no other language, and no meaning.
 */
export function openWordFilter(settings: WordFilterSettings | null): WordFilter {
  if (settings === null) return { finds: () => false, mask: (text) => text };
  builtIn ??= readBuiltIn();
  const words = settings.words.map((word) => parseRawPattern(`|${escape(fold(word))}|`));
  const matcher = new RegExpMatcher({
    blacklistedTerms: assignIncrementingIds([...builtIn.refused, ...words]),
    whitelistedTerms: [
      ...builtIn.allowed,
      ...new Set(settings.allowed.flatMap(likenessesOf).flatMap(spellingsOf)),
    ],
    ...englishRecommendedTransformers,
  });
  const censor = new TextCensor().setStrategy(({ startIndex, endIndex }) =>
    "*".repeat(endIndex - startIndex + 1),
  );
  // The library takes an exclamation mark for an "i", also after a word.
  const withoutMarks = (text: string) => text.replaceAll(/!(?!\p{L})/gu, ".");
  const findsSpaced = (run: string) => matcher.hasMatch(run.replaceAll(/[^\p{L}]/gu, ""));
  const finds = (text: string) =>
    likenessesOf(text).some((each) => matcher.hasMatch(withoutMarks(each))) ||
    (text.match(SPACED) ?? []).some(findsSpaced);
  return {
    finds: cacheAnswers(finds),
    mask: (text) =>
      censor
        .applyTo(text, matcher.getAllMatches(withoutMarks(text), true))
        .replaceAll(SPACED, (run) => (findsSpaced(run) ? run.replaceAll(/\p{L}/gu, "*") : run)),
  };
}

/** Returns the words of a list with white space between them; `_` stands for a space. */
function wordsOf(list: string): string[] {
  return list
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll("_", " "));
}

/** Returns a text and the spellings of it in which "l" stands for "i" and "1" for "l", which the library does not try. */
function likenessesOf(text: string): readonly string[] {
  return [...new Set([text, text.replaceAll("l", "i"), text.replaceAll("1", "l")])];
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

/** The terms that the filter has without a host's settings; servers of one process share them. `null`: not read yet. */
let builtIn: ReturnType<typeof readBuiltIn> | null = null;

function readBuiltIn() {
  const { blacklistedTerms, whitelistedTerms = [] } = englishDataset.build();
  const spanish = SPANISH.map(fold).map((word) =>
    parseRawPattern(`|${escape(word)}${/[aeiou]$/.test(word) ? "[s]" : "[es]"}|`),
  );
  return {
    refused: [...blacklistedTerms.map(({ pattern }) => pattern), ...spanish],
    allowed: [
      ...whitelistedTerms,
      ...new Set([...NAMES, ...WORDS].flatMap(likenessesOf).flatMap(spellingsOf)),
    ],
  };
}
