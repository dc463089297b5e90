import { type Language, LANGUAGES } from "./index.ts";

/** Returns a language's own name. @param tag a primary tag of BCP 47 */
export function nameOfLanguage(tag: string): string {
  if (Object.hasOwn(LANGUAGES, tag)) return LANGUAGES[tag as Language];
  return new Intl.DisplayNames([tag, "en"], { type: "language" }).of(tag) ?? tag;
}
