import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Shift, worstWindow } from "../../bench/src/page/layout-shift.ts";
import type { Browser, Size } from "./browser.ts";
import { IS_WHOLE } from "./page-flower-war.ts";
import { watchRequests } from "./page-quiet.ts";
import { seedTest } from "./seeded-random.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All rules of axe, those for WCAG 2.2 included, which are off by default. */
const RULES: RunOptions = { rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] };

/** The colours that a page can have. */
const SCHEMES = ["light", "dark"] as const;

/** What layout may shift while a page loads (Cumulative Layout Shift). */
const MOST_SHIFT = 0.05;

export const DESKTOP: Size = { width: 1280, height: 800 };
/** The narrowest phone (WCAG 1.4.10). */
const NARROW: Size = { width: 320, height: 640 };
/** A desktop at a zoom of 200 %. */
const ZOOMED: Size = { width: 640, height: 400 };

/** What a page did since it was loaded. Added to the window by `watchPage`. */
interface Watched {
  /** What moved, by its names. */
  readonly shifts: (Shift & { readonly moved: string })[];
  readonly blocked: string[];
}

declare global {
  interface Window {
    watched: Watched;
  }
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  }
}

/** Watches a page from its next load on: what shifts and what its Content Security Policy blocks. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { shifts: [], blocked: [] };
    window.watched = watched;
    const nameOf = (node: Node | null) =>
      node instanceof Element
        ? `${node.localName}.${node.getAttribute("class") ?? ""}`
        : String(node?.textContent);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const moved = entry.sources.map(({ node }) => nameOf(node)).join();
        if (!entry.hadRecentInput) watched.shifts.push({ at: entry.startTime, value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      watched.blocked.push(`${violatedDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
}

/** The sizes at which pages are looked at, by their names. */
const SIZES = { desktop: DESKTOP, narrow: NARROW } as const;

type SizeName = keyof typeof SIZES;

const SIZE_NAMES = ["desktop", "narrow"] as const satisfies readonly SizeName[];

/** How many sizes each test has drawn. */
const drawn = new Map<string, number>();

/** Draws the size in which a page is loaded: a seed gives each page of a test the same one, whichever tests run besides. */
function drawSize(): SizeName {
  const { currentTestName: test = "" } = expect.getState();
  const number = (drawn.get(test) ?? 0) + 1;
  drawn.set(test, number);
  return seedTest(`size of page ${number}, ${test}`).happens(0.5) ? "desktop" : "narrow";
}

/** A page that is opened to be looked at: nothing is changed there before it is loaded. */
export async function openToLookAt(browser: Browser): Promise<Page> {
  const name = drawSize();
  const page = await browser.open("about:blank", SIZES[name]);
  fresh.set(page, name);
  await watchPage(page);
  return page;
}

/** Pages that were opened by `openToLookAt` and are loaded once, with their sizes. */
const fresh = new WeakMap<Page, SizeName>();

/**
 * Loads a page as a desktop's or a phone's, whichever is drawn, unless `openToLookAt` has opened it; then shows it as the other one, and in a third
 * size. Looks at the widest one in light, at the narrow one in dark. With `FLOWER_WAR_EVENING=whole` it loads it in both sizes, and looks at both in
 * both colours. Returns what is wrong, one line each.
 * @param settle resolves when the page stands, after each load
 */
export async function faultsOf(page: Page, settle: () => Promise<void>): Promise<string[]> {
  const faults: string[] = [];
  const loaded = fresh.get(page);
  fresh.delete(page);
  const first = loaded ?? drawSize();
  for (const name of first === "desktop" ? SIZE_NAMES : SIZE_NAMES.toReversed()) {
    const isLoaded = name === first || IS_WHOLE;
    if (isLoaded) {
      await page.setViewportSize(SIZES[name]);
      if (name !== loaded) await page.reload();
      await settle();
    } else {
      await resize(page, SIZES[name]);
    }
    const found = [...(isLoaded ? await layoutShifts(page) : []), ...(await sidewaysScroll(page))];
    faults.push(...found.map((fault) => `${name}: ${fault}`));
    for (const colorScheme of IS_WHOLE ? SCHEMES : ([name === "desktop" ? "light" : "dark"] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      faults.push(...(await axeFaults(page)).map((fault) => `${name}, ${colorScheme}: ${fault}`));
    }
    // Each load begins a new list.
    faults.push(...(await takeBlocked(page)).map((blocked) => `${name}: ${blocked}`));
  }
  await page.setViewportSize(ZOOMED);
  const found = [...(await sidewaysScroll(page)), ...(await takeBlocked(page))];
  faults.push(...found.map((fault) => `zoomed: ${fault}`));
  return faults;
}

/** Shows a page in another size, and resolves when all that it shows there is there. */
async function resize(page: Page, size: Size): Promise<void> {
  const isQuiet = watchRequests(page);
  await page.setViewportSize(size);
  await isQuiet();
}

/** Says by how much the layout of a page has shifted since its load, if that is too much. */
async function layoutShifts(page: Page): Promise<readonly string[]> {
  const { shifts } = await page.evaluate(() => window.watched);
  const shift = worstWindow(shifts);
  return shift > MOST_SHIFT ? [`layout shifts by ${shift.toFixed(3)}: ${JSON.stringify(shifts)}`] : [];
}

/** Returns and forgets what the page's Content Security Policy has blocked. */
const takeBlocked = (page: Page): Promise<string[]> => page.evaluate(() => window.watched.blocked.splice(0));

/** Names what is wider than the window, of the page and of an open dialog. */
function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open]")]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map(
        (element) => `${element.localName} is ${element.scrollWidth} px wide in ${element.clientWidth} px`,
      ),
  );
}

/** Returns what axe finds wrong with a page as it stands, one line each. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const results = await page.evaluate<AxeResults, RunOptions>(
    (options) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    RULES,
  );
  return results.violations.map(
    ({ id, impact, nodes }) =>
      `axe ${id} (${impact}): ${nodes.map(({ target, any }) => `${target.join(" ")} ${any[0]?.message ?? ""}`).join("; ")}`,
  );
}
