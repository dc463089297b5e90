import { currentLanguage, type Language } from "../texts/index.ts";

/** A game's texts, in each language that was loaded. */
interface TextsByLanguage<Texts> {
  /** Loads the game's texts in a language. They are kept: the page may come back to it. */
  readonly loadTexts: (language: Language) => Promise<void>;
  /** Returns the game's texts in the page's language. They are loaded before the game's first part is drawn. */
  readonly texts: () => Texts;
}

/** @param load loads the texts in a language */
export function textsByLanguage<Texts>(load: (language: Language) => Promise<Texts>): TextsByLanguage<Texts> {
  const loaded = new Map<Language, Texts>();
  return {
    loadTexts: async (language) => {
      loaded.set(language, await load(language));
    },
    texts: () => {
      const texts = loaded.get(currentLanguage());
      if (texts === undefined) throw new Error(`the game's texts are not loaded in ${currentLanguage()}`);
      return texts;
    },
  };
}
