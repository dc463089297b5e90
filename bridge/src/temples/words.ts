import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { pt } from "./words/pt.ts";
import type { Words } from "./words/types.ts";

/** By primary tag of BCP 47. */
const WORDS: ReadonlyMap<string, Words> = new Map(Object.entries({ en, es, de, pt }));

/** Returns the words for a temple's language. @param lang BCP 47, as its state says (section 3); English if it is not known here */
export function wordsFor(lang: string | null): Words {
  return WORDS.get(lang?.split("-", 1)[0]?.toLowerCase() ?? "") ?? en;
}
