import type { Browser, BrowserContext, Page } from "playwright-core";
import { type Shift, worstWindow } from "./layout-shift.ts";

/** How much slower the processor is than the machine's own. */
const SLOWDOWN = 4;

/** 1.6 Mbit/s down and 750 kbit/s up in bytes/s, and the latency in ms: a slow phone network. */
const NETWORK = { downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150, offline: false };

/** ms after which a page that shows nothing counts as broken. */
const PATIENCE = 120_000;

/** ms between two presses of the player's. */
const PACE = 1_000;

/** Bots of the match, beside the player. */
const BOTS = 3;

export interface Figures {
  /** ms until "Create a table" in the lobby is drawn, nothing cached. */
  readonly lobby: number;
  /** ms until the table of a match in play is drawn, nothing cached. */
  readonly table: number;
  /** ms of the longest task while the match was played: as the browser reports it, and its processor time. */
  readonly longestTask: number;
  readonly longestBusy: number;
  /** How many tasks took over 50 ms, as the browser reports them. */
  readonly longTasks: number;
  /** Cumulative Layout Shift of the match: its worst session window, as browsers report it; and the sum of all shifts. */
  readonly shift: number;
  readonly shiftSum: number;
}

interface Watched {
  /** ms from the navigation to the first frame that shows an element; `null`: not yet. */
  shownAt: number | null;
  readonly tasks: number[];
  readonly shifts: Shift[];
}

declare global {
  interface Window {
    bench: Watched;
  }
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
  }
}

/** Takes all figures once, each in a browser without a cache. */
export async function measurePage(
  browser: Browser,
  url: string,
  seconds: number,
  onProfile: ((profile: object) => void) | null,
): Promise<Figures> {
  const lobby = await measureLobby(browser, url);
  await using context = await browser.newContext();
  const page = await context.newPage();
  const code = await createMatch(page, url);
  const table = await measureTable(browser, `${url}/matches/${code}`);
  return { lobby, table, ...(await measureMatch(browser, page, seconds, onProfile)) };
}

async function measureLobby(browser: Browser, url: string): Promise<number> {
  await using context = await browser.newContext();
  return await shownAt(await openSlowly(context, url, "main form button"));
}

async function measureTable(browser: Browser, url: string): Promise<number> {
  await using spectators = await browser.newContext();
  const page = await openSlowly(spectators, url, "main button");
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  const from = await page.evaluate(() => performance.now());
  await page.getByRole("button", { name: "Menu" }).waitFor();
  return (await shownAt(page)) + (await page.evaluate(() => performance.now())) - from;
}

/** Opens a page on the slow network and processor, and notes when an element is first drawn. */
async function openSlowly(context: BrowserContext, url: string, shown: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.addInitScript((selector) => {
    window.bench = { shownAt: null, tasks: [], shifts: [] };
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => (window.bench.shownAt = performance.now()));
    };
    requestAnimationFrame(look);
  }, shown);
  await page.goto(url, { waitUntil: "commit" });
  return page;
}

async function shownAt(page: Page): Promise<number> {
  const shown = await page.waitForFunction(() => window.bench?.shownAt ?? null, undefined, {
    timeout: 60_000,
  });
  return Number(await shown.jsonValue());
}

/** Creates a match of Flower War with bots at their default pace; resolves with its code when the table is drawn. */
async function createMatch(page: Page, url: string): Promise<string> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}/create`);
  await page.getByLabel("Your name").fill("Citlali");
  const choose = (group: string, option: string) =>
    page
      .getByRole("radiogroup", { name: group, exact: true })
      .getByRole("radio", { name: option, exact: true })
      .check();
  await choose("Seats", String(BOTS + 1));
  await choose("Bots", String(BOTS));
  await page.getByRole("button", { name: "Create the table" }).click();
  await page.getByRole("button", { name: "Menu" }).waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Plays for some seconds and watches the main thread meanwhile. */
async function measureMatch(
  browser: Browser,
  page: Page,
  seconds: number,
  onProfile: ((profile: object) => void) | null,
) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.evaluate(() => {
    window.bench = { shownAt: null, tasks: [], shifts: [] };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.bench.tasks.push(duration);
    }).observe({ type: "longtask" });
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput } of list.getEntries() as LayoutShift[]) {
        if (!hadRecentInput) window.bench.shifts.push({ at: startTime, value });
      }
    }).observe({ type: "layout-shift" });
  });
  const stopTracing = await traceMainThreads(browser);
  if (onProfile !== null) {
    await session.send("Profiler.enable");
    await session.send("Profiler.start");
  }
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await pressSomething(page);
    await page.waitForTimeout(PACE);
  }
  if (onProfile !== null) onProfile((await session.send("Profiler.stop")).profile);
  const busy = await stopTracing();
  const { tasks, shifts } = await page.evaluate(() => window.bench);
  return {
    longestTask: Math.max(0, ...tasks),
    longestBusy: busy.reduce((longest, each) => Math.max(longest, each), 0),
    longTasks: tasks.length,
    shift: worstWindow(shifts),
    shiftSum: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Records the tasks of the pages' main threads until the returned function is called. That resolves with the processor
 * time of each task, in ms, which other programs on the machine do not lengthen.
 */
async function traceMainThreads(browser: Browser): Promise<() => Promise<readonly number[]>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata"], excludedCategories: ["*"] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
    const keyOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
    const mains = new Set(events.filter(isMain).map(keyOf));
    return events
      .filter((event) => event.name === "ThreadControllerImpl::RunTask" && mains.has(keyOf(event)))
      .map(({ tdur = 0 }) => tdur / 1_000);
  };
}

/** Presses one of the buttons of the decision that is awaited, if there is one; chooses what has to be chosen before. */
async function pressSomething(page: Page): Promise<void> {
  const target = await page.evaluateHandle(() => {
    const usable = (element: Element) =>
      element.getAttribute("aria-disabled") !== "true" && element.checkVisibility();
    const any = (elements: Iterable<Element>): Element | null => {
      const found = [...elements].filter(usable);
      return found[Math.floor(Math.random() * found.length)] ?? null;
    };
    const dialogs = [...document.querySelectorAll("dialog[open]")];
    const place = dialogs.at(-1) ?? document.querySelector("section[aria-busy='false']");
    if (place === null) return null;
    for (const group of place.querySelectorAll("fieldset")) {
      const radio = any(group.querySelectorAll("input[type=radio]")) as HTMLInputElement | null;
      if (radio !== null && group.querySelector(":checked") === null) radio.click();
    }
    return any(place.querySelectorAll("button")) ?? any(document.querySelectorAll("[data-card]"));
  });
  await target
    .asElement()
    ?.click({ timeout: 500 })
    .catch(() => {});
}
