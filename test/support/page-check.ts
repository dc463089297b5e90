import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { type Shift, worstWindow } from "../../bench/src/page/layout-shift.ts";
import type { Size } from "./browser.ts";
import { IS_WHOLE } from "./page-flower-war.ts";

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

/**
 * Loads a page in two sizes and shows it in a third; looks at the widest one in light, at the narrow one in dark, with `FLOWER_WAR_EVENING=whole`
 * at both in both. Returns what is wrong, one line each.
 * @param settle resolves when the page stands, after each load
 * @param loaded whether the page was just loaded as a desktop's, watched from the beginning. Default: no
 */
export async function faultsOf(page: Page, settle: () => Promise<void>, loaded = false): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, size] of Object.entries({ desktop: DESKTOP, narrow: NARROW })) {
    if (size !== DESKTOP || !loaded) {
      await page.setViewportSize(size);
      await page.reload();
    }
    await settle();
    faults.push(...(await loadFaults(page)).map((fault) => `${name}: ${fault}`));
    for (const colorScheme of IS_WHOLE ? SCHEMES : ([size === DESKTOP ? "light" : "dark"] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      faults.push(...(await axeFaults(page)).map((fault) => `${name}, ${colorScheme}: ${fault}`));
    }
  }
  await page.setViewportSize(ZOOMED);
  faults.push(...(await sidewaysScroll(page)).map((fault) => `zoomed: ${fault}`));
  return faults;
}

async function loadFaults(page: Page): Promise<readonly string[]> {
  const { shifts, blocked } = await page.evaluate(() => window.watched);
  const shift = worstWindow(shifts);
  return [
    ...blocked,
    ...(shift > MOST_SHIFT ? [`layout shifts by ${shift.toFixed(3)}: ${JSON.stringify(shifts)}`] : []),
    ...(await sidewaysScroll(page)),
  ];
}

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
