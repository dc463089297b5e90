import { useEffect, useEffectEvent } from "react";

/**
 * Looks again every `ms` while the page is seen, and when it is seen again.
 * @param runs whether it does so now
 * @param hidden whether also while the page is not seen. Default: no
 */
export function useLooks(look: () => void, ms: number, runs = true, hidden = false): void {
  const lookIfSeen = useEffectEvent(() => {
    if (hidden || document.visibilityState === "visible") look();
  });
  useEffect(() => {
    if (!runs) return undefined;
    const again = () => lookIfSeen();
    const timer = setInterval(again, ms);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [ms, runs]);
}
