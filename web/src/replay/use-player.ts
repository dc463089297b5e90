import { useEffect, useEffectEvent, useReducer } from "react";
import { actionOfKey, type PlayerAction, type PlayerState, play } from "./player.ts";
import type { Steps } from "../record/steps.ts";

/** How long a step is shown at speed 1, ms. */
export const STEP = 1200;

export interface Player extends PlayerState {
  readonly act: (action: PlayerAction) => void;
}

/** Plays a match: by the clock, by keys, and by what else calls `act`. */
export function usePlayer(steps: Steps, first: number): Player {
  const [state, act] = useReducer(
    (before: PlayerState, action: PlayerAction) => play(steps, before, action),
    { at: Math.min(steps.last, Math.max(0, first)), playing: false, speed: 1 },
  );
  const { playing, speed } = state;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => act({ type: "tick" }), STEP / speed);
    return () => clearInterval(timer);
  }, [playing, speed]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = isFree(event) ? actionOfKey(event) : null;
    if (action === null) return;
    event.preventDefault();
    act(action);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  return { ...state, act };
}

/** Whether a key is free for the replay: not typed, not a combination, and not what the focused element does with it. */
function isFree({ target, key, defaultPrevented, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || altKey || metaKey) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest('input:not([type="range"]), textarea, select, dialog, [popover]') !== null) return false;
  return key !== " " || target.closest("button, a, summary") === null;
}
