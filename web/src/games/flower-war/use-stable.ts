import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function from one drawing to the next, which calls the newest one. For props of memoized components. */
export function useStable<Args extends readonly unknown[]>(
  act: (...args: Args) => void,
): (...args: Args) => void {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
