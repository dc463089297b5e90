import { useMedia } from "../../base/use-media.ts";
import { SIDE_ID } from "./table-layout.tsx";

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

/** Returns what opens the side, which is a sheet where the table stands in one column; elsewhere it does nothing. */
export function useSideSheet(): () => void {
  const narrow = useNarrow();
  return () => {
    if (narrow) document.getElementById(SIDE_ID)?.showPopover();
  };
}
