import { useSyncExternalStore } from "react";

/** Narrower windows have one column and the small board. */
const NARROW = "(width < 1000px)";

/** Below this width the board has no room for names. */
const SMALL = "(width < 600px)";

/** Whether the table stands in one column. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}

/** Whether the board is drawn without names. */
export function useSmallBoard(): boolean {
  return useMedia(SMALL);
}

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const media = mediaOf(query);
  return useSyncExternalStore(media.subscribe, media.matches);
}

interface Media {
  readonly subscribe: (changed: () => void) => () => void;
  readonly matches: () => boolean;
}

/** By query, as they are asked at every drawing. */
const media = new Map<string, Media>();

function mediaOf(query: string): Media {
  const known = media.get(query);
  if (known !== undefined) return known;
  const list = matchMedia(query);
  const made: Media = {
    subscribe: (changed) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    matches: () => list.matches,
  };
  media.set(query, made);
  return made;
}
