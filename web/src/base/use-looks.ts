import { useEffect, useEffectEvent } from "react";

/** Looks again every `ms` while the page is seen, and when it is seen again. @param runs whether it does so now */
export function useLooks(look: () => void, ms: number, runs = true): void {
  const lookIfSeen = useEffectEvent(() => {
    if (document.visibilityState === "visible") look();
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
