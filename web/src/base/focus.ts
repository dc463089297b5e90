/** What can take the focus after the thing that had it is gone: the nearest of these around it. */
const AREAS = "[tabindex], dialog, section, form, main";

/**
 * Keeps the focus on the page: when the element that has it is removed or disabled, its nearest remaining surroundings get
 * it, so that the keyboard goes on from there.
 */
export function keepFocus(root: HTMLElement): void {
  let path: readonly HTMLElement[] = [];
  document.addEventListener("focusin", (event) => {
    path = event.composedPath().filter((target) => target instanceof HTMLElement);
  });
  new MutationObserver(() => {
    if (document.activeElement !== document.body || path.length === 0) return;
    const area = path.find(
      (element) => element.isConnected && element.matches(AREAS) && !isDisabled(element),
    );
    focus(area ?? root.querySelector<HTMLElement>("h1"));
  }).observe(root, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
}

/** Moves the focus to an element that need not be focusable by itself. */
export function focus(element: HTMLElement | null | undefined): void {
  if (element === null || element === undefined) return;
  if (!element.matches("a, button, input, select, textarea, summary, [tabindex]")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

const isDisabled = (element: HTMLElement): boolean => element.matches(":disabled");
