import { useEffect, useState } from "react";
import type { Story } from "../game-frame/story.ts";
import { currentLanguage, loadWithTexts } from "../texts/index.ts";

/**
 * Returns the story of a match; `null` while it is loaded, and where there is none.
 * @param id `null`: the match's record is not there
 */
export function useStory(id: string | null): Story | null {
  const [story, setStory] = useState<Story | null>(null);
  const language = currentLanguage();
  useEffect(() => {
    if (id === null) return undefined;
    let unmounted = false;
    const load = async () => {
      // Results without a record, and tables, do without this code.
      const { loadResultStory } = await loadWithTexts(
        () => import("./load-result-story.ts"),
        language,
        "result",
      );
      const loaded = await loadResultStory(id);
      if (!unmounted && currentLanguage() === language) setStory(loaded);
    };
    // The result has all that matters without it.
    load().catch(() => {});
    return () => void (unmounted = true);
  }, [id, language]);
  return story;
}
