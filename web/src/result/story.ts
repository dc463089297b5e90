import { useEffect, useState } from "react";
import type { Picture } from "../games/game-story.ts";
import { currentLanguage, loadWithTexts } from "../texts/index.ts";

/** What the result shows of a finished match while its record is stored. Everything is in the page's language. */
export interface Story {
  /** What the winner won with; empty: their sign says enough. */
  readonly trophies: readonly Picture[];
  /** What each seat had at the end. */
  readonly holdings: ReadonlyMap<string, string>;
  /** Figures of the match: "102 turns". */
  readonly facts: readonly string[];
  readonly moments: readonly StoryMoment[];
}

export interface StoryMoment {
  /** The entry after which the replay shows it. */
  readonly n: number;
  /** The turn or round in which it happened. */
  readonly when: string;
  readonly title: string;
  readonly words: string;
  readonly picture: Picture;
  /** `null`: it is everybody's. */
  readonly seat: string | null;
}

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
      // Results without a record, and tables, do without the replay's code.
      const { loadResultStory } = await loadWithTexts(
        () => import("../replay/load-result-story.ts"),
        language,
        "replay",
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
