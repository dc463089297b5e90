import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** What was said since the page was loaded. */
    heard: string[];
  }
}

/**
 * Notes from a page's next load on what screen readers say: changes of live regions, and alerts that come. A region that comes together with
 * its text is silent, and so is all that a window makes inert.
 */
export async function hear(page: Page): Promise<void> {
  await page.addInitScript(listen);
}

/** Returns what was said since a page was loaded. */
export const heardOn = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.heard);

/** Runs in a page. */
function listen(): void {
  const heard: string[] = [];
  window.heard = heard;
  const live = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
  const say = (region: Element, text: string | null) => {
    const window = document.querySelector("dialog:modal");
    const words = (text ?? "").replaceAll(/\s+/g, " ").trim();
    if (words === "" || (window !== null && !window.contains(region))) return;
    heard.push(words);
  };
  const alertsIn = (node: Node): Element[] =>
    node instanceof Element
      ? [...(node.matches('[role="alert"]') ? [node] : []), ...node.querySelectorAll('[role="alert"]')]
      : [];
  new MutationObserver((changes) => {
    const whole = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
      if (region === null || region === undefined)
        for (const alert of [...addedNodes].flatMap(alertsIn)) whole.add(alert);
      else if (region.matches('[role="status"], [role="alert"]')) whole.add(region);
      else for (const node of addedNodes) say(region, node.textContent);
    }
    for (const region of whole) say(region, region.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
