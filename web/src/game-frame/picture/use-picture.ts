import { type GameName, type Match, systemTime } from "@flower-war/client-sdk";
import { useMemo, useSyncExternalStore } from "react";
import type { GameUi } from "../game-ui.ts";
import { pace } from "../motion/conditions.ts";
import { usePerformance } from "../motion/use-performance.ts";
import { useSettling } from "../motion/use-settling.ts";
import { type MatchPicture, PictureStore } from "./match-picture.ts";

/** A match's picture, and what ends all that moves there. */
interface UsedPicture<G extends GameName> {
  /** `null` while the match is gathering. */
  readonly picture: MatchPicture<G> | null;
  /** Shows the latest state at once. */
  readonly settle: () => void;
}

/** Returns what a match's table shows, and moves what moves there. */
export function usePicture<G extends GameName>(match: Match<G>, ui: GameUi<G>): UsedPicture<G> {
  // It is the same in every language: a new language does not end what moves.
  const { motion } = ui;
  const store = useMemo(
    () =>
      new PictureStore<G>(match, {
        motion,
        time: systemTime,
        pace: () => (document.hidden ? 0 : pace()),
      }),
    [match, motion],
  );
  const picture = useSyncExternalStore(store.subscribe, store.picture);
  useSettling(store.settle);
  usePerformance(picture?.playing ?? null);
  return { picture, settle: store.settle };
}
