import { nextBattle, nextTurn, previousTurn, type Steps } from "../record/steps.ts";
import { useEffect, useEffectEvent, useState } from "react";

export const SPEEDS = [0.5, 1, 2, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** How a replay stands. */
export interface PlayerState {
  /** The number of entries that have been played. */
  readonly at: number;
  readonly playing: boolean;
  readonly speed: Speed;
}

/** What a viewer asks of a replay; `tick`: the time of a step is over. */
type PlayerAction =
  | { readonly type: "step" | "turn"; readonly by: 1 | -1 }
  | { readonly type: "start" | "end" | "toggle" | "battle" | "tick" }
  | { readonly type: "go"; readonly to: number }
  | { readonly type: "speed"; readonly speed: Speed };

/** Returns how a replay stands after an action. A step stops playback; playing at the end starts over. */
export function play(steps: Steps, state: PlayerState, action: PlayerAction): PlayerState {
  const { at } = state;
  const stop = (to: number): PlayerState => ({
    ...state,
    at: Math.min(steps.last, Math.max(0, to)),
    playing: false,
  });
  switch (action.type) {
    case "step":
      return stop(at + action.by);
    case "turn":
      return stop(action.by === 1 ? nextTurn(steps, at) : previousTurn(steps, at));
    case "start":
      return stop(0);
    case "end":
      return stop(steps.last);
    case "battle":
      return stop(nextBattle(steps, at) ?? at);
    case "go":
      return stop(action.to);
    case "toggle":
      if (state.playing) return { ...state, playing: false };
      return { ...state, playing: steps.last > 0, at: at === steps.last ? 0 : at };
    case "tick":
      if (!state.playing) return state;
      return { ...state, at: Math.min(steps.last, at + 1), playing: at + 1 < steps.last };
    case "speed":
      return { ...state, speed: action.speed };
  }
}

/** Returns what a key asks; `null`: nothing. */
export function actionOfKey({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): PlayerAction | null {
  switch (key) {
    case "ArrowRight":
      return { type: shiftKey ? "turn" : "step", by: 1 };
    case "ArrowLeft":
      return { type: shiftKey ? "turn" : "step", by: -1 };
    case "Home":
      return { type: "start" };
    case "End":
      return { type: "end" };
    case " ":
      return { type: "toggle" };
    case "b":
    case "B":
      return { type: "battle" };
    default: {
      const speed = /^[1-4]$/.test(key) ? SPEEDS[Number(key) - 1] : undefined;
      return speed === undefined ? null : { type: "speed", speed };
    }
  }
}

/** How long a step is shown at speed 1, ms. */
export const STEP = 1200;

export interface Player extends PlayerState {
  readonly act: (action: PlayerAction) => void;
}

/** Plays a match: by the clock, by keys, and by what else calls `act`. */
export function usePlayer(steps: Steps, first: number): Player {
  const [at, go] = useState(Math.min(steps.last, Math.max(0, first)));
  return usePlayerAt(steps, at, go);
}

/** Plays a match whose position is known elsewhere. @param go called with another one */
export function usePlayerAt(steps: Steps, at: number, go: (to: number) => void): Player {
  const [pace, setPace] = useState({ playing: false, speed: 1 as Speed });
  const { playing, speed } = pace;
  const act = (action: PlayerAction) => {
    const after = play(steps, { at, ...pace }, action);
    setPace({ playing: after.playing, speed: after.speed });
    if (after.at !== at) go(after.at);
  };
  const onTick = useEffectEvent(() => act({ type: "tick" }));
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => onTick(), STEP / speed);
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
  return { at, ...pace, act };
}

/** Whether a key is free for the replay: not typed, not a combination, and not what the focused element does with it. */
function isFree({ target, key, defaultPrevented, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || altKey || metaKey) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest('input:not([type="range"]), textarea, select, dialog, [popover]') !== null) return false;
  return key !== " " || target.closest("button, a, summary") === null;
}
