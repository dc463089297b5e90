import { type RefObject, useEffect, useRef } from "react";

/**
 * A button that is pressed often vanishes with what it did, and the focus with it. This gives the focus to the area
 * it was in, so that the keyboard goes on from there.
 */
export function useFocusKept(area: RefObject<HTMLElement | null>): void {
  const within = useRef(false);
  useEffect(() => {
    const track = ({ target }: FocusEvent) => {
      within.current = target instanceof Node && area.current?.contains(target) === true;
    };
    document.addEventListener("focusin", track);
    return () => document.removeEventListener("focusin", track);
  }, [area]);
  useEffect(() => {
    if (within.current && document.activeElement === document.body) area.current?.focus();
  });
}
