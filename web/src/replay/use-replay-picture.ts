import { type GameName, systemTime } from "@flower-war/client-sdk";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { GameUi } from "../game-frame/game-ui.ts";
import type { Scene } from "../game-frame/scene.ts";
import { usePace } from "../game-frame/motion/conditions.ts";
import { usePerformance } from "../game-frame/motion/use-performance.ts";
import { useSettling } from "../game-frame/motion/use-settling.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { ReplayPicture } from "./replay-picture.ts";
import { sceneAt } from "../record/scene-at.ts";
import { type Player, STEP } from "./use-player.ts";

/** Returns what the board of a replay shows while it is walked through, and moves what moves there. `first`: where it began. */
export function useReplayPicture<G extends GameName>(
  replayed: ReplayedMatch<G>,
  ui: GameUi<G>,
  { at, speed }: Player,
  first: number,
): Scene<G> {
  const { motion } = ui;
  const picture = useMemo(
    () => new ReplayPicture<G>({ replay: replayed.replay, motion, time: systemTime, first }),
    [replayed, motion, first],
  );
  const pace = usePace();
  useEffect(() => {
    const isStill = pace === 0 || document.hidden;
    picture.go(at, isStill ? 0 : pace * Math.max(1, speed), STEP / speed);
  }, [picture, at, pace, speed]);
  useSettling(picture.settle);
  const { view, playing } = useSyncExternalStore(picture.subscribe, picture.shown);
  usePerformance(playing);
  const scene = useMemo(() => sceneAt(replayed, at), [replayed, at]);
  return useMemo(() => ({ ...scene, view }), [scene, view]);
}
