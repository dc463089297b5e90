import { useSyncExternalStore } from "react";

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const media = mediaOf(query);
  return useSyncExternalStore(media.subscribe, media.matches);
}

interface Media {
  readonly subscribe: (changed: () => void) => () => void;
  readonly matches: () => boolean;
}

/** Media queries by their text, since every drawing asks for them. */
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
