import type { Story } from "../game-frame/story.ts";
import { useAnswer } from "../session/use-answer.ts";
import { currentLanguage, loadWithTexts } from "../texts/index.ts";

/**
 * Returns the story of a match; `null` while it is loaded, and where there is none: the result has all that matters without it.
 * @param id `null`: the match's record is not there
 */
export function useStory(id: string | null): Story | null {
  const language = currentLanguage();
  const { answer } = useAnswer(`${id} ${language}`, async () => {
    if (id === null) return null;
    // Results without a record, and tables, do without this code.
    const { loadResultStory } = await loadWithTexts(
      () => import("./load-result-story.ts"),
      language,
      "result",
    );
    return loadResultStory(id);
  });
  return answer;
}
