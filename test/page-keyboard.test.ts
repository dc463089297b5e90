/** Matches to their end by keyboard alone: no event of a pointer, and the focus is never lost. What differs in colour differs in something else too. */
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { action, createMatch, seeResult } from "./support/page-actions.ts";
import { Colours, plantColours } from "./support/page-colours.ts";
import { IS_WHOLE } from "./support/page-flower-war.ts";
import { KEYS } from "./support/page-input-methods.ts";
import { startPageServer } from "./support/page-server.ts";
import { findAll, type TreeNode } from "./support/page-tree.ts";
import { openWholeMatch, playWhole, readCommands, WHOLE_MATCHES } from "./support/page-whole-match.ts";
import { lacks } from "./support/programs.ts";

declare global {
  interface Window {
    /** Events of a pointer since the page was loaded. */
    pointed: string[];
  }
}

/** The colours are looked at before each fifth act: turns have 2, 3 or 4 acts, so each of them gets its look. */
const COLOURS_EVERY = 5;

/** Flower War, whose table is that of Mexica, is played to its end by ear: by keys only with `FLOWER_WAR_EVENING=whole`. */
const PLAYED = WHOLE_MATCHES.filter(({ game }) => IS_WHOLE || game !== "flower-war");

describe.skipIf(lacks("chromium"))("the keyboard alone", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true }, { BOT_DELAY: "0" });
  afterEach(() => tested.browser.closePages());

  test("creates a table in the lobby", async () => {
    const page = await tested.browser.open("about:blank");
    await watchPointers(page);
    await page.goto(tested.server.url);
    await createMatch(page, { name: "Citlali", preset: "Short evening", seats: 2, bots: 1 }, KEYS);
    expect(await page.evaluate(() => window.pointed)).toEqual([]);
  });

  test.each(PLAYED)("plays $game to its end, and always has the focus somewhere", async (played) => {
    const { page, match, before: earlier } = await openWholeMatch(tested.browser, tested.server.url, played);
    await watchPointers(page);
    await page.reload();
    // A page that was just loaded has its focus nowhere until something is reached with Tab: some keys work without.
    await action(page).waitFor();
    await page.keyboard.press("Tab");
    const lost: string[] = [];
    const colours = new Colours();
    let before = "";
    let looks = 0;
    await playWhole(page, played, KEYS, async (tree) => {
      const now = headings(tree);
      if (!(await hasFocusSoon(page))) lost.push(`${before} -> ${now}`);
      // Keys reach the one on top alone.
      expect(await page.locator("dialog:modal").count(), now).toBeLessThanOrEqual(1);
      before = now;
      if (looks % COLOURS_EVERY === 0) await colours.look(page);
      looks += 1;
    });
    expect(lost).toEqual([]);
    const commands = await readCommands(tested.server.url, match, earlier);
    for (const kind of played.certain) expect(commands).toContainEqual(expect.stringMatching(kind));
    expect(await page.evaluate(() => window.pointed)).toEqual([]);
    expect(colours.faults()).toEqual([]);
    expect(colours.compared).toBeGreaterThan(0);
    await plantColours(page);
    await colours.look(page);
    expect(colours.faults()).toHaveLength(1);
    expect(await seeResult(page, KEYS)).toHaveLength(3);
    // Of an address of the server's own that the page is opened from.
    expect(tested.browser.takeErrors().filter((error) => !error.includes("favicon.ico"))).toEqual([]);
  });
});

/** Whether something on a page has the focus. The page takes care of it a moment after what had it is gone. */
const hasFocusSoon = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );

/** What the page shows, by its headings. */
const headings = (tree: TreeNode): string =>
  findAll(tree, "heading")
    .map(({ name }) => name)
    .join(", ");

/** Notes the events of a pointer from the page's next load on; not its moves, which the shell's own pointer makes where the page moves. */
const watchPointers = (page: Page) =>
  page.addInitScript(() => {
    window.pointed = [];
    for (const type of ["pointerdown", "mousedown", "touchstart"])
      addEventListener(type, () => window.pointed.push(type), { capture: true });
  });
