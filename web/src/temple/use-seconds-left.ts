import { useEffect, useState } from "react";

/** Returns the whole seconds until a moment; renders again with each. @param until ms of `performance.now()` */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
