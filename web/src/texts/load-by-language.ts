import { LoadOnce } from "../base/load-once.ts";
import { currentLanguage, type Language, LANGUAGES, loadBeforeLanguage } from "./index.ts";

/**
 * Loads something once for each key and language. What the page has loaded in one language is loaded in another one before
 * that becomes the page's: nothing that is on the page suspends when its language changes.
 */
export class LoadByLanguage<Key extends string, Value> {
  readonly #loads: ReadonlyMap<Language, LoadOnce<Key, Value>>;

  constructor(load: (key: Key, language: Language) => Promise<Value>) {
    this.#loads = new Map(
      (Object.keys(LANGUAGES) as Language[]).map((language) => [
        language,
        new LoadOnce<Key, Value>((key) => load(key, language)),
      ]),
    );
    loadBeforeLanguage((language) => {
      const keys = [...this.#loads.values()].flatMap((loads) => loads.keys);
      return Promise.all(keys.map((key) => this.#in(language).load(key)));
    });
  }

  /** Loads what belongs to a key in the page's language. A load that failed is repeated. */
  readonly load = (key: Key): Promise<Value> => this.#in(currentLanguage()).load(key);

  /** Returns what belongs to a key in the page's language, for a component. Suspends while it is loaded. */
  readonly use = (key: Key): Value => this.#in(currentLanguage()).use(key);

  #in(language: Language): LoadOnce<Key, Value> {
    const loads = this.#loads.get(language);
    if (loads === undefined) throw new Error(`the page has no language ${language}`);
    return loads;
  }
}
