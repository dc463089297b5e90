import { loadFlowerWar } from "../games/flower-war/ui.ts";
import { addTexts } from "../texts/index.ts";
import { LoadByLanguage } from "../texts/load-by-language.ts";

const lesson = new LoadByLanguage<"lesson", true>(async (_, language) => {
  await Promise.all([addTexts("learn", language), loadFlowerWar(language)]);
  return true;
});

/** Loads what the lesson needs in the page's language: the table's texts and its own. Suspends while they are loaded. */
export function useLesson(): void {
  lesson.use("lesson");
}
