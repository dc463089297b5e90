import { preferences, usePreferences } from "../../base/preferences.ts";
import { useMedia } from "../../base/use-media.ts";

const REDUCED = "(prefers-reduced-motion: reduce)";

/** How fast things move: 1 and 2 times, or 0: not at all, since the viewer or their system has switched motion off. */
export type Pace = 0 | 1 | 2;

export function pace(): Pace {
  return matchMedia(REDUCED).matches ? 0 : preferences().speed;
}

/** Returns the pace, and renders again when it changes. */
export function usePace(): Pace {
  const { speed } = usePreferences();
  return useMedia(REDUCED) ? 0 : speed;
}

/** Whether things move. */
export const areMotionsOn = (): boolean => pace() > 0;

/** Returns how long a motion takes at the viewer's speed, ms. */
export function motionTime(ms: number): number {
  return ms / Math.max(1, pace());
}
