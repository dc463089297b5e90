import { useEffect, useRef } from "react";
import { isWindowOpening } from "../../design/parts/use-modal.ts";
import { ACTION_ID } from "./table-layout.tsx";

const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";

/**
 * Moves the focus to the action when the element that had it has gone, for example the button of a decision that is made.
 * A click beside everything gives the focus up on purpose, and nothing happens.
 */
export function useFocusKept(): void {
  const held = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    held.current = document.activeElement !== document.body;
    document.addEventListener("focusin", () => (held.current = true), { signal: stop.signal });
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (target instanceof Element && target.closest(FOCUSABLE) === null) held.current = false;
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, []);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    // A window that opens takes the focus itself.
    if (held.current && lost && !isWindowOpening())
      document.getElementById(ACTION_ID)?.focus({ preventScroll: true });
  });
}
