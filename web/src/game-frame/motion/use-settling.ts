import { useEffect } from "react";
import { usePace } from "./conditions.ts";

/** Calls `settle` when the page is hidden, or nothing is to move: then the latest state is shown. */
export function useSettling(settle: () => void): void {
  const still = usePace() === 0;
  useEffect(() => {
    if (still) settle();
    const onVisibility = () => {
      if (document.hidden) settle();
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, [settle, still]);
}
