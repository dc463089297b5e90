import { loadFlowerWar } from "../games/flower-war/ui.ts";
import { addTexts, i18n, type Language } from "../texts/index.ts";

const loaded = new Map<string, Promise<void>>();

/**
 * Loads what the lesson needs in the page's language: the table's texts and its own. Once for each language: if it fails, it
 * is tried again when the page is loaded anew.
 */
export function loadLesson(): Promise<void> {
  const language = i18n.locale as Language;
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const loading = load(language);
  loaded.set(language, loading);
  return loading;
}

async function load(language: Language): Promise<void> {
  await Promise.all([addTexts("learn"), loadFlowerWar(language)]);
}
