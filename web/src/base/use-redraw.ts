import { useEffect, useState } from "react";

/** Renders the component again every `ms`, for what changes only because time passes. @param runs whether it does so now */
export function useRedraw(ms: number, runs = true): void {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => redraw((times) => times + 1), ms);
    return () => clearInterval(timer);
  }, [ms, runs]);
}
