import type { Page, Request } from "playwright-core";

/** How often in a row a page must have nothing to do and nothing on its way until it is complete. */
const IDLE_TIMES = 2;

/** ms that each of these times lasts. */
const IDLE = 150;

/**
 * Watches what a page requests. Returns a function that resolves once no request is open and the page is idle `times` times in a row.
 */
export function watchRequests(page: Page): (times?: number) => Promise<void> {
  let begun = 0;
  const open = new Set<Request>();
  const begin = (request: Request) => {
    begun += 1;
    open.add(request);
  };
  const end = (request: Request) => void open.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  return async (times = IDLE_TIMES) => {
    // A part of the page asks for the next one when it was read: on a busy machine there is a while in between.
    for (let quiet = 0; quiet < times; ) {
      const before = begun;
      await page.evaluate(rest, IDLE);
      quiet = open.size === 0 && begun === before ? quiet + 1 : 0;
    }
    page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  };
}

/**
 * Waits until a page has done all that is more urgent, and so many ms more. Runs in the page. `requestIdleCallback` would not do: it waits for
 * frames, which Chromium hardly draws of a page at rest.
 */
async function rest(ms: number): Promise<void> {
  await scheduler.postTask(() => {}, { priority: "background" });
  await new Promise((resolve) => setTimeout(resolve, ms));
}
