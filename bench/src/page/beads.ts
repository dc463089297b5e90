import { setTimeout as pause } from "node:timers/promises";
import type { LoadTemple } from "@flower-war/loadtest/temple";
import type { Browser, Page } from "playwright-core";
import { openPaired } from "../beads.ts";
import { type Latency, summarize } from "../measures.ts";
import type { FlowerWarMatch } from "../subjects/flower-war.ts";
import { startServerAndBridge } from "../temple-hosts.ts";

/** ms before each bead, and until all motions on the table are over: a hand takes one. */
const HAND = 1_000;
/** ms after which a table that still moves counts as broken. */
const REST = 60_000;
/** ms after which a bead that is not seen counts as lost. */
const TIMEOUT = 5_000;

declare global {
  interface Window {
    /** When beads began to roll on the table, in ms since 1970. */
    beadsRolled: number[];
  }
}

/**
 * Measures how long it takes from the fall of a bead in a temple until it rolls on the page of a spectator, over broker, bridge, server and
 * browser. The browser's clock is the machine's.
 * @param count beads that fall
 */
export async function measureBeadsOnPage(browser: Browser, count: number): Promise<Latency> {
  const processes = await startServerAndBridge();
  const times: number[] = [];
  let temples = 0;
  try {
    await using context = await browser.newContext();
    while (times.length < count) {
      const { match, temple } = await openPaired(processes, `page-${++temples}`);
      const page = await watch(await context.newPage(), `${processes.url}/matches/${match.state.code}`);
      while (times.length < count && !match.isOver) {
        if (!match.takesBeads) {
          await match.play();
          continue;
        }
        // A command that was just played begins to move a little later.
        await pause(HAND);
        await page.locator('main[aria-busy="true"]').waitFor({ state: "detached", timeout: REST });
        times.push(await dropBead(page, match, temple));
      }
      await page.close();
      match.close();
      await temple.close();
    }
  } finally {
    await processes.stop();
  }
  return summarize(times);
}

/** Opens a match as a spectator, and notes when beads begin to roll. */
async function watch(page: Page, address: string): Promise<Page> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address);
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await page.getByRole("button", { name: "Menu" }).waitFor();
  await page.evaluate(() => {
    window.beadsRolled = [];
    const isBead = (node: Node): boolean =>
      node instanceof Element &&
      (node.matches('use[href$="#bead"]') || node.querySelector('use[href$="#bead"]') !== null);
    new MutationObserver((changes) => {
      if (!changes.some(({ addedNodes }) => [...addedNodes].some(isBead))) return;
      requestAnimationFrame(() => window.beadsRolled.push(performance.timeOrigin + performance.now()));
    }).observe(document.body, { childList: true, subtree: true });
  });
  return page;
}

/** Drops a bead. Resolves with the ms until the frame in which it is first seen. @throws Error if it is not seen */
async function dropBead(page: Page, match: FlowerWarMatch, temple: LoadTemple): Promise<number> {
  await page.evaluate(() => (window.beadsRolled = []));
  const command = match.begin();
  command.markAcknowledged(); // no client requests it
  const fallen = performance.timeOrigin + performance.now();
  temple.drop();
  await command.timing;
  const rolled = await page.waitForFunction(() => window.beadsRolled[0], undefined, { timeout: TIMEOUT });
  return Number(await rolled.jsonValue()) - fallen;
}
