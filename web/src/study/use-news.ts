import type { StudyContent } from "@flower-war/client-sdk/study";
import { useEffect, useRef, useState } from "react";
import type { Steps } from "../record/steps.ts";
import { i18n } from "../texts/index.ts";
import type { StudyStore } from "./study-store.ts";
import { describePlace } from "./places.ts";
import { numberOf, personName, positionWords } from "./words.ts";

/**
 * Returns what others have just added to a study, in words: people who do not see it are told. Where all go is told with the position, and what
 * the viewer does they know.
 */
export function useNews({ content, viewer }: StudyStore, steps: Steps): string {
  const known = useRef(content);
  const [news, setNews] = useState("");
  useEffect(() => {
    const before = known.current;
    known.current = content;
    const words = newsBetween(before, content, { viewer, steps, describePlace });
    setNews((last) => afterNews(last, words));
  }, [content, viewer, steps]);
  return news;
}

/** Returns what is to be said. Screen readers say only what has changed. @param words what is new; `""`: nothing */
export function afterNews(last: string, words: string): string {
  if (words === "") return last;
  return words === last ? `${words}\u00a0` : words;
}

interface Told {
  readonly viewer: string;
  readonly steps: Steps;
  /** Returns what a place is called. */
  readonly describePlace: (place: string) => string;
}

/** Returns what others added between two states of a study, in words; `""`: nothing. */
export function newsBetween(before: StudyContent, after: StudyContent, told: Told): string {
  const { viewer, steps } = told;
  const added = <Item extends { readonly id: string; readonly by: StudyContent["owner"] }>(
    old: readonly Item[],
    now: readonly Item[],
  ) => now.filter(({ id, by }) => by.player !== viewer && !old.some((each) => each.id === id));
  return [
    ...added(before.comments, after.comments).map(({ by, at, text }) =>
      i18n._("{who}, on {position}: {text}", {
        who: personName(by),
        position: positionWords(at, steps),
        text,
      }),
    ),
    ...added(before.branches, after.branches).map(({ by, id, from }) =>
      i18n._("{who} plays on from {position}: what if {number}.", {
        who: personName(by),
        position: positionWords(from, steps),
        number: numberOf(id),
      }),
    ),
    ...added(before.marks, after.marks).map(({ by, at, place }) =>
      i18n._("{who} marked {place}: {position}.", {
        who: personName(by),
        place: told.describePlace(place),
        position: positionWords(at, steps),
      }),
    ),
  ].join(" ");
}
