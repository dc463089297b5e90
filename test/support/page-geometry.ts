import type { Page } from "playwright-core";

/**
 * Returns what is wrong with where things are on a page as it stands, one line each: what scrolls sideways, a first button out of sight, words that
 * are cut off, and words that lie under something else. Words that end in "…" and what a list scrolls out of sight are no faults.
 */
export async function geometryFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // The next frame has the layout of the window's new size.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    /** px by which a box may differ from where it should be: fonts are drawn a little outside of their boxes. */
    const SLACK = 2;
    const windows = [...document.querySelectorAll<HTMLElement>("dialog:modal")];
    // Of several the one on top is seen in its own middle.
    const isOnTop = (dialog: HTMLElement) => {
      const { x, y, width, height } = dialog.getBoundingClientRect();
      return dialog.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    const root = windows.findLast(isOnTop) ?? document.documentElement;
    const faults = new Set<string>();
    const wordsOf = (element: Element) =>
      element.textContent?.replaceAll(/\s+/g, " ").trim().slice(0, 40) ?? "";
    const nameOf = (element: Element) =>
      `${element.localName}.${(element.getAttribute("class") ?? "").trim().replaceAll(/\s+/g, ".")} "${wordsOf(element)}"`;
    const boxWords = ({ x, y, right, bottom }: DOMRect) =>
      `${Math.round(x)},${Math.round(y)} to ${Math.round(right)},${Math.round(bottom)}`;
    const sees = (outer: DOMRect, { left, top, right, bottom }: DOMRect) =>
      left >= outer.left - SLACK &&
      top >= outer.top - SLACK &&
      right <= outer.right + SLACK &&
      bottom <= outer.bottom + SLACK;
    const canScroll = root.scrollHeight > root.clientHeight + 1;
    /** Whether an element stays where it is while the page scrolls. */
    const isPinned = (element: Element): boolean => {
      for (let up: Element | null = element; up !== null; up = up.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(up).position)) return true;
      return false;
    };
    const inWindow = new DOMRect(0, 0, innerWidth, innerHeight);

    for (const scroller of new Set([document.documentElement, root])) {
      if (scroller.scrollWidth <= scroller.clientWidth + 1) continue;
      const { right } = scroller.getBoundingClientRect();
      const widest = [...scroller.querySelectorAll("*")].filter(
        (element) => element.getBoundingClientRect().right > right + 1,
      );
      faults.add(
        `${scroller.localName} is ${scroller.scrollWidth} px wide in ${scroller.clientWidth} px: ${widest.slice(0, 4).map(nameOf).join(", ")}`,
      );
    }

    const isModal = root.localName === "dialog";
    const panel = isModal ? root : document.querySelector("#table-action");
    const buttons = [...(panel?.querySelectorAll<HTMLElement>("button") ?? [])].filter(
      (button) =>
        button.getAttribute("aria-disabled") !== "true" &&
        button.closest("header, ul, ol, details") === null &&
        button.checkVisibility({ visibilityProperty: true }),
    );
    const [first] = buttons;
    if (first !== undefined && !sees(inWindow, first.getBoundingClientRect()))
      faults.add(
        `the first button is out of sight: ${nameOf(first)} ${boxWords(first.getBoundingClientRect())}`,
      );

    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.textContent?.trim() === "") continue;
      if (element.closest("svg, script, style, noscript, option, [aria-hidden='true']") !== null) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const [box] = range.getClientRects();
      if (box === undefined || box.width < 2 || box.height < 2) continue;
      let isScrolledOut = false;
      let isUnseen = false;
      for (let up: Element | null = element; up !== null && up !== root; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (
          style.clipPath !== "none" ||
          style.textOverflow === "ellipsis" ||
          style.webkitLineClamp !== "none"
        ) {
          isUnseen = true;
          break;
        }
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const outer = up.getBoundingClientRect();
        const scrolls =
          /auto|scroll/.test(style.overflowX + style.overflowY) &&
          (up.scrollHeight > up.clientHeight + 1 || up.scrollWidth > up.clientWidth + 1);
        if (sees(outer, box)) continue;
        if (scrolls) isScrolledOut = true;
        else faults.add(`cut off by ${up.localName}.${up.getAttribute("class")}: ${nameOf(element)}`);
        break;
      }
      if (isUnseen || isScrolledOut) continue;
      const isPageScrolled = box.bottom > innerHeight || box.top < 0;
      if (isPageScrolled) continue;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (top === null) {
        faults.add(`out of the window: ${nameOf(element)} ${boxWords(box)}`);
      } else if (!element.contains(top) && !top.contains(element)) {
        const label = element.closest("label");
        const isLabelled = label !== null && label.contains(top);
        // A window of news lies over the board until it is put away.
        const isUnderNews = top.closest("[data-news]") !== null;
        if (!isLabelled && !isUnderNews && !(canScroll && isPinned(top)))
          faults.add(`${nameOf(element)} ${boxWords(box)} lies under ${nameOf(top)}`);
      }
    }
    return [...faults];
  });
}
