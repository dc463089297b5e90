import { type GameMap, type GameName, systemTime } from "@flower-war/client-sdk";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { GameUi } from "../game-frame/game-ui.ts";
import { usePace } from "../game-frame/motion/conditions.ts";
import { type GameMotion, stepsOf } from "../game-frame/motion/motions.ts";
import { usePerformance, useSettling } from "../game-frame/motion/perform.ts";
import { MotionQueue, type MotionTime, type Shown } from "../game-frame/motion/queue.ts";
import type { Scene } from "../game-frame/scene.ts";
import type { Line, ShownLine } from "../record/line.ts";
import { handsAt, sceneAt } from "../record/scene-at.ts";
import { type Player, STEP } from "./player.ts";

type View<G extends GameName> = GameMap[G]["view"];

interface Options<G extends GameName> {
  readonly replay: Line<G>;
  readonly motion: GameMotion<View<G>, GameMap[G]["event"]>;
  readonly time: MotionTime;
  /** The position at which it begins. */
  readonly first: number;
}

/** What the board of a replay shows: one step ahead moves, any other is a jump. A store as React wants it. */
export class ReplayPicture<G extends GameName = GameName> {
  readonly #options: Options<G>;
  readonly #queue: MotionQueue<View<G>>;
  readonly #listeners = new Set<() => void>();
  #at: number;

  constructor(options: Options<G>) {
    const { replay, time, first } = options;
    this.#options = options;
    this.#at = first;
    this.#queue = new MotionQueue(time, { n: first, view: replay.view(first, null) }, () => {
      for (const listener of this.#listeners) listener();
    });
  }

  readonly shown = (): Shown<View<G>> => this.#queue.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.settle();
    };
  };

  /** Shows the position that was gone to last at once. */
  readonly settle = (): void => {
    this.#queue.jump(this.#at, this.#options.replay.view(this.#at, null));
  };

  /**
   * Goes to a position.
   * @param speed how fast things move; 0: not at all
   * @param deadlineMs ms in which the position is reached
   */
  go(at: number, speed: number, deadlineMs: number): void {
    const { replay, motion } = this.#options;
    const before = this.#at;
    this.#at = at;
    if (at === before && speed > 0) return;
    if (speed === 0 || at !== before + 1) return this.settle();
    const view = replay.view(at, null);
    const events = replay.entries[at - 1]?.events ?? [];
    const steps = stepsOf(motion, replay.view(before, null), events, view);
    this.#queue.add({ n: at, steps, view, turn: null }, Math.max(1, speed), deadlineMs);
  }
}

/**
 * Returns what the board of a replay shows while it is walked through, and moves what moves there.
 * @param first where it began
 * @param isOpen whether all hands are seen
 */
export function useReplayPicture<G extends GameName>(
  replayed: ShownLine<G>,
  ui: GameUi<G>,
  { at, speed }: Player,
  first: number,
  isOpen: boolean,
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
  const hands = useMemo(() => {
    const { replay, people } = replayed;
    return isOpen
      ? handsAt(
          replay,
          people.map(({ seat }) => seat),
          at,
        )
      : null;
  }, [replayed, at, isOpen]);
  return useMemo(
    () => ({ ...scene, view, ...(hands !== null && { openHands: hands }) }),
    [scene, view, hands],
  );
}
