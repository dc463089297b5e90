import { loadTexts } from "../games/flower-war/texts.ts";
import { LoadByLanguage } from "../texts/lazy-part.tsx";

const lesson = new LoadByLanguage<"lesson", true>(async (_, language) => {
  await loadTexts(language);
  return true;
});

/** Loads the rules' texts in the page's language. Suspends while they are loaded. */
export function useLesson(): void {
  lesson.use("lesson");
}
