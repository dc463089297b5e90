import { useLayoutEffect } from "react";
import { perform } from "./perform.ts";
import type { Playing } from "./queue.ts";

/**
 * Moves what is to move now on the table as it has just been drawn.
 * @param playing the same value as long as the same step is shown
 */
export function usePerformance(playing: Playing | null): void {
  useLayoutEffect(() => {
    if (playing === null) return undefined;
    return perform(playing.motions, playing.ms);
  }, [playing]);
}
