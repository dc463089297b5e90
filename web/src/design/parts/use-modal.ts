import { type RefObject, useEffect, useRef } from "react";

/** What had the focus before a window that made way for another one. */
let passedOn: Element | null = null;

/**
 * Opens a `<dialog>` as a modal one for as long as it is rendered. Focus goes to its heading (`h2`, which needs a tabindex), and
 * back to where it was when it closes. A window that opens as another one closes goes back to where that one would have.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = passedOn ?? document.activeElement;
    passedOn = null;
    element?.showModal();
    element?.querySelector<HTMLElement>("h2")?.focus();
    return () => {
      element?.close();
      // The focus would move on at once, and every move of it makes the browser lay out the whole table.
      if (isAnotherOpening()) passedOn = before;
      else if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}

/** Whether a window is rendered that is not open yet. */
const isAnotherOpening = (): boolean => document.querySelector("dialog:not([open])") !== null;
