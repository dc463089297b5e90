import { useEffect } from "react";
import { usePace } from "./conditions.ts";

/** Calls `settle` when nobody looks any more, or nothing is to move: what is shown then is the latest state. */
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
